public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is left to a process once it meets bytes of unknown origin.
///
/// A decoder that a hostile file takes over can then do no more than this: read the system's libraries
/// and ``readable``, change what is in ``writable``, start ``programs``, and use the descriptors that
/// are open already. It reaches no network, no other process, and gains no privileges.
///
/// Not walled off: looking whether a file exists, how large and old it is and where a link leads, the
/// clock, randomness.
public struct Sandbox: Sendable {
  /// What happens on a system that lacks some of the walls.
  public enum Policy: String, CaseIterable, Sendable {
    /// The work is refused.
    case require
    /// The work goes on behind the walls that there are.
    case auto
    /// No walls.
    case off
  }

  /// Files that may be read, and folders in which everything may be read and listed. Those that do not
  /// exist are passed over.
  public var readable: [FilePath]
  /// Folders in which files and folders may be made, written, linked, renamed and removed, but not
  /// read; files that may be written.
  public var writable: [FilePath]
  /// Programs that may be started, which then stand behind the same walls.
  public var programs: [FilePath]
  public var resources: ResourceLimits?

  public init(
    readable: [FilePath] = [], writable: [FilePath] = [], programs: [FilePath] = [],
    resources: ResourceLimits? = nil
  ) {
    self.readable = readable
    self.writable = writable
    self.programs = programs
    self.resources = resources
  }

  /// Puts up the walls around this process, for good.
  ///
  /// Called while the process has one thread: Landlock holds the thread that asks for it and those
  /// that it starts later, not its siblings. Descriptors that are open stay as they are.
  ///
  /// - Returns: the walls that this system lacks, such as "no Landlock: files are not walled off".
  /// - Throws: `sandboxUnavailable` when one is missing and the policy is to require them.
  public func enter(_ policy: Policy = .auto) throws(ConversionError) -> [String] {
    try enter(policy, landlock: Landlock.version)
  }

  /// - Parameter landlock: the version of Landlock to use, at most the kernel's; 0 for none.
  package func enter(_ policy: Policy, landlock: Int) throws(ConversionError) -> [String] {
    guard policy != .off else { return [] }
    precondition(Self.threadCount == 1, "a sandbox is entered before other threads are started")
    resources?.apply()
    var missing: [String] = []
    if !SystemCallFilter.renouncePrivileges() {
      missing.append("no PR_SET_NO_NEW_PRIVS: privileges may be gained")
    }
    if !enterLandlock(version: landlock) {
      missing.append("no Landlock: files are not walled off")
    }
    // Landlock tells the processes that were started here from others, a filter of numbers cannot.
    let signals = !programs.isEmpty && landlock >= Landlock.firstVersionWithSignals
    if !SystemCallFilter.install(
      programs: !programs.isEmpty, signals: signals, changes: !writable.isEmpty)
    {
      missing.append("no seccomp: network and other processes are not walled off")
    }
    if policy == .require, !missing.isEmpty {
      throw ConversionError(
        .sandboxUnavailable,
        "this system lacks walls of the sandbox (\(missing.joined(separator: "; "))); "
          + "--sandbox auto goes on without them")
    }
    return missing
  }

  private func enterLandlock(version: Int) -> Bool {
    guard let rules = Landlock(version: version) else { return false }
    let data = programs.isEmpty ? [] : Self.programData
    for path in Self.systemFolders + data + readable { rules.allow(.read, at: path) }
    for path in writable { rules.allow(.change, at: path) }
    for program in programs {
      for path in [program] + ProgramFile.interpreters(of: program) {
        rules.allow([.read, .execute], at: path)
      }
    }
    rules.allow([.read, .write], at: "/dev/null")
    return rules.enforce()
  }

  /// How many threads the process has; 1 where that is not known.
  private static var threadCount: Int {
    var status = stat()
    // A folder's links are itself, its name, and its folders: one a thread.
    return stat("/proc/self/task", &status) == 0 ? Int(status.st_nlink) - 2 : 1
  }
}

extension Sandbox {
  /// A sentence for the user about walls that the system lacks.
  public static func note(ofMissing missing: [String]) -> String {
    "this system lacks walls of the sandbox (\(missing.joined(separator: "; "))); "
      + "--sandbox require refuses to go on without them, --sandbox off says nothing"
  }
}
