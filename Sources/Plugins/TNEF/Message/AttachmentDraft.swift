import ArchiveModel
import ConverterCore

/// What the attributes of an attachment say, in whatever order they come.
struct AttachmentDraft {
  private var title: StoredText?
  private var fileName: StoredText?
  private var modified: Timestamp?
  private var data: Range<Int>?
  private var properties: PropertyBlock?
  var fault: ConversionError?

  mutating func take(_ attribute: Attribute, in bytes: [UInt8]) {
    let text = StoredText(place: attribute.data, isUnicode: false)
    switch attribute.tag {
    case .attachmentTitle: title = text
    case .attachmentFileName: fileName = text
    case .attachmentData: data = attribute.data
    case .attachmentModified: modified = Timestamp(record: attribute.data, in: bytes)
    case .attachmentProperties: properties = PropertyBlock(bytes, attribute.data)
    default: break
    }
  }

  func finished(in bytes: [UInt8]) -> Attachment {
    var attachment = Attachment()
    let object = properties?.object(.data, in: bytes)
    attachment.names = [
      properties?.text(.longFileName),
      object?.isMessage == true ? properties?.text(.displayName) : nil,
      title, properties?.text(.fileName), properties?.text(.displayName), fileName,
    ].compactMap { $0 }
    // That of the property is in UTC; the record is in a zone that nobody says.
    attachment.modified = properties?.time(.modified, in: bytes) ?? modified
    let method = properties?.number(.method, in: bytes)
    if let object, object.isMessage {
      attachment.isMessage = true
      attachment.content = object.place
    } else {
      attachment.content = data ?? properties?.data(.data) ?? object?.place
      attachment.isMessage = method == Self.attachedMessage
    }
    attachment.isReference = attachment.content == nil && Self.references.contains(method ?? 0)
    attachment.fault = fault ?? missing(attachment)
    return attachment
  }

  private func missing(_ attachment: Attachment) -> ConversionError? {
    guard attachment.content == nil, !attachment.isReference else { return nil }
    return ConversionError(
      .damagedInput,
      properties?.isDamaged == true
        ? "is damaged: its properties break off, and its content is not before that"
        : "has no content; the file may have been cut off")
  }

  // PidTagAttachMethod ([MS-OXCMSG] 2.2.2.9).
  private static let references = 2...4
  private static let attachedMessage = 5
}

extension Timestamp {
  /// A record of a date and a time of day, on a clock of nobody knows where ([MS-OXTNEF] 2.1.3.3.4).
  ///
  /// `nil` for what is no date.
  init?(record place: Range<Int>, in bytes: [UInt8]) {
    var cursor = FieldCursor(bytes, place)
    guard let year = cursor.number(2), let month = cursor.number(2), let day = cursor.number(2),
      let hour = cursor.number(2), let minute = cursor.number(2), let second = cursor.number(2),
      year > 0, let date = CivilDate(year: year, month: month, day: day),
      hour < 24, minute < 60, second < 61
    else { return nil }
    self.init(
      seconds: date.daysSince1970 * 86400 + hour * 3600 + minute * 60 + second, isWallClock: true)
  }
}
