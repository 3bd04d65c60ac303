extension Limits {
  /// Attributes of one element of HTML or XML; the pages, workbooks and drawings that there are have some dozens.
  ///
  /// libxml2 compares each with all others: 50,000 take it ten seconds, 256 some hundredths of a millisecond.
  public static let mostAttributes = 256

  /// - Parameter count: attributes of one element.
  /// - Throws: `limitExceeded`, for which there is no flag.
  public static func check(attributes count: Int) throws(ConversionError) {
    guard count > mostAttributes else { return }
    throw ConversionError.exceeding(
      .init(fixed: "attributes", needed: count, allowed: mostAttributes),
      "has an element with more than \(mostAttributes) attributes, which no real file has: the time that they "
        + "take to read grows with the square of their number")
  }
}
