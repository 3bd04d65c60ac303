public import ConverterCore
public import TreeModel

/// Reads property lists, in XML and binary, whatever of both the name says.
public struct PropertyListReader: Reader {
  public let name = "Property list"
  public let takes: Set<ConversionOptions.Name> = [.table]
  public let types: [ContentType.ID] = [
    "com.apple.xml-property-list", "com.apple.binary-plist", "com.apple.property-list",
  ]

  public init() {}

  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Tree {
    try context.reading.checkOnlyTable(of: input)
    return Tree(isSequence: false, content: PropertyListContent(input: input))
  }
}

struct PropertyListContent: TreeContent {
  let input: InputFile

  var byteCount: Int { input.byteCount }

  func tokens(in context: ConversionContext) throws(ConversionError) -> any TokenSource {
    try values(in: context, noting: true)
  }

  /// - Parameter noting: whether dates and data are noted as changed, for a tree has none.
  func values(
    in context: ConversionContext, noting: Bool
  ) throws(ConversionError) -> any PropertyListSource {
    let bytes = try input.contents(within: context.limits)
    let notes = PropertyListNotes(noting ? context : nil)
    return bytes.starts(with: "bplist".utf8)
      ? try BinaryTokens(bytes, notes, in: context) : try XMLTokens(bytes, notes, in: context)
  }
}

/// What a string token stands for in a property list.
enum ValueType: UInt8 {
  /// What the token says.
  case plain
  /// ISO 8601.
  case date
  /// Base64.
  case data
  /// A real: an infinity or NaN as a string, or a number that looks like an integer.
  case real
}

/// Tokens with what JSON cannot say of them, so that a property list becomes another without loss.
protocol PropertyListSource: TokenSource {
  /// - Parameter types: gets one for each token.
  func next(_ batch: TokenBatch, types: inout [ValueType]) throws(ConversionError) -> Bool
}

/// Says once of each kind what a tree cannot hold.
final class PropertyListNotes {
  private let context: ConversionContext?
  private var seen: Set<String> = []

  init(_ context: ConversionContext?) {
    self.context = context
  }

  func changed(_ what: String, _ why: String) {
    if let context, seen.insert(what + why).inserted {
      context.note(what, .changed, why: why)
    }
  }

  func type(_ type: ValueType) {
    switch type {
    case .date: changed("dates", "they became texts (ISO 8601)")
    case .data: changed("data", "it became text (base64)")
    case .plain, .real: break
    }
  }

  func special() { changed("numbers", "infinity and NaN became texts: JSON has none") }
}
