import ArchiveModel
import ConverterCore

/// A message as the file has it: places of what it holds, nothing decoded.
struct Message {
  /// The code page of its texts that are not Unicode.
  var codePage: Int?
  var messageClass: StoredText?
  var subject: StoredText?
  var sent: Timestamp?
  var text: StoredText?
  var html: Range<Int>?
  /// HTML that is stored as a text.
  var htmlText: StoredText?
  var compressedRTF: Range<Int>?
  /// Why the bodies cannot be trusted.
  var bodyFault: ConversionError?
  var attachments: [Attachment] = []
  /// Why the message could not be read further, where it is none of its attachments that is cut.
  var fault: ConversionError?

  /// What the message is, if it is more than a letter: "an appointment (IPM.Appointment)".
  func kind(in bytes: [UInt8]) -> String? {
    guard let place = messageClass?.raw(in: bytes), messageClass?.isUnicode == false else {
      return nil
    }
    let name = String(decoding: bytes[place].prefix(80), as: UTF8.self).printable
    let kinds = [
      ("IPM.Appointment", "an appointment"), ("IPM.Schedule.", "an appointment"),
      ("IPM.Microsoft Schedule.", "an appointment"), ("IPM.Contact", "a contact"),
      ("IPM.Task", "a task"),
    ]
    return kinds.first { name.hasPrefix($0.0) }.map { "\($0.1) (\(name))" }
  }
}

/// An attachment as the file has it.
struct Attachment {
  /// Its name in the words of the different places that may have one, the best first.
  var names: [StoredText] = []
  var modified: Timestamp?
  /// Its bytes; of an attached message those of the message.
  var content: Range<Int>?
  var isMessage = false
  /// Whether the file has only a name of where the sender keeps the content.
  var isReference = false
  /// Why the content cannot be trusted.
  var fault: ConversionError?
}
