import ArchiveModel
import ConverterCore

/// Reads a message with its attachments as an archive of them.
///
/// The file is held whole: it was itself the attachment of a mail.
struct TNEFReader: Reader {
  let name = "TNEF"
  let takes: Set<ConversionOptions.Name> = [.encoding]
  let types: [ContentType.ID] = ["com.microsoft.tnef"]

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Archive {
    try input.namedInErrors { () throws(ConversionError) in
      let bytes = try input.bytes(of: "a file of attachments", in: context.conversion)
      let message = try MessageParser.message(of: bytes.indices, in: bytes, context.conversion)
      if let fault = message.fault { throw fault }
      let encoding = try MessageEncoding(of: message, in: bytes, within: nil, context.conversion)
      var listing = Listing(bytes, context.conversion)
      try listing.add(message, encoding, in: [], depth: 1)
      if let kind = message.kind(in: bytes) {
        context.warn(
          "this is \(kind), whose dates, places and people are no files and are left out")
      }
      return Archive(
        format: name, comment: message.subject.flatMap { encoding.line($0, in: bytes) },
        nameEncoding: encoding.shown, content: .directory(TNEFDirectory(bytes, listing)))
    }
  }
}
