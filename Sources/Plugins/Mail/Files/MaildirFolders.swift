import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folders of a Maildir that hold messages.
struct MaildirFolders {
  /// The name of a message's file.
  struct Name {
    let bytes: [UInt8]
    /// Whether it stands in `new`.
    let isNew: Bool

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// What stays of it when flags, which stand behind a colon, change.
    var stem: ArraySlice<UInt8> { bytes.prefix { $0 != UInt8(ascii: ":") } }
  }

  private let current: OpenFolder?
  private let fresh: OpenFolder?

  /// - Throws: `readFailed` where one may not be opened; one that is missing is empty.
  init(in root: OpenFolder) throws(ConversionError) {
    current = try Self.folder("cur", in: root)
    fresh = try Self.folder("new", in: root)
  }

  private static func folder(
    _ name: String, in root: OpenFolder
  ) throws(ConversionError) -> OpenFolder? {
    do throws(Errno) {
      return try root.folder(Array(name.utf8))
    } catch {
      guard error != .noSuchFileOrDirectory else { return nil }
      throw ConversionError(
        .readFailed, "its folder \(name) may not be read: \(error)", cause: error)
    }
  }

  /// The names of all messages, in no order.
  func names() throws(Errno) -> [Name] {
    var names: [Name] = []
    for (folder, isNew) in [(current, false), (fresh, true)] {
      guard let folder else { continue }
      // Names with a dot in front are not of messages.
      for item in try folder.items() where !item.isFolder && item.name.first != 0x2E {
        names.append(Name(bytes: item.name, isNew: isNew))
      }
    }
    return names
  }

  func open(_ name: Name) throws(Errno) -> FileDescriptor {
    guard let folder = folder(of: name) else { throw .noSuchFileOrDirectory }
    return try folder.open(name.bytes, O_RDONLY)
  }

  private func folder(of name: Name) -> OpenFolder? { name.isNew ? fresh : current }

  /// Bytes of a message, by some dozens of them: what all take is not worth a call to the system for each.
  func averageByteCount(of names: [Name]) -> Int {
    var (sum, count) = (0, 0)
    for index in stride(from: 0, to: names.count, by: max(1, names.count / 32)) {
      let name = names[index]
      guard let status = try? folder(of: name)?.status(of: name.bytes) else { continue }
      // A size out of thin air does not spoil the sum.
      sum += min(max(0, Int(status.st_size)), 1 << 40)
      count += 1
    }
    return min(sum / max(1, count), (1 << 60) / max(1, names.count))
  }
}
