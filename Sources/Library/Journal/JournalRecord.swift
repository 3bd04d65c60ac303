public import ConverterCore

/// Something that happened, as a line of the journal keeps it.
///
/// Each kind has a file of its own that says what its lines hold. A line of a kind that a program does not know, as a later
/// version may have, is kept and passed over; so is a member of a line.
public protocol JournalRecord: Sendable {
  /// What its lines have as `kind`: letters and hyphens.
  static var kind: String { get }

  /// What is in its line beside `kind` and `time`.
  var members: [JSONValue.Member] { get }

  /// Reads what ``members`` wrote.
  ///
  /// - Throws: `damagedInput` where something is missing or impossible.
  init(line: JSONValue) throws(ConversionError)
}

extension JournalRecord {
  /// The line, with the newline at its end.
  func line(at time: StoredDate) -> [UInt8] {
    let head: [JSONValue.Member] = [
      .init("kind", .string(Self.kind)), .init("time", .string(time.description)),
    ]
    return Array("\(JSONValue.object(head + members))\n".utf8)
  }
}

/// A line of the journal.
public struct JournalLine: Sendable {
  /// What kind of record it holds.
  public let kind: String
  /// All of it.
  public let value: JSONValue

  /// What happened, if it is of this kind; `nil` otherwise, and where it is damaged.
  public func record<Record: JournalRecord>(_ type: Record.Type) -> Record? {
    kind == Record.kind ? try? Record(line: value) : nil
  }

  /// When it was written.
  public var time: StoredDate? { value["time"]?.text.flatMap(StoredDate.init) }
}

extension JournalLine {
  private static let head = Array("{\"kind\":\"".utf8)
  private static let longestKind = 64

  /// - Parameters:
  ///   - bytes: without the newline.
  ///   - kinds: those that are wanted; of the others nothing more is read than that.
  /// - Returns: `nil` for others.
  /// - Throws: `damagedInput` for what is no object with a kind.
  init?(_ bytes: Span<UInt8>, kinds: Set<String>) throws(ConversionError) {
    if let kind = Self.plainKind(bytes), !kinds.contains(kind) { return nil }
    value = try JSONValue(parsing: bytes)
    guard let kind = value["kind"]?.text else {
      throw ConversionError(.damagedInput, "a line of the journal has no kind")
    }
    guard kinds.contains(kind) else { return nil }
    self.kind = kind
  }

  /// The kind, where it stands first, as this program writes it.
  private static func plainKind(_ bytes: Span<UInt8>) -> String? {
    guard bytes.count > head.count, head.indices.allSatisfy({ bytes[$0] == head[$0] }) else {
      return nil
    }
    var kind: [UInt8] = []
    for index in head.count..<min(bytes.count, head.count + longestKind) {
      switch bytes[index] {
      case UInt8(ascii: "\""): return String(decoding: kind, as: UTF8.self)
      case UInt8(ascii: "\\"): return nil
      default: kind.append(bytes[index])
      }
    }
    return nil
  }
}
