public import ConverterCore

/// How pages are turned: `90`, or `90:1-3` for some of them.
public struct PageTurn: Sendable {
  /// Clockwise: a multiple of 90, from -270 to 270.
  public let degrees: Int
  /// The pages that are turned; `nil` for all.
  public let pages: PageRanges?

  /// - Returns: `nil` for another angle, or for what is none.
  /// - Throws: `usage` for pages that cannot be understood.
  public init?(parsing word: some StringProtocol) throws(ConversionError) {
    let halves = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let degrees = halves.first.flatMap({ Int($0) }), degrees % 90 == 0,
      (-270...270).contains(degrees)
    else { return nil }
    self.degrees = degrees
    pages = halves.count == 2 ? try PageRanges(parsing: String(halves[1])) : nil
  }
}
