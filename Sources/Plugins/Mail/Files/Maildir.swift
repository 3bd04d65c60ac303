import ConverterCore
import MailboxModel
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The messages of a Maildir as they were when it was listed, in the order of the times of their delivery, which their
/// names begin with.
struct Maildir: MailboxContent {
  let byteCount: Int
  /// Maildirs in this one, which begin with a dot (Maildir++).
  let subfolders: [String]
  private let folders: MaildirFolders
  private let listed: [MaildirFolders.Name]
  private let averageByteCount: Int

  var messageCount: Int? { listed.count }
  var isSeekable: Bool { true }

  /// - Throws: `readFailed` where it, or a folder of messages in it, may not be read.
  init(_ root: OpenFolder) throws(ConversionError) {
    folders = try MaildirFolders(in: root)
    do throws(Errno) {
      listed = try folders.names().map { (Self.leadingNumber($0.bytes), $0) }.sorted {
        $0.0 != $1.0 ? $0.0 < $1.0 : $0.1.bytes.lexicographicallyPrecedes($1.1.bytes)
      }.map(\.1)
      subfolders = try root.items().filter { $0.isFolder && $0.name.first == 0x2E }
        .map { String(decoding: $0.name, as: UTF8.self) }.sorted()
    } catch {
      throw ConversionError(.readFailed, "may not be listed: \(error)", cause: error)
    }
    averageByteCount = folders.averageByteCount(of: listed)
    byteCount = averageByteCount * listed.count
  }

  /// Seconds, which nothing fills up to the same number of digits. Names without a number are the last.
  private static func leadingNumber(_ name: [UInt8]) -> Int {
    let digits = name.prefix { $0 &- 0x30 < 10 }
    guard !digits.isEmpty, digits.count <= 18 else { return .max }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  func messages(
    from mark: MessageMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any MessageSource {
    let renamed = MaildirRenames(folders)
    return MessageFiles(
      from: mark?.number ?? 1, holding: false, averageByteCount: averageByteCount
    ) { number throws(ConversionError) in
      guard number <= listed.count else { return nil }
      do throws(ConversionError) {
        return try open(listed[number - 1], renamed)
      } catch {
        // The others are good mail.
        context.warn("\(error.message); it stands as an empty message")
        return MessageFiles.Found(file: InputFile(bytes: []), range: 0..<0)
      }
    }
  }

  private func open(
    _ listed: MaildirFolders.Name, _ renamed: MaildirRenames
  ) throws(ConversionError) -> MessageFiles.Found {
    var name = listed
    let descriptor: FileDescriptor
    do throws(Errno) {
      do throws(Errno) {
        descriptor = try folders.open(name)
      } catch {
        guard error == .noSuchFileOrDirectory else { throw error }
        (descriptor, name) = try renamed.open(listed)
      }
    } catch {
      let isLink = error == .tooManySymbolicLinkLevels
      throw ConversionError(
        .readFailed,
        error == .noSuchFileOrDirectory
          ? "\(listed.text.printable) is no longer there"
          : "\(listed.text.printable) "
            + (isLink ? "is a link, which is not followed" : "may not be read: \(error)"),
        cause: error)
    }
    let time = descriptor.status.map { FileTimes($0).modifiedSecond }
    let file: InputFile
    do throws(ConversionError) {
      file = try InputFile(granted: descriptor, path: nil)
    } catch {
      throw ConversionError(error.code, "\(name.text.printable) \(error.message)")
    }
    return MessageFiles.Found(
      file: file, range: 0..<file.byteCount, flags: Self.flags(in: name.text), time: time)
  }

  /// The letters behind the last `:2,` of a name.
  private static func flags(in name: String) -> String {
    guard let colon = name.lastIndex(of: ":"), name[colon...].hasPrefix(":2,") else { return "" }
    return String(name[colon...].dropFirst(3).filter { $0.isASCII && $0.isLetter })
  }
}
