import ConverterCore

/// Reads a content stream for what it draws (ISO 32000-1, 8.2), and follows its graphics state for that.
///
/// It never fails: what is wrong is left out as viewers do, and the summary is then not certain.
struct ContentInterpreter {
  /// What `q` keeps.
  private struct State {
    var map = LinearMap.identity
    /// The font's place in ``fonts``.
    var font: Int?
    var fontSize = 0.0
    var horizontalScaling = 1.0
  }

  /// A name that is used again and again, and where.
  private struct Use {
    let name: String
    var maps: MapSet?
  }

  /// `q` may stand there a million times, and each keeps some hundred bytes.
  private static let deepest = 1 << 16
  /// Some 10 ms of work.
  private static let stride = 1 << 16

  private var scanner: ContentScanner
  private var state = State()
  private var saved: [State] = []
  /// How many more `q` than could be kept.
  private var unsaved = 0
  private var textMap = LinearMap.identity
  /// The last eight numbers, in a ring.
  private var numbers = [Double](repeating: 0, count: 8)
  private var numberCount = 0
  private var name: Range<Int>?
  private var nameCount = 0
  private var nesting = 0
  private var compatibility = 0
  private var isTextKnown = false
  private var fonts: [Use] = []
  private var fontPlaces: [String: Int] = [:]
  private var summary = ContentSummary()

  private init(_ bytes: [UInt8]) { scanner = ContentScanner(bytes) }

  /// - Parameter checkpoint: called now and then.
  static func summary(
    of bytes: [UInt8], checkpoint: () throws(ConversionError) -> Void
  ) throws(ConversionError) -> ContentSummary {
    var interpreter = ContentInterpreter(bytes)
    var operators = 0
    while interpreter.runOperator() {
      operators &+= 1
      if operators % stride == 0 { try checkpoint() }
    }
    return interpreter.finish()
  }

  private mutating func finish() -> ContentSummary {
    for font in fonts { summary.fonts[font.name] = font.maps }
    if !scanner.isSound || nesting != 0 { summary.isCertain = false }
    return summary
  }

  /// Reads operands and does what their operator says; whether there was one.
  private mutating func runOperator() -> Bool {
    numberCount = 0
    name = nil
    nameCount = 0
    nesting = 0
    while true {
      let start = scanner.position
      switch scanner.next() {
      case .number(let number):
        numbers[numberCount & 7] = number
        numberCount &+= 1
      case .name(let range):
        if nesting == 0 {
          name = range
          nameCount &+= 1
        }
      case .string, .hexString, .boolean, .null: break
      case .arrayStart, .dictionaryStart: nesting &+= 1
      case .arrayEnd, .dictionaryEnd: nesting &-= 1
      case .operator(let meaning):
        if nesting != 0 { summary.isCertain = false }
        run(meaning, from: start)
        return true
      case .end: return false
      }
    }
  }

  private mutating func run(_ meaning: ContentOperator, from start: Int) {
    switch meaning {
    case .other: break
    case .unknown: if compatibility == 0 { summary.isCertain = false }
    case .saveState: save()
    case .restoreState: restore()
    case .concatenateMatrix:
      if let map { state.map = map.followed(by: state.map) }
      isTextKnown = false
    case .drawObject:
      if let name = use(.xObject) { Self.add(name, state.map, to: &summary.objects) }
    case .setGraphicsState:
      if let name = use(.graphicsState) { Self.add(name, state.map, to: &summary.graphicsStates) }
    case .beginText:
      textMap = .identity
      isTextKnown = false
    case .setTextMatrix:
      if let map { textMap = map }
      isTextKnown = false
    case .setFont: setFont()
    case .setHorizontalScaling:
      if let scaling = operand(1) { state.horizontalScaling = scaling / 100 }
      isTextKnown = false
    case .showText: if !isTextKnown { showText() }
    case .setColourSpace: _ = use(.colourSpace)
    case .setColour: if name != nil { _ = use(.pattern) }
    case .paintShading: _ = use(.shading)
    // One name is the tag: its properties stand there.
    case .markWithProperties: if nameCount > 1 { _ = use(.properties) }
    case .beginCompatibility: compatibility &+= 1
    case .endCompatibility: compatibility = max(0, compatibility &- 1)
    case .beginInlineImage: readInlineImage(from: start)
    case .inlineImageData, .endInlineImage: summary.isCertain = false
    }
  }

  /// The operand that is `place` before the operator.
  private func operand(_ place: Int) -> Double? {
    place <= numberCount ? numbers[(numberCount &- place) & 7] : nil
  }

  /// The matrix before the operator, but for its last two numbers.
  private var map: LinearMap? {
    guard numberCount >= 6, let a = operand(6), let b = operand(5), let c = operand(4),
      let d = operand(3)
    else { return nil }
    return LinearMap(a: a, b: b, c: c, d: d)
  }

  /// The name before the operator, which is one of this category.
  private mutating func use(_ category: ResourceCategory) -> String? {
    guard let name, let text = scanner.name(name) else {
      summary.isCertain = false
      return nil
    }
    summary.names[category, default: []].insert(text)
    return text
  }

  private static func add(_ name: String, _ map: LinearMap, to sets: inout [String: MapSet]) {
    if sets[name]?.insert(map) == nil { sets[name] = MapSet(map) }
  }

  private mutating func save() {
    if saved.count < Self.deepest { saved.append(state) } else { unsaved &+= 1 }
  }

  private mutating func restore() {
    if unsaved > 0 {
      unsaved &-= 1
      // What it was is not known.
      summary.isCertain = false
    } else if let last = saved.popLast() {
      state = last
    }
    isTextKnown = false
  }
}

/// Text.
extension ContentInterpreter {
  private mutating func setFont() {
    isTextKnown = false
    state.font = nil
    guard let name = use(.font) else { return }
    state.fontSize = operand(1) ?? 0
    if let place = fontPlaces[name] {
      state.font = place
    } else {
      state.font = fonts.count
      fontPlaces[name] = fonts.count
      fonts.append(Use(name: name, maps: nil))
    }
  }

  /// Where each glyph stands does not matter, nor which they are.
  private mutating func showText() {
    isTextKnown = true
    guard let font = state.font else { return }
    let size = LinearMap(
      a: state.fontSize * state.horizontalScaling, b: 0, c: 0, d: state.fontSize)
    let map = size.followed(by: textMap).followed(by: state.map)
    if fonts[font].maps?.insert(map) == nil { fonts[font].maps = MapSet(map) }
  }
}

/// Pictures within the content.
extension ContentInterpreter {
  private mutating func readInlineImage(from start: Int) {
    guard let image = scanner.inlineImage(from: start) else {
      summary.isCertain = false
      return
    }
    summary.inlineImages += 1
    // Of a key that is there twice, under either name, viewers differ in which they take.
    for entry in image.entries where entry.key == "/ColorSpace" || entry.key == "/CS" {
      summary.names[.colourSpace, default: []].formUnion(entry.value.names)
    }
  }
}
