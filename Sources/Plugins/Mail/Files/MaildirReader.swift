import ConverterCore
import MailboxModel
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads Maildir folders: a file a message, those that were seen in `cur`, the others in `new`.
struct MaildirReader: Reader {
  let name = "Maildir"
  let types: [ContentType.ID] = [.maildir]

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> Mailbox {
    guard input.isFolder, let descriptor = input.descriptor else {
      throw ConversionError(.readFailed, "is not a folder")
    }
    let content: Maildir
    do throws(Errno) {
      content = try Maildir(OpenFolder(reopening: descriptor))
    } catch {
      throw ConversionError(.readFailed, "may not be listed: \(error)", cause: error)
    }
    if !content.subfolders.isEmpty, !context.isViewing {
      let names = content.subfolders.prefix(5).map(\.printable).joined(separator: ", ")
      context.note(
        "folders", .dropped,
        why: "\(names)\(content.subfolders.count > 5 ? " and more" : "") are mailboxes of their own"
      )
    }
    return Mailbox(
      format: "Maildir", content: content, selection: try context.reading.messagesOfMail)
  }
}

/// The messages of a Maildir as they were when it was listed, in the order of their names, which begin with the
/// time of their delivery.
struct Maildir: MailboxContent {
  private struct Listed {
    let name: [UInt8]
    let isNew: Bool
  }

  let byteCount: Int
  /// Maildirs in this one, which begin with a dot (Maildir++).
  let subfolders: [String]
  private let current: OpenFolder?
  private let fresh: OpenFolder?
  private let listed: [Listed]

  var messageCount: Int? { listed.count }
  var isSeekable: Bool { true }

  init(_ root: OpenFolder) throws(Errno) {
    var listed: [Listed] = []
    current = try? root.folder(Array("cur".utf8))
    fresh = try? root.folder(Array("new".utf8))
    for (folder, isNew) in [(current, false), (fresh, true)] {
      guard let folder else { continue }
      // Names with a dot in front are not of messages.
      for item in try folder.items() where !item.isFolder && item.name.first != 0x2E {
        listed.append(Listed(name: item.name, isNew: isNew))
      }
    }
    self.listed = listed.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    subfolders = try root.items().filter { $0.isFolder && $0.name.first == 0x2E }
      .map { String(decoding: $0.name, as: UTF8.self) }.sorted()
    // What they take is not worth a call to the system for each of them.
    byteCount = listed.count
  }

  func messages(
    from mark: MessageMark?, in context: ConversionContext
  ) throws(ConversionError) -> any MessageSource {
    MessageFiles(from: mark?.number ?? 1, holding: false) { number throws(ConversionError) in
      guard number <= listed.count else { return nil }
      do throws(ConversionError) {
        return try open(listed[number - 1])
      } catch {
        // The others are good mail.
        context.warn("\(error.message); it stands as an empty message")
        return MessageFiles.Found(file: InputFile(bytes: []), range: 0..<0)
      }
    }
  }

  /// A message under the name that it has got meanwhile: whoever reads mail changes the flags at its end.
  private func renamed(_ name: [UInt8]) throws(Errno) -> FileDescriptor {
    let stem = name.prefix { $0 != UInt8(ascii: ":") }
    for folder in [current, fresh] {
      guard let folder else { continue }
      for item in try folder.items()
      where item.name.prefix(while: { $0 != UInt8(ascii: ":") }).elementsEqual(stem) {
        return try folder.open(item.name, O_RDONLY)
      }
    }
    throw .noSuchFileOrDirectory
  }

  private func open(_ message: Listed) throws(ConversionError) -> MessageFiles.Found {
    let name = String(decoding: message.name, as: UTF8.self)
    let descriptor: FileDescriptor
    do throws(Errno) {
      guard let folder = message.isNew ? fresh : current else { throw .noSuchFileOrDirectory }
      do throws(Errno) {
        descriptor = try folder.open(message.name, O_RDONLY)
      } catch {
        guard error == .noSuchFileOrDirectory else { throw error }
        descriptor = try renamed(message.name)
      }
    } catch {
      let isLink = error == .tooManySymbolicLinkLevels
      throw ConversionError(
        .readFailed,
        error == .noSuchFileOrDirectory
          ? "\(name.printable) is no longer there"
          : "\(name.printable) \(isLink ? "is a link, which is not followed" : "may not be read: \(error)")",
        cause: error)
    }
    let file = try InputFile(granted: descriptor, path: nil)
    return MessageFiles.Found(file: file, range: 0..<file.byteCount, flags: Self.flags(in: name))
  }

  /// The letters behind the last `:2,` of a name.
  private static func flags(in name: String) -> String {
    guard let colon = name.lastIndex(of: ":"), name[colon...].hasPrefix(":2,") else { return "" }
    return String(name[colon...].dropFirst(3).filter { $0.isASCII && $0.isLetter })
  }
}
