import ConverterCore
import MailboxModel

/// What an index takes of a message.
struct IndexRow {
  let message: IndexedMessage
  /// A hash of the Message-ID, if there is one.
  let id: Int64?
  /// All texts, those of ``message``, too.
  let texts: ByteBuffer
  /// What is looked for in a search.
  let subject, people, body: Range<Int>

  /// Bytes of the texts of a message that a search finds words in.
  static let mostText = 1 << 20

  init(_ opened: Message) throws(ConversionError) {
    let texts = ByteBuffer(capacity: 1 << 11)
    let message = try IndexedMessage(of: opened, texts: texts)
    let plain = ByteBuffer(capacity: 1 << 11)
    func words() -> Range<Int> {
      let start = texts.count
      SearchText.append(plain.span, to: texts)
      plain.removeAll()
      return start..<texts.count
    }
    func add(_ place: Range<Int>?) {
      guard let place else { return }
      plain.append(texts.span[place])
      plain.append(0x0A)
    }
    add(message.subject)
    subject = words()
    for place in [message.from, message.to, message.cc, message.bcc] { add(place) }
    people = words()
    try opened.append(readableTextTo: plain, atMost: Self.mostText)
    body = words()
    id = message.messageID.map {
      Self.hash(
        ofID: String(decoding: texts.span[$0]))
    }
    self.message = message
    self.texts = texts
  }

  /// FNV-1a. Who finds a message by it compares the Message-ID itself.
  static func hash(ofID id: String) -> Int64 {
    let hash = ChosenMessage.bare(id).utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return Int64(bitPattern: hash)
  }
}
