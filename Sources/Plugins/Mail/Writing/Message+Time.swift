import ConverterCore
import MailboxModel

extension Message {
  /// When it was sent or came, as it says itself, else when its file was last written; in seconds since 1970.
  var time: Int? {
    get throws(ConversionError) {
      if let moment = try moment { return moment }
      return stored.fileTime
    }
  }
}
