public import ConverterCore
public import TreeModel

/// Reads YAML 1.2 (and what of 1.1 does not contradict it) through LibYAML.
public struct YAMLReader: Reader {
  public let name = "YAML"
  public let takes: Set<ConversionOptions.Name> = [.table, .strict]
  public let types: [ContentType.ID] = ["public.yaml"]
  public var typesOfNothing: [ContentType.ID] { types }

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libyaml.required]
  }

  public init() {}

  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Tree {
    try context.reading.checkOnlyTable(of: input)
    let input = try input.narrowed(context.conversion)
    if try JSONInYAML.isJSON(input, context.conversion) {
      return Tree(isSequence: false, content: JSONInYAML(input: input))
    }
    let documents = try DocumentCount.upToTwo(in: input, context.conversion)
    return Tree(
      isSequence: documents > 1, content: YAMLContent(input: input, isSequence: documents > 1))
  }
}

struct YAMLContent: TreeContent {
  let input: InputFile
  let isSequence: Bool

  var byteCount: Int { input.byteCount }

  func tokens(in context: ConversionContext) throws(ConversionError) -> any TokenSource {
    try YAMLTokens(input, isSequence: isSequence, in: context)
  }
}

/// Counts documents by their marks, without parsing.
///
/// A line that begins with `---` is a mark wherever it stands: inside a value it would be an error.
enum DocumentCount {
  static func upToTwo(
    in input: InputFile, _ context: ConversionContext
  ) throws(ConversionError) -> Int {
    var documents = 0
    /// Whether content would belong to a document that is open.
    var isInside = false
    var lines = try LineStarts(input)
    while let head = try lines.next() {
      if lines.count & 0xFFFF == 0 { try context.checkpoint() }
      let isMark = head.count < 4 || head[3] <= 0x20
      if head.starts(with: "---".utf8), isMark {
        documents += 1
        isInside = true
      } else if head.starts(with: "...".utf8), isMark {
        isInside = false
      } else if !isInside, let first = head.first(where: { $0 > 0x20 }),
        first != UInt8(ascii: "#"), head.first != UInt8(ascii: "%")
      {
        documents += 1
        isInside = true
      }
      if documents > 1 { return 2 }
    }
    return documents
  }
}

/// The first bytes of each line.
private struct LineStarts {
  private let input: InputFile
  private var piece: [UInt8] = []
  private var offset = 0
  private var at = 0
  private(set) var count = 0

  init(_ input: InputFile) throws(ConversionError) {
    self.input = input
    if try input.read(at: 0, count: 3) == [0xEF, 0xBB, 0xBF] { offset = 3 }
  }

  /// - Returns: up to 64 bytes of the next line, without its end; `nil` at the end of the file.
  mutating func next() throws(ConversionError) -> ArraySlice<UInt8>? {
    if piece.count - at < 64, offset + piece.count < input.byteCount {
      offset += at
      piece = try input.read(at: offset, count: 1 << 18)
      at = 0
    }
    guard at < piece.count else { return nil }
    count += 1
    let window = piece[at..<min(at + 64, piece.count)]
    let head = window.prefix { $0 != 0x0A && $0 != 0x0D }
    try skipLine()
    return ArraySlice(Array(head))
  }

  private mutating func skipLine() throws(ConversionError) {
    while true {
      if let end = piece[at...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
        at = end + 1
        return
      }
      offset += piece.count
      piece = try input.read(at: offset, count: 1 << 18)
      at = 0
      if piece.isEmpty { return }
    }
  }
}
