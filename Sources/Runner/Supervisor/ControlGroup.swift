import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A control group (cgroup v2) for each worker, where this process was given a group to divide: the kernel then counts
/// all memory that a worker causes to be used, that of page tables and pipes included, and how many threads it has,
/// and ends all of it at once.
///
/// https://docs.kernel.org/admin-guide/cgroup-v2.html. A service manager gives a process a group to divide by
/// delegating it: `systemd-run --user --scope -p Delegate=yes fairy …`. Elsewhere there is none, and resource limits
/// hold alone: to move a process between groups takes the kernel some 15 ms, which a conversion is not to pay for where
/// nothing is gained.
final class ControlGroups {
  /// The group in which this process was started.
  private let parent: FilePath
  private let base: FilePath
  private var next = 0

  /// `nil` where the kernel's limits cannot be handed on to workers: without a controller for them, beside other
  /// processes in the group, or where no group can be made.
  ///
  /// - Parameter own: the path of this process' group below the root.
  convenience init?(root: FilePath? = ControlGroups.root, own: String? = ControlGroups.own) {
    guard let root, let own, let name = FilePath.Component("fairy.\(getpid())") else { return nil }
    let parent = root.pushing(FilePath(root: nil, FilePath(own).components))
    let controllers = Self.read("cgroup.controllers", of: parent)?.split { $0.isWhitespace } ?? []
    guard controllers.contains("memory") || controllers.contains("pids"),
      Self.read("cgroup.procs", of: parent)?.split(separator: "\n").count == 1,
      parent.appending(name).makeFolder(mode: 0o755)
    else { return nil }
    self.init(parent: parent, base: parent.appending(name))
    shareControllers()
  }

  private init(parent: FilePath, base: FilePath) {
    self.parent = parent
    self.base = base
  }

  deinit {
    // A group is removed when nothing is in it, and so this process goes back to where it was.
    Self.write("\(getpid())", to: "cgroup.procs", of: parent)
    base.appending("supervisor").removeFolder()
    base.removeFolder()
  }

  /// A new group with a worker in it.
  func add(_ process: pid_t) -> ControlGroup? {
    next += 1
    guard let name = FilePath.Component("worker-\(next)") else { return nil }
    let path = base.appending(name)
    guard path.makeFolder(mode: 0o755) else { return nil }
    guard Self.write("\(process)", to: "cgroup.procs", of: path) else {
      path.removeFolder()
      return nil
    }
    return ControlGroup(path)
  }

  /// Hands the limits for memory and processes on to the groups of workers. A group that does so may hold no process
  /// itself, so this one moves to a group beside theirs.
  private func shareControllers() {
    let mine = base.appending("supervisor")
    guard mine.makeFolder(mode: 0o755),
      Self.write("\(getpid())", to: "cgroup.procs", of: mine)
    else { return }
    for group in [parent, base] {
      for controller in ["+memory", "+pids"] {
        Self.write(controller, to: "cgroup.subtree_control", of: group)
      }
    }
  }

  /// Where the tree of groups is mounted: by itself, or beside those of version 1.
  static var root: FilePath? {
    ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].map { FilePath($0) }
      .first { $0.appending("cgroup.procs").allows(F_OK) }
  }

  /// The path of this process' group below the root.
  static var own: String? {
    let lines = read("cgroup", of: "/proc/self")?.split(separator: "\n") ?? []
    return lines.first { $0.hasPrefix("0::/") }.map { String($0.dropFirst(3)) }
  }

  fileprivate static func read(_ name: FilePath.Component, of group: FilePath) -> String? {
    guard let file = try? FileDescriptor.open(group.appending(name), .readOnly) else { return nil }
    defer { try? file.close() }
    let bytes = try? file.bytes(atMost: 1 << 16)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @discardableResult
  fileprivate static func write(
    _ text: String, to name: FilePath.Component, of group: FilePath
  ) -> Bool {
    guard let file = try? FileDescriptor.open(group.appending(name), .writeOnly) else {
      return false
    }
    defer { try? file.close() }
    return (try? file.writeAll(Array(text.utf8))) != nil
  }
}

/// The group of one worker, which is removed with this value: the worker has ended by then.
final class ControlGroup {
  private let path: FilePath

  fileprivate init(_ path: FilePath) { self.path = path }

  deinit { path.removeFolder() }

  /// Limits what the worker may use.
  ///
  /// - Parameters:
  ///   - memory: in bytes, of all kinds together.
  ///   - threads: how many there may be.
  func limit(memory: Int, threads: Int) {
    ControlGroups.write("\(memory)", to: "memory.max", of: path)
    // What is not in memory would be slower than the time limit.
    ControlGroups.write("0", to: "memory.swap.max", of: path)
    ControlGroups.write("\(threads)", to: "pids.max", of: path)
  }

  /// Kills everything in it.
  func kill() { ControlGroups.write("1", to: "cgroup.kill", of: path) }
}
