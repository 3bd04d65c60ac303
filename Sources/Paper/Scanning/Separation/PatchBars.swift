/// What stands dark and light in turn along one line across a page.
struct LineRuns {
  /// Where each run begins, and behind them the end of the line. The first run is light; it may be empty.
  private(set) var starts: [Int] = [0]
  private let length: Int

  /// - Parameters:
  ///   - isDark: of each place of the line.
  ///   - least: shorter runs are specks, and belong to what surrounds them.
  init(_ isDark: [Bool], least: Int) {
    length = isDark.count
    var position = 0
    var dark = false
    while position < length {
      var end = position
      while end < length, isDark[end] == isDark[position] { end += 1 }
      if isDark[position] != dark, end - position >= least {
        starts.append(position)
        dark.toggle()
      }
      position = end
    }
    starts.append(length)
  }

  var count: Int { starts.count - 1 }

  /// The length of a run; those with odd numbers are dark.
  func width(_ run: Int) -> Int { starts[run + 1] - starts[run] }

  /// The patch codes on the line.
  ///
  /// - Parameter dpi: pixels an inch, nearly.
  func codes(dpi: Double) -> [PatchBars] {
    guard count > 8 else { return [] }
    return stride(from: 1, to: count - 7, by: 2).compactMap { PatchBars(self, from: $0, dpi: dpi) }
  }

  fileprivate func isAtEnd(_ run: Int) -> Bool { run == 0 || run == count - 1 }
}

/// Four bars along one line that have the widths of a patch code.
struct PatchBars {
  let wideBars: [Bool]
  /// Where the first bar begins, and where the last one ends.
  let range: Range<Int>

  /// The whole in inches, nominally 0.8: what is known of a photo's size is not always right.
  private static let lengths = 0.4...1.7
  /// The whole in widths of a narrow bar.
  private static let modules = 10.0
  /// How wide a wide bar is, in widths of a narrow one: nominally 2.5.
  private static let wide = 2.0...3.1
  /// The least paper on both sides of it, in widths of a narrow bar, unless the page ends there: more than any space in
  /// a barcode.
  private static let quiet = 3.3

  /// - Parameter first: the run of the first bar.
  /// - Returns: `nil` where the runs from there on are none.
  fileprivate init?(_ runs: LineRuns, from first: Int, dpi: Double) {
    let start = runs.starts[first]
    range = start..<runs.starts[first + 7]
    let length = Double(range.count)
    guard Self.lengths.contains(length / dpi) else { return nil }
    let bars = stride(from: 0, to: 7, by: 2).map { Double(runs.width(first + $0)) }
    let spaces = stride(from: 1, to: 7, by: 2).map { Double(runs.width(first + $0)) }
    let ordered = bars.sorted()
    let (narrow, wide) = ((ordered[0] + ordered[1]) / 2, (ordered[2] + ordered[3]) / 2)
    let space = spaces.reduce(0, +) / 3
    // Ink that spreads makes each bar wider by what it takes from the spaces.
    let module = (narrow + space) / 2
    guard module > 0 else { return nil }
    let spread = narrow - module
    func agree(_ widths: [Double], _ mean: Double, _ share: Double) -> Bool {
      widths.allSatisfy { abs($0 - mean) <= share * module + 1 }
    }
    guard abs(spread) <= 0.4 * module, Self.wide.contains((wide - spread) / module),
      abs(length / module - Self.modules) <= 1.5, agree(spaces, space, 0.2),
      agree(Array(ordered[..<2]), narrow, 0.2), agree(Array(ordered[2...]), wide, 0.3)
    else { return nil }
    for quiet in [first - 1, first + 7]
    where Double(runs.width(quiet)) < Self.quiet * module && !runs.isAtEnd(quiet) { return nil }
    let middle = (ordered[1] + ordered[2]) / 2
    wideBars = bars.map { $0 > middle }
  }

  var middle: Double { Double(range.lowerBound + range.upperBound) / 2 }
}
