import ConverterCore
import MailboxModel

/// Writes messages as JSON, an object each, with their texts but without the content of what is attached.
struct MessageJSONWriter: ReadableMailWriter {
  typealias Model = Mailbox
  typealias Options = MailOptions

  let name = "JSON"
  let types: [ContentType.ID] = ["public.ndjson", "public.json"]
  let ledgerWords = LeftInMail.words

  func write(
    _ model: Mailbox, as type: ContentType.ID, to output: OutputFile, options: MailOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let isArray = type == "public.json"
    if isArray { try output.write(Array("[".utf8)) }
    let divider = Array((isArray ? ",\n" : "").utf8)
    try write(model, to: output, dividedBy: divider, in: context.conversion) {
      message throws(ConversionError) in
      let line = ByteBuffer(capacity: 1 << 9)
      try message.append(jsonTo: line)
      // In an array its line end comes with the comma.
      if isArray { line.count -= 1 }
      return line
    }
    if isArray { try output.write(Array("]\n".utf8)) }
  }
}
