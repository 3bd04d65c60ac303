public import ConverterCore
public import MIME

/// What a list says of a message.
public struct MessageSummary: Sendable {
  public let number: Int
  public let date: MailDate?
  /// The sender, recipients and copies, decoded: `Anna <anna@example.org>, b@example.org`; `nil` where there is no
  /// such field.
  public let from, to, cc: String?
  public let subject: String?
  public let messageID: String?
  public let byteCount: Int
  public let files: [File]
  /// Whether it has no header, so that nothing is known of it.
  public let isRaw: Bool
  /// As ``StoredMessage/flags``.
  public let flags: String

  public struct File: AttachedFile {
    public let name: String?
    public let mediaType: String
    /// Bytes of the content, decoded.
    public let byteCount: Int
    public let role: Bodies.Role
    /// The number of the part.
    public let part: String
  }

  public init(of message: Message) throws(ConversionError) {
    number = message.stored.number
    date = message.date
    from = message.people("from")?.text
    to = message.people("to")?.text
    cc = message.people("cc")?.text
    subject = message.subject
    messageID = message.messageID
    byteCount = message.stored.byteCount
    isRaw = message.isRaw
    flags = message.stored.flags
    let attachments = try message.attachments
    var files: [File] = []
    if !attachments.isEmpty {
      let structure = try message.structure
      for file in attachments {
        files.append(
          File(
            name: file.name, mediaType: file.mediaType,
            byteCount: try message.byteCount(of: file), role: file.role,
            part: structure.number(of: file.part)))
      }
    }
    self.files = files
  }

  /// The files that count as attached.
  public var attachedFiles: [File] { files.filter(\.isProper) }
}
