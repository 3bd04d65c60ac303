public import ConverterCore

/// Pages are called by their numbers in the file that they come from, whatever of it is lost or left out.
extension PagedDocument {
  /// How many pages its file has, lost ones included; of several files joined, how many it has itself.
  public var numberedPages: Int {
    guard sources.count == 1 else { return pages.count }
    return sources[0].countWithLostPages ?? pages.count
  }

  /// The number of a page, with as many digits as the last one has, so that files are listed in order.
  ///
  /// - Parameters:
  ///   - page: of the only source, where there is one alone.
  ///   - position: of the page in this document, from 0.
  public func number(of page: DocumentPage, at position: Int) -> String {
    let digits = String((sources.count == 1 ? page.index : position) + 1)
    let width = String(numberedPages).count
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Where the pages stand that words choose by their numbers.
  ///
  /// - Throws: `usage` where a page does not exist, or none is chosen; `damagedInput` where all of them are lost.
  public func positions(of ranges: PageRanges) throws(ConversionError) -> [Int] {
    let chosen = try ranges.indices(of: numberedPages)
    guard numberedPages != pages.count else { return chosen }
    var places: [Int: Int] = [:]
    for (place, page) in pages.enumerated() { places[page.index] = places[page.index] ?? place }
    let positions = chosen.compactMap { places[$0] }
    guard !positions.isEmpty else {
      throw ConversionError(
        .damagedInput,
        "has lost all pages that --pages \(ranges.text.printable) chooses: they cannot be recovered"
      )
    }
    return positions
  }
}
