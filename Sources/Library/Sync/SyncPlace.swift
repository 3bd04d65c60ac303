public import ConverterCore
public import SystemPackage

/// What a library is synced with.
public enum SyncPlace: Sendable, Equatable {
  /// A folder: of a disk, of a network file system.
  case folder(FilePath)
  /// A folder of another machine, reached with `sftp`.
  case ssh(host: String, path: String)
  /// Anything that `rclone` knows, by the name that its configuration gives it.
  case rclone(String)

  /// Reads `ssh:HOST:PATH`, `rclone:REMOTE:PATH` or the path of a folder.
  ///
  /// - Throws: `usage` for anything else: the message says what is wrong.
  public init(_ text: String) throws(ConversionError) {
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw Self.wrong(text, "it has a control character in it")
    }
    if text.hasPrefix("ssh:") {
      self = try Self.ssh(text)
    } else if text.hasPrefix("rclone:") {
      let remote = String(text.dropFirst("rclone:".count))
      guard remote.contains(":"), !remote.hasPrefix("-"), !remote.hasPrefix(":") else {
        throw Self.wrong(text, "rclone:REMOTE:PATH names a remote of rclone's configuration")
      }
      self = .rclone(remote)
    } else {
      guard text.hasPrefix("/") else {
        throw Self.wrong(text, "the path of a folder begins with /")
      }
      self = .folder(FilePath(text))
    }
  }

  private static func ssh(_ text: String) throws(ConversionError) -> SyncPlace {
    let rest = text.dropFirst("ssh:".count)
    let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[0].hasPrefix("-"), !parts[1].isEmpty else {
      throw wrong(text, "ssh:HOST:PATH names a host as ssh knows it, and a folder there")
    }
    return .ssh(host: String(parts[0]), path: String(parts[1]))
  }

  private static func wrong(_ text: String, _ why: String) -> ConversionError {
    ConversionError(
      .usage, "\"\(text.printable)\" is nothing that a library can be synced with: \(why)")
  }
}

extension SyncPlace: CustomStringConvertible {
  /// What ``init(_:)`` reads.
  public var description: String {
    switch self {
    case .folder(let path): path.lossyText
    case .ssh(let host, let path): "ssh:\(host):\(path)"
    case .rclone(let remote): "rclone:\(remote)"
    }
  }
}
