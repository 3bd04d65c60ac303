public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Confines a process before it reads bytes of unknown origin.
///
/// A decoder that a hostile file takes over can then do no more than this: read the system's libraries
/// and ``readable``, change what is in ``filled``, and use the descriptors that are open already. It reaches
/// no network, no other process and no program, and gains no privileges.
///
/// Landlock decides which files can be opened; where a kernel has none, a mount namespace hides all others. A list of
/// system calls allows what conversions need. What remains is the clock, randomness, and finding out whether a file
/// exists, how large and old it is and where a link leads: a worker checks what exists at the place of its output.
public struct Sandbox: Sendable {
  /// What happens on a system that lacks a part of the sandbox.
  public enum Policy: String, CaseIterable, Sendable {
    /// The work is refused.
    case require
    /// The work goes on with the parts that there are; files can be opened by name in no case.
    case auto
    /// No sandbox.
    case off
  }

  /// Folders, open, in which everything may be read and listed.
  public var readable: [FileDescriptor]
  /// Folders, open, in which files and folders may be made, written, linked, renamed and removed.
  public var filled: [FileDescriptor]
  /// Whether the process serves connections that come to a socket which is open already: it accepts them, waits for many of
  /// them at once, and locks and maps files of the folders that it fills, as databases do.
  public var serves: Bool
  /// Whether the process forks others like itself, each of which then calls ``narrow()``.
  public var forks: Bool
  public var resources: ResourceLimits?

  public init(
    readable: [FileDescriptor] = [], filled: [FileDescriptor] = [], serves: Bool = false,
    forks: Bool = false, resources: ResourceLimits? = nil
  ) {
    self.readable = readable
    self.filled = filled
    self.serves = serves
    self.forks = forks
    self.resources = resources
  }

  /// Enters the sandbox, for good.
  ///
  /// Called while the process has one thread: Landlock holds the thread that asks for it and those
  /// that it starts later, not its siblings. Descriptors that are open stay as they are.
  ///
  /// - Parameter prepare: opens the files of the system that are needed later. It is called on a system that cannot
  ///   restrict which files may be opened, where no file can be opened afterwards.
  /// - Returns: what this system lacks, such as "no Landlock: …".
  /// - Throws: `sandboxUnavailable` when the policy is to require what is missing, or a folder cannot be confined to.
  public func enter(
    _ policy: Policy = .auto, prepare: () -> Void = {}
  ) throws(ConversionError) -> [String] {
    try enter(policy, on: .this, prepare: prepare)
  }

  /// - Parameter kernel: what is used of the system, which may have more.
  package func enter(
    _ policy: Policy, on kernel: Kernel, prepare: () -> Void = {}
  ) throws(ConversionError) -> [String] {
    guard policy != .off else { return [] }
    precondition(Self.threadCount == 1, "a sandbox is entered before other threads are started")
    resources?.apply()
    var missing: [String] = []
    if !SystemCallFilter.forbidNewPrivileges() {
      missing.append("no PR_SET_NO_NEW_PRIVS: privileges may be gained")
    }
    var kind: SystemCallFilter.Kind = forks ? .forks : []
    if !filled.isEmpty { kind.insert(.fillsFolder) }
    if serves { kind.insert(.serves) }
    if !enterLandlock(version: kernel.landlock) {
      // After Landlock it could not be: nothing is mounted there.
      let hidesFiles =
        kernel.hasNamespaces && Namespaces.show(only: ["/proc", "/dev/fd"] + Self.systemFiles)
      missing.append(
        "no Landlock: " + (hidesFiles ? "only a mount namespace hides files" : "no file is opened"))
      if !hidesFiles {
        try checkNeedsNoFolder()
        prepare()
        kind.insert(.opensNothing)
      }
    }
    if !SystemCallFilter.install(kind) {
      missing.append("no seccomp: network and other processes can be reached")
    }
    if policy == .require, !missing.isEmpty {
      throw ConversionError(
        .sandboxUnavailable,
        "this system lacks parts of the sandbox (\(missing.joined(separator: "; "))); "
          + "--sandbox auto goes on without them")
    }
    return missing
  }

  /// Takes from a process that was forked inside what only the one needs that forks.
  ///
  /// - Returns: whether the system can do it.
  public static func narrow() -> Bool { SystemCallFilter.install([]) }

  private func checkNeedsNoFolder() throws(ConversionError) {
    guard !filled.isEmpty || !readable.isEmpty else { return }
    throw ConversionError(
      .sandboxUnavailable,
      "this system has neither Landlock nor user namespaces, so that work on a folder cannot be confined to it; "
        + "--sandbox off works without a sandbox")
  }

  private func enterLandlock(version: Int) -> Bool {
    guard let rules = Landlock(version: version) else { return false }
    for path in Self.systemFiles { rules.allow(.read, at: path) }
    for folder in readable { rules.allow(.read, in: folder) }
    // Folders in it are opened, which counts as reading.
    for folder in filled { rules.allow([.read, .change], in: folder) }
    rules.allow([.read, .write], at: "/dev/null")
    // Dispatch looks at the state of its threads in /proc/TID, and ends the process where it cannot. What is secret of other
    // processes there (memory, environment, open files) needs the right to trace them, which Landlock takes.
    if serves { rules.allow(.read, at: "/proc") }
    return rules.enforce()
  }

  /// How many threads the process has; 1 where that is not known.
  private static var threadCount: Int {
    // A folder's links are itself, its name, and its folders: one a thread.
    FilePath("/proc/self/task").status().map { Int($0.st_nlink) - 2 } ?? 1
  }
}

extension Sandbox {
  /// What a kernel has for a sandbox that others lack.
  package struct Kernel: Sendable {
    /// The version of Landlock that it speaks; 0 for none.
    package var landlock: Int
    /// Whether processes may have a mount namespace of their own.
    package var hasNamespaces: Bool

    package init(landlock: Int, hasNamespaces: Bool) {
      (self.landlock, self.hasNamespaces) = (landlock, hasNamespaces)
    }

    /// The one that runs; whether it lets this process have namespaces is found out by trying.
    static var this: Kernel { Kernel(landlock: Landlock.version, hasNamespaces: true) }
  }

  /// A sentence for the user about what the system lacks.
  public static func note(ofMissing missing: [String]) -> String {
    "this system lacks parts of the sandbox (\(missing.joined(separator: "; "))); "
      + "--sandbox require refuses to go on without them, --sandbox off says nothing"
  }
}
