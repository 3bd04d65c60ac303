import ArchiveModel
import ConverterCore

/// The entries of a message and of the messages attached to it, and where their contents are.
struct Listing {
  private let bytes: [UInt8]
  private let context: ConversionContext
  private(set) var entries: [Entry] = []
  private(set) var sources: [EntrySource] = []

  init(_ bytes: [UInt8], _ context: ConversionContext) {
    self.bytes = bytes
    self.context = context
  }

  var limits: Limits { context.limits }

  /// - Parameters:
  ///   - folder: the path of the message with a slash behind it; empty for the outermost one.
  ///   - depth: how many messages this one is in, with itself.
  mutating func add(
    _ message: Message, _ encoding: MessageEncoding, in folder: [UInt8], depth: Int
  ) throws(ConversionError) {
    try addBodies(of: message, encoding, in: folder)
    for (index, attachment) in message.attachments.enumerated() {
      try context.checkpoint()
      guard !attachment.isReference else {
        context.warn(
          "of an attachment there is only the name of where its sender keeps it; it was passed over"
        )
        continue
      }
      var name = attachment.name(in: bytes, encoding)
      if attachment.isMessage {
        if try addMessage(attachment, name, index, encoding, in: folder, depth: depth) { continue }
        name = Self.title(index, [name]) + Array(".tnef".utf8)
      }
      if name.isEmpty { name = Array("attachment-\(index + 1)".utf8) }
      try add(
        attachment.content.map(EntrySource.stored) ?? .none, folder + name, attachment.modified,
        fault: attachment.fault)
    }
  }

  private mutating func addBodies(
    of message: Message, _ encoding: MessageEncoding, in folder: [UInt8]
  ) throws(ConversionError) {
    let bodies: [(String, EntrySource?)] = [
      ("body.txt", message.text.map { .text($0, encoding) }),
      (
        "body.html",
        message.html.map { .stored($0) } ?? message.htmlText.map { .text($0, encoding) }
      ),
      ("body.rtf", message.compressedRTF.map { .richText($0) }),
    ]
    for case (let name, let source?) in bodies {
      try add(source, folder + Array(name.utf8), message.sent, fault: message.bodyFault)
    }
  }

  /// Adds an attached message as a folder.
  ///
  /// - Returns: whether it was; one that cannot be read, or lies too deep, is better kept as it is.
  private mutating func addMessage(
    _ attachment: Attachment, _ name: [UInt8], _ index: Int, _ outer: MessageEncoding,
    in folder: [UInt8], depth: Int
  ) throws(ConversionError) -> Bool {
    guard attachment.fault == nil, let part = attachment.content,
      AttributeWalk.isMessage(bytes, part)
    else { return false }
    guard depth < limits.nesting, folder.count < Self.longestFolder else {
      context.warn("messages that lie in \(depth) others are left as they are, in files of TNEF")
      return false
    }
    let message = try MessageParser.message(of: part, in: bytes, context)
    if message.fault != nil {
      context.warn("an attached message is damaged; it is left as it is, in a file of TNEF")
      return false
    }
    let encoding = try MessageEncoding(of: message, in: bytes, within: outer, context)
    let own = message.subject.map { encoding.name($0, in: bytes) } ?? []
    let path = folder + Self.title(index, [name, own])
    try add(.none, path, message.sent ?? attachment.modified, kind: .folder)
    try add(message, encoding, in: path + [UInt8(ascii: "/")], depth: depth + 1)
    return true
  }

  /// A name for an attached message: the first of some texts of which something is left as a name, or its number.
  private static func title(_ index: Int, _ texts: [[UInt8]]) -> [UInt8] {
    for text in texts {
      let start = String(decoding: text.prefix(longestTitle * 4), as: UTF8.self)
      if let name = FileName.cleaned(component: start, atMost: longestTitle) {
        return Array(name.utf8)
      }
    }
    return Array("message-\(index + 1)".utf8)
  }

  private static let longestTitle = 64

  /// Bytes of a path within which no more folders are made: a path is held for every entry.
  private static let longestFolder = 1024

  private mutating func add(
    _ source: EntrySource, _ path: [UInt8], _ modified: Timestamp?, kind: Entry.Kind = .file,
    fault: ConversionError? = nil
  ) throws(ConversionError) {
    try limits.check(.entries, entries.count + 1, for: "the archive")
    var entry = Entry(
      index: entries.count, path: EntryPath(path), kind: kind, modified: modified, fault: fault)
    if kind == .file, fault == nil { measure(source, &entry) }
    entries.append(entry)
    sources.append(source)
  }

  /// Finds out how large a content is; one that cannot be decoded is at fault.
  private func measure(_ source: EntrySource, _ entry: inout Entry) {
    do throws(ConversionError) {
      entry.byteCount = try source.content(in: bytes, within: limits).part.count
      if case .richText(let part) = source {
        entry.compressedByteCount = part.count
        entry.method = "LZFu"
      } else {
        entry.compressedByteCount = entry.byteCount
      }
    } catch {
      entry.fault = error
    }
  }
}

extension Attachment {
  /// The first name that is not empty, as it is; empty where there is none.
  fileprivate func name(in bytes: [UInt8], _ encoding: MessageEncoding) -> [UInt8] {
    for name in names {
      let decoded = encoding.name(name, in: bytes)
      if !decoded.isEmpty { return decoded }
    }
    return []
  }
}
