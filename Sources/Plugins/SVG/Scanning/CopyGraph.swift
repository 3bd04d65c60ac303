import ConverterCore

/// Which elements of a drawing hold copies of which (SVG 1.1, 5.6), to find out how many are drawn in the end.
///
/// What nothing that is drawn refers to does not count.
struct CopyGraph {
  /// When an element is drawn.
  enum Role {
    /// Where it stands, and where it is copied.
    case shape
    /// Where it is copied.
    case symbol
    /// Where something is painted, cut out or marked with it; `defs` never.
    case paint

    init(ofElement name: String) {
      switch name {
      case "symbol": self = .symbol
      case "defs", "pattern", "mask", "clipPath", "marker", "filter", "linearGradient",
        "radialGradient", "title", "desc", "metadata":
        self = .paint
      default: self = .shape
      }
    }
  }

  /// What an element refers to in its own file, by names.
  struct References {
    var copies: [ArraySlice<UInt8>] = []
    /// What it is painted with.
    var paints: [ArraySlice<UInt8>] = []
  }

  struct Element {
    let role: Role
    /// Its own, and that of the shapes without names in it.
    var work = DrawingWork()
    /// Of it and of the shapes without names in it.
    var references = References()
    /// Shapes with names in it.
    var children: [Int] = []
  }

  /// The first is the drawing.
  private(set) var elements = [Element(role: .shape)]
  private(set) var named: [ArraySlice<UInt8>: Int] = [:]
  /// Of each open element, the innermost one of `elements` that it is or stands in.
  private var path: [Int] = []

  mutating func open(_ role: Role, id: ArraySlice<UInt8>?, _ references: References) {
    var current = path.last ?? 0
    if id != nil || role != .shape {
      let index = elements.count
      elements.append(Element(role: role))
      if role == .shape { elements[current].children.append(index) }
      if let id, named[id] == nil { named[id] = index }
      current = index
    }
    elements[current].references.copies += references.copies
    elements[current].references.paints += references.paints
    path.append(current)
  }

  /// Counts what the innermost open element takes beside its shapes.
  mutating func add(_ work: DrawingWork) {
    let current = path.last ?? 0
    elements[current].work = elements[current].work + work
  }

  mutating func close() { _ = path.popLast() }

  /// Notes what style sheets paint with.
  mutating func paint(with names: [ArraySlice<UInt8>]) { elements[0].references.paints += names }

  /// - Throws: `damagedInput` for copies within themselves, and for more than `most` of them.
  func check(most: Int) throws(ConversionError) {
    guard elements.contains(where: { !$0.references.copies.isEmpty }) else { return }
    var counts = [Count](repeating: .unknown, count: elements.count)
    var isDrawn = [Bool](repeating: false, count: elements.count)
    isDrawn[0] = true
    // Each paint counts once: librsvg bounds how often it is used, and leaves out what is painted with itself.
    var drawn = [0]
    var sum = 0
    while let start = drawn.popLast() {
      for element in try count(from: start, in: &counts) {
        for name in elements[element].references.paints {
          guard let paint = named[name], elements[paint].role == .paint, !isDrawn[paint] else {
            continue
          }
          isDrawn[paint] = true
          drawn.append(paint)
        }
      }
      if case .copies(let count) = counts[start] { sum = min(.max / 4, sum + count) }
    }
    guard sum <= most else {
      throw ConversionError(
        .damagedInput,
        "copies parts of itself so often that more than \(most) copies would be drawn")
    }
  }

  /// Of what is drawn in an element.
  private enum Count {
    case unknown
    /// Being found out.
    case open
    case copies(Int)
  }

  /// Counts the copies in an element.
  ///
  /// - Returns: the elements that are drawn with it and had not been counted.
  private func count(
    from start: Int, in counts: inout [Count]
  ) throws(ConversionError) -> [Int] {
    var found: [Int] = []
    var stack = [start]
    while let index = stack.last {
      switch counts[index] {
      case .unknown:
        counts[index] = .open
        found.append(index)
        for (inner, _) in parts(of: index) {
          switch counts[inner] {
          case .unknown: stack.append(inner)
          case .open: throw endless(inner)
          case .copies: break
          }
        }
      case .open:
        var sum = 0
        for (inner, isCopy) in parts(of: index) {
          guard case .copies(let count) = counts[inner] else { throw endless(inner) }
          sum = min(.max / 4, sum + count + (isCopy ? 1 : 0))
        }
        counts[index] = .copies(sum)
      case .copies: stack.removeLast()
      }
    }
    return found
  }

  /// What is drawn directly with an element.
  func parts(of index: Int) -> [(index: Int, isCopy: Bool)] {
    elements[index].children.map { ($0, false) }
      + elements[index].references.copies.compactMap { name in
        named[name].flatMap { elements[$0].role == .paint ? nil : ($0, true) }
      }
  }

  private func endless(_ index: Int) -> ConversionError {
    let name = named.first { $0.value == index }?.key ?? []
    let words = String(decoding: name.prefix(60), as: UTF8.self).printable
    return ConversionError(
      .damagedInput, "draws a copy of \"\(words)\" within itself, which has no end")
  }
}
