import ArchiveModel
import ConverterCore
import MIME
import MailboxModel

/// The files that are attached to the messages of a mailbox, one after the other.
struct AttachmentEntries: EntrySequence {
  let mailbox: Mailbox
  let options: AttachmentOptions
  let context: ConversionContext

  var byteCount: Int { mailbox.content.byteCount }

  func makePass() throws(ConversionError) -> any EntryPass {
    try AttachmentPass(self)
  }
}

/// What is taken of what is attached, and how it is arranged.
struct AttachmentOptions: Sendable {
  static let layout = OptionDescriptor(
    "layout", .choice(["flat", "by-message"]), default: "flat",
    help: "attachments beside each other, or in a folder for each message")
  static let inline = OptionDescriptor(
    "inline", .flag, default: "false",
    help: "pictures and style sheets of pages, too, and not only what is attached")
  static let dedupe = OptionDescriptor(
    "dedupe", .flag, default: "false", help: "of attachments with the same content only the first")
  static let descriptors = [layout, inline, dedupe]

  let isByMessage: Bool
  let takesInline: Bool
  let dedupes: Bool

  init(_ reading: ReadingOptions) throws(ConversionError) {
    isByMessage = try reading.value(of: Self.layout) == "by-message"
    takesInline = try reading.isSet(Self.inline)
    dedupes = try reading.isSet(Self.dedupe)
  }
}

private final class AttachmentPass: EntryPass {
  private let entries: AttachmentEntries
  private let messages: MessagePass
  private let patterns: AttachmentPatterns
  private let sniffer: AttachmentSniffer
  private var seen: ContentDigests?
  private var message: Message?
  private var files: ArraySlice<Attachment> = []
  private var current: Attachment?
  /// What is in the file at hand, where that is a container of Outlook's.
  private var inner: (any EntryPass)?
  private var index = 0
  private var chosen = 0
  private var repeated = 0
  private var inline = 0

  init(_ entries: AttachmentEntries) throws(ConversionError) {
    self.entries = entries
    messages = try MessagePass(entries.mailbox, in: entries.context)
    patterns = AttachmentPatterns(entries.mailbox.selection)
    sniffer = AttachmentSniffer(in: entries.context)
    seen = entries.options.dedupes ? try ContentDigests() : nil
  }

  var fraction: Double { messages.fraction }

  func next() throws(ConversionError) -> Entry? {
    while true {
      if let entry = try nextInner() { return entry }
      while let file = files.popFirst() {
        guard let message, isWanted(file) else { continue }
        if let entry = try entry(of: file, message) { return entry }
        if inner != nil { break }
      }
      if inner != nil { continue }
      guard let next = try messages.next() else {
        noteOmissions()
        try entries.mailbox.check(chosen: chosen, of: messages.seen, in: entries.context)
        return nil
      }
      message = next
      chosen += 1
      try sniffer.warnOfFaults(in: next)
      files = try next.attachments[...]
    }
  }

  private func isWanted(_ file: Attachment) -> Bool {
    guard file.role != .inline || entries.options.takesInline else {
      inline += 1
      return false
    }
    return file.isOfOutlook || patterns.take(file.name)
  }

  private func entry(
    of file: Attachment, _ message: Message
  ) throws(ConversionError) -> Entry? {
    if file.isOfOutlook, try open(file, message) { return nil }
    guard patterns.take(file.name) else { return nil }
    if try isRepeated(file, message) { return nil }
    let look = try sniffer.look(at: file, in: message)
    if look.isContainer, !file.isOfOutlook, try open(file, message) { return nil }
    current = file
    return try entry(named: look.name, byteCount: nil, message)
  }

  /// Goes into a container of Outlook's.
  ///
  /// - Returns: whether it can be read.
  private func open(_ file: Attachment, _ message: Message) throws(ConversionError) -> Bool {
    guard let archive = try sniffer.opened(file, of: message) else { return false }
    inner = try archive.makeSequentialPass()
    return true
  }

  private func entry(
    named name: String, byteCount: Int?, _ message: Message
  ) throws(ConversionError) -> Entry {
    defer { index += 1 }
    let path = entries.options.isByMessage ? FileName.of(message) + "/" + name : name
    return Entry(
      index: index, path: EntryPath(Array(path.utf8)), byteCount: byteCount,
      modified: try message.time.map { Timestamp(seconds: $0) })
  }

  /// The next file in a container of Outlook's.
  private func nextInner() throws(ConversionError) -> Entry? {
    while let pass = inner {
      guard let entry = try pass.next() else {
        inner = nil
        return nil
      }
      guard entry.kind == .file, let message else { continue }
      let path = String(decoding: entry.path.bytes, as: UTF8.self)
      let name = FileName.cleaned(path)
      guard patterns.take(name) else { continue }
      if seen != nil {
        guard try isNew(pass.open()) else { continue }
      }
      return try self.entry(
        named: name ?? "attachment", byteCount: entry.byteCount, message)
    }
    return nil
  }

  func open() throws(ConversionError) -> any EntryStream {
    if let inner { return try inner.open() }
    guard let message, let current else {
      throw ConversionError(.internalError, "no attachment is at hand")
    }
    let context = entries.context
    let name = current.name ?? current.mediaType
    let number = message.stored.number
    return MessageStream(message.content(of: current)) { content in
      guard let fault = content.fault else { return }
      context.warn("message \(number), \(name): \(fault)")
    }
  }

  private func isRepeated(_ file: Attachment, _ message: Message) throws(ConversionError) -> Bool {
    guard seen != nil else { return false }
    return try !isNew(MessageStream(message.content(of: file)))
  }

  /// Whether a content was not met before.
  private func isNew(_ content: any EntryStream) throws(ConversionError) -> Bool {
    let isNew = try seen?.insert(content) ?? true
    if !isNew { repeated += 1 }
    return isNew
  }

  private func noteOmissions() {
    if repeated > 0 {
      entries.context.note(
        repeated == 1 ? "an attachment" : "\(repeated) attachments", .dropped,
        why: "their content is there already (--dedupe)")
    }
    if inline > 0 {
      entries.context.note(
        "pictures of pages", .dropped,
        why: "\(inline) belong to pages and are not attached; --set inline=true saves them, too")
    }
    (repeated, inline) = (0, 0)
  }
}
