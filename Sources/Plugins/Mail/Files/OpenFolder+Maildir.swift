import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension OpenFolder {
  /// Whether it is a folder of messages, a file each: it has `cur` and another of the three folders of a Maildir, or
  /// in one of them files that are called as messages are.
  ///
  /// What copies folders may leave empty ones out.
  var isMaildir: Bool {
    guard hasFolder("cur") else { return hasFolder("new") && hasMessages(in: "new") }
    return hasFolder("new") || hasFolder("tmp") || hasMessages(in: "cur")
  }

  private func hasFolder(_ name: String) -> Bool {
    guard let status = try? status(of: Array(name.utf8)) else { return false }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  private func hasMessages(in name: String) -> Bool {
    let items = try? folder(Array(name.utf8)).items()
    return items?.contains { Self.isOfMessage($0.name) } ?? false
  }

  /// Whether a name says the second of delivery, what is unique, and a host: `1700000000.M1P2.host:2,S`.
  private static func isOfMessage(_ name: [UInt8]) -> Bool {
    let parts = name.split(
      separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 && (9...10).contains(parts[0].count)
      && parts[0].allSatisfy { $0 &- 0x30 < 10 }
  }
}
