import ArchiveModel
import ConverterCore

/// Goes over the attributes of a message and collects where everything is.
struct MessageParser {
  private let bytes: [UInt8]
  private var walk: AttributeWalk
  private let context: ConversionContext
  private var message = Message()
  /// What is known of the attachment that was begun last.
  private var draft: AttachmentDraft?

  /// The whole message, or what of it comes before the place where it is damaged.
  ///
  /// - Throws: `damagedInput` where `part` is no message, `limitExceeded` for too many attachments,
  ///   `interrupted`.
  static func message(
    of part: Range<Int>, in bytes: [UInt8], _ context: ConversionContext
  ) throws(ConversionError) -> Message {
    var parser = try MessageParser(bytes, part, context)
    try parser.run()
    return parser.message
  }

  private init(
    _ bytes: [UInt8], _ part: Range<Int>, _ context: ConversionContext
  ) throws(ConversionError) {
    self.bytes = bytes
    self.context = context
    walk = try AttributeWalk(bytes, part)
  }

  private mutating func run() throws(ConversionError) {
    do throws(ConversionError) {
      while let attribute = try walk.next() {
        if attribute.isOfAttachment {
          try takeOfAttachment(attribute)
        } else {
          takeOfMessage(attribute)
        }
      }
    } catch  where error.code == .damagedInput {
      if draft == nil { message.fault = error } else { draft?.fault = error }
    }
    finishAttachment()
  }

  private mutating func takeOfMessage(_ attribute: Attribute) {
    let text = StoredText(place: attribute.data, isUnicode: false)
    switch attribute.tag {
    case .codePage:
      var cursor = FieldCursor(bytes, attribute.data)
      message.codePage = cursor.number(4)
    case .messageClass: message.messageClass = text
    case .subject where message.subject == nil: message.subject = text
    case .dateSent where message.sent == nil:
      message.sent = Timestamp(record: attribute.data, in: bytes)
    case .body where message.text == nil: message.text = text
    case .messageProperties: take(PropertyBlock(bytes, attribute.data))
    default: return
    }
    guard !attribute.isIntact else { return }
    switch attribute.tag {
    case .body, .messageProperties: message.bodyFault = Self.wrongChecksum
    default: context.warn("a fact of the message has a wrong checksum: it may be wrong itself")
    }
  }

  private mutating func take(_ properties: PropertyBlock) {
    message.subject = properties.text(.subject) ?? message.subject
    message.messageClass = message.messageClass ?? properties.text(.messageClass)
    message.sent = properties.time(.submitTime, in: bytes) ?? message.sent
    message.text = properties.text(.body) ?? message.text
    message.html = properties.data(.html)
    message.htmlText = properties.text(.html)
    message.compressedRTF = properties.data(.compressedRTF)
    if properties.isDamaged {
      context.warn("the properties of a message are damaged: something of it may be missing")
    }
  }

  private mutating func takeOfAttachment(_ attribute: Attribute) throws(ConversionError) {
    if attribute.tag == .attachmentRendering {
      finishAttachment()
      try context.checkpoint()
      try context.limits.check(.entries, message.attachments.count + 1, for: "the message")
    }
    var current = draft ?? AttachmentDraft()
    current.take(attribute, in: bytes)
    if !attribute.isIntact { current.fault = Self.wrongChecksum }
    draft = current
  }

  private mutating func finishAttachment() {
    guard let attachment = draft?.finished(in: bytes) else { return }
    message.attachments.append(attachment)
    draft = nil
  }

  private static let wrongChecksum = ConversionError(
    .damagedInput, "is damaged: its checksum is wrong")
}
