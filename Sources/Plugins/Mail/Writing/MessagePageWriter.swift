import ConverterCore
import MailboxModel

/// Writes messages as a page, to be read in a browser or printed: nothing in it is loaded from elsewhere, and nothing
/// of it runs.
struct MessagePageWriter: ReadableMailWriter {
  typealias Model = Mailbox
  typealias Options = MailOptions

  let name = "HTML"
  let types: [ContentType.ID] = ["public.html"]
  let ledgerWords = LeftInMail.words + ["remote pictures"]

  func write(
    _ model: Mailbox, as type: ContentType.ID, to output: OutputFile, options: MailOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    var isFirst = true
    var left = LeftInMail()
    var remotePictures = 0
    try model.forEachMessage(in: context.conversion) { message throws(ConversionError) in
      let page = try MessagePage(message)
      return (page, try LeftInMail(of: message, hasPictures: true))
    } finish: { result, _, _ throws(ConversionError) in
      let (page, leftOfMessage) = result
      left.add(leftOfMessage)
      if isFirst { try output.write(Array(MessagePage.head(title: page.title).utf8)) }
      isFirst = false
      remotePictures += page.remotePictures
      try output.write(page.bytes.span)
      return true
    }
    if isFirst { try output.write(Array(MessagePage.head(title: "mail").utf8)) }
    try output.write(Array("</body>\n</html>\n".utf8))
    left.note(in: context.conversion)
    if remotePictures > 0 {
      context.note(
        "remote pictures", .dropped,
        why: "\(remotePictures) are named where they would be, and not fetched")
    }
  }
}
