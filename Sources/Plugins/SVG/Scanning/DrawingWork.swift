import ConverterCore

/// What a drawing takes beside its shapes: filters and masks go over pixels, texts are laid out.
///
/// It is an upper bound, as each filter is taken for one of the whole drawing. A step takes librsvg some 70 nanoseconds;
/// what was measured for each kind is in the plugin's README.
struct DrawingWork: Equatable {
  /// Steps for each pixel of the picture.
  var perPixel = 0.0
  /// Steps, whatever the size of the picture.
  var fixed = 0.0

  static func + (one: Self, other: Self) -> Self {
    Self(perPixel: one.perPixel + other.perPixel, fixed: one.fixed + other.fixed)
  }

  /// - Throws: `limitExceeded` where drawing it takes more steps than a picture may have pixels.
  func check(width: Int, height: Int, within limits: Limits) throws(ConversionError) {
    let steps = (perPixel * Double(width) * Double(height) + fixed).rounded(.up)
    guard steps > Double(limits.pixels) else { return }
    let needed = steps < 1e18 ? Int(steps) : Int.max
    throw ConversionError.exceeding(
      .init(.pixels, needed: needed, of: limits),
      "drawing its filters, masks and texts at \(width)×\(height) takes as long as \(needed) pixels, and the limit is "
        + "\(limits.pixels); draw it smaller with --resize, or raise the limit with --limit pixels=\(needed)"
    )
  }

  /// - Parameter attributes: of the element.
  init(ofElement name: String, _ attributes: [(name: String, value: ArraySlice<UInt8>)]) {
    func number(_ wanted: String) -> Double {
      guard let value = attributes.first(where: { $0.name == wanted })?.value else { return 0 }
      let words = value.split { $0 <= 0x20 || $0 == 0x2C }.prefix(2)
      return words.compactMap { Double(String(decoding: $0, as: UTF8.self)) }.max() ?? 0
    }
    switch name {
    case "feTurbulence": perPixel = max(1, number("numOctaves"))
    case "feMorphology": perPixel = 1 + 2 * min(max(0, number("radius")), 20)
    case "feConvolveMatrix":
      let order = max(3, number("order"))
      perPixel = 1 + order * order / 12
    case "feDisplacementMap": perPixel = 8
    case "feSpecularLighting", "feDiffuseLighting", "feDropShadow": perPixel = 2
    case "mask": perPixel = 1
    default: if name.hasPrefix("fe"), !name.hasPrefix("feFunc") { perPixel = 1 }
    }
  }

  /// - Parameter text: bytes of a text, which librsvg lays out in a time that grows with their square.
  init(ofText text: Int) { fixed = 2.7 * Double(text) * Double(text) }

  init() {}

  private init(perPixel: Double, fixed: Double) { (self.perPixel, self.fixed) = (perPixel, fixed) }
}

extension CopyGraph {
  /// Of all that is drawn: each copy, and each use of a filter, mask, pattern, path to clip by, and marker. What is
  /// painted with itself librsvg leaves out.
  var work: DrawingWork {
    var sums = [DrawingWork?](repeating: nil, count: elements.count)
    var isOpen = [Bool](repeating: false, count: elements.count)
    var stack = [0]
    while let index = stack.last {
      if sums[index] != nil {
        stack.removeLast()
      } else if isOpen[index] {
        sums[index] = uses(of: index).reduce(elements[index].work) { sum, part in
          sum + (sums[part] ?? DrawingWork())
        }
      } else {
        isOpen[index] = true
        stack += uses(of: index).filter { sums[$0] == nil && !isOpen[$0] }
      }
    }
    return sums[0] ?? DrawingWork()
  }

  /// What is drawn with an element, by any of its references.
  private func uses(of index: Int) -> [Int] {
    let paints = elements[index].references.paints.compactMap { named[$0] }
    return parts(of: index).map(\.index) + paints.filter { elements[$0].role == .paint }
  }
}
