import CSandbox
import SystemPackage

/// Rules for files, network and signals that the kernel will hold this process to.
///
/// https://docs.kernel.org/userspace-api/landlock.html; each version of it knows some rights more. What
/// a version does not know is held back by ``SystemCallFilter`` alone.
struct Landlock: ~Copyable {
  /// The version that the kernel speaks, 0 where it has none.
  static var version: Int { max(0, Int(fairy_landlock_version())) }

  private let ruleset: Int32
  private let handled: Rights

  /// Denies all that `version` knows of; `nil` where there is no Landlock.
  init?(version: Int) {
    let version = min(version, Self.version)
    guard version > 0 else { return nil }
    let handled = Rights.known(to: version)
    let network: UInt64 = version >= 4 ? 0b11 : 0  // TCP: bind, connect
    let scopes: UInt64 = version >= 6 ? 0b11 : 0  // abstract sockets, signals
    let ruleset = fairy_landlock_ruleset(handled.rawValue, network, scopes)
    guard ruleset >= 0 else { return nil }
    self.handled = handled
    self.ruleset = ruleset
  }

  deinit { try? FileDescriptor(rawValue: ruleset).close() }

  /// Grants rights on a file, or on everything in a folder.
  ///
  /// A path that leads nowhere is passed over: opening it fails with the reason. So is one on a file system that
  /// Landlock does not handle, such as that of pipes.
  func allow(_ rights: Rights, at path: FilePath) {
    let known = rights.intersection(handled)
    _ = unsafe path.withPlatformString {
      unsafe fairy_landlock_allow_path(
        ruleset, $0, known.intersection(.ofFiles).rawValue, known.rawValue)
    }
  }

  /// Grants rights on everything in a folder that is open.
  func allow(_ rights: Rights, in folder: FileDescriptor) {
    let known = rights.intersection(handled)
    _ = fairy_landlock_allow(
      ruleset, folder.rawValue, known.intersection(.ofFiles).rawValue, known.rawValue)
  }

  /// The rules as a descriptor, for a process that is to be started. It belongs to the caller.
  consuming func descriptor() -> FileDescriptor {
    let descriptor = FileDescriptor(rawValue: ruleset)
    discard self
    return descriptor
  }

  /// Makes the rules binding, for good.
  consuming func enforce() -> Bool { fairy_landlock_restrict(ruleset) == 0 }
}
