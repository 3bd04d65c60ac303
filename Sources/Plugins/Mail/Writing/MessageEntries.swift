import ArchiveModel
import ConverterCore
import MailboxModel

/// The messages of a mailbox as files, one after the other.
struct MessageEntries: EntrySequence {
  let mailbox: Mailbox
  let context: ConversionContext
  /// Folders that are there without messages, too.
  var folders: [String] = []
  /// The path of a message's file, from the message and its time: its own, or that of the message before it.
  let path: @Sendable (Message, Int?) -> String

  var byteCount: Int { mailbox.content.byteCount }

  func makePass() throws(ConversionError) -> any EntryPass {
    MessageEntryPass(self, try MessagePass(mailbox, in: context))
  }
}

private final class MessageEntryPass: EntryPass {
  private let entries: MessageEntries
  private let messages: MessagePass
  private var message: Message?
  private var time: Int?
  private var folders: ArraySlice<String>
  private var index = 0

  init(_ entries: MessageEntries, _ messages: MessagePass) {
    self.entries = entries
    self.messages = messages
    folders = entries.folders[...]
  }

  var fraction: Double { messages.fraction }

  func next() throws(ConversionError) -> Entry? {
    if let folder = folders.popFirst() {
      defer { index += 1 }
      return Entry(index: index, path: EntryPath(Array(folder.utf8)), kind: .folder)
    }
    message = try messages.next()
    guard let message else {
      try entries.mailbox.check(
        chosen: index - entries.folders.count, of: messages.seen, in: entries.context)
      return nil
    }
    if let own = try message.time { time = own }
    defer { index += 1 }
    return Entry(
      index: index, path: EntryPath(Array(entries.path(message, time).utf8)),
      modified: Timestamp(seconds: time ?? 0))
  }

  func open() throws(ConversionError) -> any EntryStream {
    guard let message else { throw ConversionError(.internalError, "no message is at hand") }
    return MessageStream(message.wholeContent)
  }
}

extension MessageEntries {
  /// Writes the files into a folder, by the writer of folders.
  func write(
    into folder: OutputFolder, _ options: ConversionOptions
  ) throws(ConversionError) {
    let archive = Archive(format: mailbox.format, content: .sequence(self))
    for writer in context.registry.writers where writer.types.contains(.folder) {
      guard let writer = writer as? any FolderWriter<Archive> else { continue }
      return try Self.write(archive, into: folder, by: writer, options, context)
    }
    throw ConversionError(.internalError, "no plugin writes folders")
  }

  private static func write<W: FolderWriter<Archive>>(
    _ archive: Archive, into folder: OutputFolder, by writer: W, _ options: ConversionOptions,
    _ context: ConversionContext
  ) throws(ConversionError) {
    var plain = ConversionOptions()
    plain.keepGoing = options.keepGoing
    try writer.write(
      archive, into: folder, options: try W.Options(plain), in: WritingContext(context))
  }
}
