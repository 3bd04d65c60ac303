import ConverterCore

/// Which elements of a drawing hold copies of which (SVG 1.1, 5.6), to find out how many are drawn in the end.
struct CopyGraph {
  private struct Element {
    /// Copies directly in it, by their names.
    var targets: [[UInt8]] = []
    /// Elements with names in it.
    var children: [Int] = []
  }

  private var elements: [Element] = [Element()]
  private var named: [[UInt8]: Int] = [:]
  /// Of each open element, the innermost one with a name that it is or stands in.
  private var path: [Int] = []

  mutating func open(id: ArraySlice<UInt8>?, copyOf target: ArraySlice<UInt8>?) {
    var current = path.last ?? 0
    if let id {
      elements.append(Element())
      elements[current].children.append(elements.count - 1)
      current = elements.count - 1
      if named[Array(id)] == nil { named[Array(id)] = current }
    }
    if let target { elements[current].targets.append(Array(target)) }
    path.append(current)
  }

  mutating func close() { _ = path.popLast() }

  /// - Throws: `damagedInput` for copies within themselves, and for more than `most` of them.
  func check(most: Int) throws(ConversionError) {
    guard elements.contains(where: { !$0.targets.isEmpty }) else { return }
    // Copies in each element, once they are counted; −1 while they are.
    var counts = [Int?](repeating: nil, count: elements.count)
    for start in elements.indices where counts[start] == nil {
      var stack = [start]
      while let index = stack.last {
        if let count = counts[index], count >= 0 {
          stack.removeLast()
          continue
        }
        let inner = next(of: index)
        if counts[index] == nil {
          counts[index] = -1
          for element in inner {
            if counts[element.index] == -1 { throw endless(element.index) }
            if counts[element.index] == nil { stack.append(element.index) }
          }
        } else {
          stack.removeLast()
          var sum = 0
          for element in inner {
            guard let count = counts[element.index], count >= 0 else {
              throw endless(element.index)
            }
            sum = min(.max / 4, sum + count + (element.isCopy ? 1 : 0))
          }
          counts[index] = sum
        }
      }
    }
    guard let all = counts[0], all <= most else {
      throw ConversionError(
        .damagedInput,
        "copies parts of itself so often that more than \(most) copies would be drawn")
    }
  }

  private func next(of index: Int) -> [(index: Int, isCopy: Bool)] {
    elements[index].children.map { ($0, false) }
      + elements[index].targets.compactMap { named[$0] }.map { ($0, true) }
  }

  private func endless(_ index: Int) -> ConversionError {
    let name = named.first { $0.value == index }?.key ?? []
    let words = String(decoding: name.prefix(60), as: UTF8.self).printable
    return ConversionError(
      .damagedInput, "draws a copy of \"\(words)\" within itself, which has no end")
  }
}
