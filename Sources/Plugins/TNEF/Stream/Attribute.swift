/// An attribute of the message or of an attachment ([MS-OXTNEF] 2.1.3.2).
struct Attribute {
  /// Its number with its type in the upper half.
  let tag: Tag
  /// Whether it belongs to an attachment.
  let isOfAttachment: Bool
  /// The place of its data.
  let data: Range<Int>
  /// Whether the checksum is that of the data.
  let isIntact: Bool

  /// [MS-OXTNEF] 2.1.3.3.
  struct Tag: RawRepresentable, Equatable {
    let rawValue: Int

    static let codePage = Tag(rawValue: 0x69007)
    static let messageClass = Tag(rawValue: 0x78008)
    static let subject = Tag(rawValue: 0x18004)
    static let dateSent = Tag(rawValue: 0x38005)
    static let body = Tag(rawValue: 0x2800C)
    static let messageProperties = Tag(rawValue: 0x69003)
    /// Begins an attachment.
    static let attachmentRendering = Tag(rawValue: 0x69002)
    static let attachmentTitle = Tag(rawValue: 0x18010)
    static let attachmentData = Tag(rawValue: 0x6800F)
    static let attachmentModified = Tag(rawValue: 0x38013)
    static let attachmentFileName = Tag(rawValue: 0x69001)
    static let attachmentProperties = Tag(rawValue: 0x69005)
  }
}
