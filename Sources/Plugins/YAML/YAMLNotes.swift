import ConverterCore

/// What YAML says that a tree cannot, told once each.
struct YAMLNotes {
  private let input: InputFile
  private let context: ConversionContext
  /// `nil` once a comment was found, or where none can be.
  private var text: YAMLText?
  private var lastEnd = 0
  private var tags: Set<[UInt8]> = []
  private var reasons: Set<String> = []
  private var hasOtherKeys = false
  private var hasAliases = false
  private(set) var hasRepetition = false
  private var repeated: String?

  private static let standard = "tag:yaml.org,2002:"

  init(_ input: InputFile, _ context: ConversionContext) {
    self.input = input
    self.context = context
    text = YAMLText(input)
  }

  mutating func lookForComments(before event: YAMLEvent) throws(ConversionError) {
    guard let text, event.start >= lastEnd else { return }
    if try text.hasComment(from: lastEnd, to: event.start) {
      context.note("comments", .dropped, why: "a tree has no place for them")
      self.text = nil
    }
    lastEnd = max(event.start, event.end)
  }

  /// What a scalar is, with what its tag says.
  mutating func resolve(_ event: YAMLEvent) -> YAMLScalar {
    guard let tag = event.tag else {
      guard event.isPlain else { return .string }
      let result = YAMLScalar(plain: event.text)
      if case .unclear(let why) = result { note("numbers", why) }
      return result
    }
    let name = String(decoding: tag, as: UTF8.self)
    guard name.hasPrefix(Self.standard) else {
      if name != "!" { dropped(tag) }
      return name == "!" || !event.isPlain ? .string : YAMLScalar(plain: event.text)
    }
    switch name.dropFirst(Self.standard.count) {
    case "str": return .string
    case let kind where ["null", "bool", "int", "float"].contains(kind):
      let result = YAMLScalar(plain: event.text)
      guard Self.fits(result, kind, event.text) else {
        let text = String(decoding: event.text.prefix(40)).printable
        note("tags", "\"\(text)\" is no !!\(kind); where a tag does not fit it is ignored")
        return event.isPlain ? result : .string
      }
      if case .unclear(let why) = result { note("numbers", why) }
      return result
    case "binary":
      note("binary", "it stays base64, as text")
      return .string
    default:
      dropped(tag)
      return .string
    }
  }

  /// Whether a scalar is what its tag says.
  private static func fits(
    _ scalar: YAMLScalar, _ kind: Substring, _ text: Span<UInt8>
  ) -> Bool {
    switch scalar {
    case .null: kind == "null"
    case .true, .false: kind == "bool"
    // A number with a base is written anew, and is whole.
    case .number:
      kind == "float"
        || kind == "int"
          && (text.has("0x")
            || text.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") })
    case .unclear: kind == "float" || kind == "int"
    case .string: false
    }
  }

  mutating func collectionTag(_ event: YAMLEvent) {
    guard let tag = event.tag else { return }
    let name = String(decoding: tag, as: UTF8.self)
    let own = Self.standard + (event.kind == .mappingStart ? "map" : "seq")
    if name != "!", name != own { dropped(tag) }
  }

  mutating func key(_ event: YAMLEvent) {
    guard event.isPlain, event.tag == nil, YAMLScalar(plain: event.text) != .string else { return }
    keyIsNoText()
  }

  mutating func keyIsNoText() {
    guard !hasOtherKeys else { return }
    hasOtherKeys = true
    context.note("keys", .changed, why: "numbers, booleans and null as keys became texts")
  }

  /// An alias, or a merge key.
  mutating func alias() {
    guard !hasAliases else { return }
    hasAliases = true
    context.note("aliases", .changed, why: "each is a copy of what it stands for")
  }

  mutating func repetition(_ key: Span<UInt8>) {
    hasRepetition = true
    repeated = String(decoding: key.prefix(100)).printable
  }

  /// - Throws: `damagedInput` where the reading is strict.
  mutating func failOnRepetition(_ event: YAMLEvent) throws(ConversionError) {
    guard let key = repeated else { return }
    repeated = nil
    let message = "the key \"\(key)\" is there twice in one mapping, which YAML forbids"
    guard !context.reading.isStrict else {
      throw .yaml(message, character: event.start, in: input)
    }
    context.warn("\(message) (it ends on line \(event.line)); all are kept")
  }

  private mutating func dropped(_ tag: [UInt8]) {
    // Ten are enough.
    let shown = Array(tag.prefix(200))
    guard tags.count < 10, tags.insert(shown).inserted else { return }
    context.note(
      "tags", .dropped, why: "a tree has none: \(String(decoding: shown, as: UTF8.self).printable)")
  }

  private mutating func note(_ what: String, _ why: String) {
    guard reasons.insert(why).inserted else { return }
    context.note(what, .changed, why: why)
  }
}
