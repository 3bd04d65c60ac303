internal import CharacterEncodings
internal import ConverterCore
public import MIME

/// A message while it is looked into: each thing is decoded when it is asked for.
///
/// It belongs to the ``MessageReader`` that opened it, and to one thread.
public final class Message {
  public let stored: StoredMessage
  let bytes: MessageBytes
  let reader: MessageReader
  private let batch: MessageBatch?
  private let block: HeldBytes
  private let fields: HeaderFields
  /// Whether of a text of it no more than the beginning was taken to be shown or written.
  public internal(set) var isCut = false
  private var knownStructure: MessageStructure?

  init(
    _ stored: StoredMessage, _ batch: MessageBatch?, _ block: HeldBytes,
    _ fields: HeaderFields, _ bytes: MessageBytes, _ reader: MessageReader
  ) {
    self.stored = stored
    self.batch = batch
    self.block = block
    self.fields = fields
    self.bytes = bytes
    self.reader = reader
  }

  /// The header, and perhaps what follows it.
  private var header: Span<UInt8> {
    @_lifetime(borrow self) get {
      let block = block
      // The message holds the buffer, which is filled anew only when another message is opened.
      return unsafe _overrideLifetime(block.span, borrowing: self)
    }
  }

  /// The bytes of a header field behind its colon; `nil` where there is none of that name.
  @_lifetime(borrow self)
  public func field(_ name: StaticString) -> Span<UInt8>? {
    guard let place = fields[name] else { return nil }
    return header[place]
  }

  /// The decoded text of a field; `nil` where there is none.
  public func text(of name: StaticString) -> String? {
    field(name).map { decoded($0) }
  }

  /// The people that all fields of the name are about; `nil` where there is none.
  public func people(_ name: StaticString) -> AddressList? {
    let lists = fields.all(named: name).map { place in
      let raw = header[place]
      return AddressList(parsing: raw, in: charset(of: raw), using: reader.charsets)
    }
    guard let first = lists.first else { return nil }
    let list = lists.count == 1 ? first : AddressList(joining: lists)
    return list
  }

  private func decoded(_ raw: Span<UInt8>) -> String {
    HeaderText.decoded(raw, in: charset(of: raw), using: reader.charsets)
  }

  /// What bytes of its header are in that do not say it: probably that of its text.
  private func charset(of raw: Span<UInt8>) -> Charset? {
    guard raw.contains(where: { $0 >= 0x80 }), let type = field("content-type") else { return nil }
    let parameters = MediaTypeField(parsing: type, using: reader.charsets).parameters
    return parameters["charset"].flatMap { reader.charsets.charset(named: $0) }
  }

  public var subject: String? { text(of: "subject") }
  public var messageID: String? { text(of: "message-id") }
  public var date: MailDate? { field("date").map { MailDate(parsing: $0) } ?? nil }

  /// When it was sent, as it says, else when it came, as the line says that divides it from the one before; in
  /// seconds since 1970.
  public var moment: Int? {
    get throws(ConversionError) {
      if let date { return date.secondsSince1970 }
      guard stored.hasDividingLine else { return nil }
      let line = try bytes.line(stored.extent.lowerBound..<stored.range.lowerBound)
      return MailDate(ofFromLine: line.span)?.secondsSince1970
    }
  }

  /// Whether it has nothing that is a header field: it can only be shown as it is.
  public var isRaw: Bool { fields.count == 0 }

  /// Its header as it is, fields and their names.
  public var allFields: [(name: String, value: String)] {
    (0..<fields.count).map { index in
      let (name, body) = (fields.name(at: index), fields.body(at: index))
      return (String(decoding: header[name]).printable, decoded(header[body]))
    }
  }

  public var structure: MessageStructure {
    get throws(ConversionError) {
      if let knownStructure { return knownStructure }
      var scanner = StructureScanner(bytes, in: batch, root: (block, fields), by: reader)
      let structure = try scanner.run()
      knownStructure = structure
      return structure
    }
  }
}

extension MessageBytes {
  /// A line that divides messages.
  fileprivate func line(_ range: Range<Int>) throws(ConversionError) -> [UInt8] {
    try stored.file.read(at: range.lowerBound, count: min(range.count, 1024))
  }
}
