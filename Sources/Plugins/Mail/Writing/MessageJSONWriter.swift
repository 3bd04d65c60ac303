import ConverterCore
import MailboxModel

/// Writes messages as JSON, an object each, with their texts but without the content of what is attached.
struct MessageJSONWriter: Writer {
  typealias Model = Mailbox
  typealias Options = MailOptions

  let name = "JSON"
  let types: [ContentType.ID] = ["public.ndjson", "public.json"]
  let ledgerWords = ["attachments", "long texts"]

  func announce(
    _ model: Mailbox, options: MailOptions, in context: ConversionContext
  ) throws(ConversionError) {
    noteAttachments(in: context)
  }

  func write(
    _ model: Mailbox, as type: ContentType.ID, to output: OutputFile, options: MailOptions,
    in context: ConversionContext
  ) throws(ConversionError) {
    let isArray = type == "public.json"
    if isArray { try output.write(Array("[".utf8)) }
    nonisolated(unsafe) var isFirst = true
    nonisolated(unsafe) var cut = 0
    let all = Double(max(1, model.content.byteCount))
    try model.forEachMessage(in: context) { message throws(ConversionError) in
      let line = ByteBuffer(capacity: 1 << 12)
      try message.append(jsonTo: line)
      return (line, message.isCut)
    } finish: { result, stored, _ throws(ConversionError) in
      let (line, isCut) = result
      if isCut { cut += 1 }
      try context.checkpoint(min(1, Double(stored.extent.lowerBound) / all))
      if isArray, !isFirst { try output.write(Array(",\n".utf8)) }
      isFirst = false
      try output.write(
        UnsafeRawBufferPointer(rebasing: line.bytes.dropLast(isArray ? 1 : 0)))
      return true
    }
    if isArray { try output.write(Array("]\n".utf8)) }
    note(cutMessages: cut, in: context)
  }
}
