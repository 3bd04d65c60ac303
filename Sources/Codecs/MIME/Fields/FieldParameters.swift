/// The parameters of a field: what follows its first semicolon (RFC 2045, 5.1; RFC 2231).
///
/// It takes what programs send as well: values with blanks and without quotes, encoded words in quotes, bytes of any
/// encoding, a semicolon that is missing, a section that is missing. The first of several of one name counts, but
/// one in the form of RFC 2231 counts before one that is not: that is written for old programs (RFC 6266, 4.3). In
/// these Python's `email` differs, which takes the first of both, and ends a value without quotes at a blank.
public struct FieldParameters: Sendable {
  /// In the order of the field.
  let entries: [ParameterValue]

  /// The text of a value, decoded; tabs are spaces, and control characters U+FFFD.
  ///
  /// - Parameter name: in small letters.
  public subscript(name: String) -> String? { value(name)?.text }

  /// The bytes of a value without quotes, as they stand in the field, or for which the escapes of RFC 2231 stand.
  public func bytes(_ name: String) -> [UInt8]? { value(name)?.bytes }

  /// What parts the parts of a `multipart`; it never ends with a blank (RFC 2046, 5.1.1). `nil` for none.
  public var boundary: [UInt8]? {
    guard var boundary = bytes("boundary") else { return nil }
    while let last = boundary.last, last <= 0x20 { boundary.removeLast() }
    return boundary.isEmpty ? nil : boundary
  }

  /// None at all.
  init() { entries = [] }

  private func value(_ name: String) -> ParameterValue? {
    entries.first { $0.name == name }
  }

  /// - Parameters:
  ///   - scanner: behind what stands before the parameters.
  ///   - original: at the same place of the line as it was, where the scanner's was transcoded.
  init(_ scanner: ParameterScanner, original: ParameterScanner?, using cache: CharsetCache) {
    let sections = ParameterSections(scanner, cache)
    guard let original else {
      entries = sections.values
      return
    }
    let originals = ParameterSections(original, cache).values
    entries = sections.values.map { value in
      let same = originals.first { $0.name == value.name }
      return ParameterValue(
        name: value.name, bytes: same?.bytes ?? value.bytes, text: value.text)
    }
  }
}

struct ParameterValue: Sendable {
  let name: String
  let bytes: [UInt8]
  let text: String
}
