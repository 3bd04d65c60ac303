import Synchronization
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder that appears under its name with everything that is in it, or not at all.
///
/// It is filled under a hidden name beside its destination, `.fairy-….partial`, and moved into place. Symbolic links,
/// which could lead elsewhere while it is filled, are made when it is published.
///
/// The two may be two processes: a sealed worker fills what its supervisor granted it, and the supervisor
/// makes the links and moves everything into place. Any thread may fill it.
public final class OutputFolder: Sendable {
  /// What becomes of the things that were put into the folder.
  public enum Arrangement: String, Sendable, CaseIterable {
    /// The folder itself is the result.
    case whole
    /// If it holds a single thing, that takes its own name beside the destination; else the folder is the
    /// result.
    case unwrapped
    /// They are added to what the destination holds already.
    case merged
  }

  /// What is made when the folder is published.
  package enum Deferred: Sendable {
    case link(path: [UInt8], target: [UInt8])
    case permissions(path: [UInt8], FilePermissions)
  }

  /// Where it is to be seen, once it is published.
  public let destination: FilePath
  /// What becomes of the things in it then.
  public let arrangement: Arrangement
  /// Whether files and folders get the times that they have in the input.
  public let keepsTimes: Bool
  /// The open folder, empty at first. Files and folders are made relative to it (`openat`).
  public let descriptor: FileDescriptor
  /// Of the nine permission bits those that nobody may get, because the input is closed to them.
  let withheld: FilePermissions
  /// Permissions that nothing new gets, as the user has it.
  private let umask: FilePermissions
  let origin: Origin

  enum Origin: Sendable {
    case staging(Staging)
    /// Another process made it.
    case granted(@Sendable (Deferred) throws(ConversionError) -> Void)
  }

  private let deferred = Mutex(DeferredThings())

  /// Makes the staging folder for a destination.
  ///
  /// - Parameters:
  ///   - keepsTimes: whether files and folders get the times that they have in the input.
  ///   - permissions: of the input; nobody may read the result who may not read the input.
  /// - Throws: `cannotCreateOutput` when the folder that is to hold it is missing or may not be written to.
  package init(
    _ destination: FilePath, _ arrangement: Arrangement, keepsTimes: Bool = true,
    permissions: FilePermissions? = nil
  ) throws(ConversionError) {
    let (staging, umask) = try Staging.make(for: destination, arrangement)
    self.destination = destination
    self.arrangement = arrangement
    self.keepsTimes = keepsTimes
    self.umask = umask
    descriptor = staging.folder.descriptor
    withheld = Self.withheld(by: permissions)
    origin = .staging(staging)
  }

  /// A staging folder that another process made, which alone can publish it.
  ///
  /// The process stops masking the permissions of new files by itself (`umask`): it may be one that cannot
  /// change them afterwards.
  ///
  /// - Parameters:
  ///   - descriptor: closed with the object.
  ///   - deferring: takes what the other process is to make.
  package init(
    granted descriptor: FileDescriptor, for destination: FilePath, _ arrangement: Arrangement,
    keepsTimes: Bool = true, permissions: FilePermissions? = nil,
    deferring: @escaping @Sendable (Deferred) throws(ConversionError) -> Void
  ) {
    self.destination = destination
    self.arrangement = arrangement
    self.keepsTimes = keepsTimes
    self.descriptor = descriptor
    umask = Self.inheritedMask
    withheld = Self.withheld(by: permissions)
    origin = .granted(deferring)
  }

  /// What the process was started with; it masks nothing any more.
  private static let inheritedMask = FilePermissions(
    rawValue: CModeT(SystemCalls.setMask(0) & 0o777))

  deinit {
    abandon()
    if case .granted = origin { try? descriptor.close() }
  }

  /// The permissions of a thing in the folder: those it has in the input, or else all, less those that the umask
  /// and the permissions of the input itself withhold.
  ///
  /// - Parameters:
  ///   - known: those in the input, nine bits; others, such as setuid, are dropped. `nil` where it has none.
  ///   - isFolder: whether the thing is a folder; a file may not be executed where nothing is known.
  public func permissions(_ known: FilePermissions?, isFolder: Bool) -> FilePermissions {
    let all = FilePermissions(rawValue: isFolder ? 0o777 : 0o666)
    return (known ?? all).intersection(FilePermissions(rawValue: 0o777)).subtracting(umask)
      .subtracting(withheld)
  }

  /// Whether a thing in the folder gets fewer permissions than these, for other reasons than those of the input.
  public func narrows(_ known: FilePermissions) -> Bool {
    permissions(known, isFolder: true) != known.subtracting(withheld)
  }

  /// Has a symbolic link made when the folder is published.
  ///
  /// - Parameters:
  ///   - path: within the folder, `/` between components; the folders on the way exist.
  ///   - target: relative, and not leading out of the folder: the caller checks that.
  /// - Throws: `limitExceeded` when there are too many to be held.
  public func addLink(_ path: [UInt8], to target: [UInt8]) throws(ConversionError) {
    try add(.link(path: path, target: target))
  }

  /// Has a folder's permissions set when the folder is published, for those that would keep it from being
  /// moved or filled.
  public func setPermissions(
    _ permissions: FilePermissions, of path: [UInt8]
  ) throws(ConversionError) {
    try add(.permissions(path: path, permissions))
  }

  /// Takes what another process, which fills the folder, has deferred.
  package func add(_ thing: Deferred) throws(ConversionError) {
    switch origin {
    case .granted(let deferring): try deferring(thing)
    case .staging: try deferred.withLock { (all) throws(ConversionError) in try all.add(thing) }
    }
  }

  var deferredLinks: [(path: [UInt8], target: [UInt8])] { deferred.withLock { $0.links } }

  var deferredPermissions: [(path: [UInt8], permissions: FilePermissions)] {
    deferred.withLock { $0.permissions }
  }

  /// An error that ends the filling of the folder, since the next thing would meet it as well.
  package func writing(_ error: any Error) -> ConversionError { .writing(destination, error) }

  /// Discards the folder: nothing of it stays. The same happens when the last reference is released.
  package func abandon() {
    if case .staging(let staging) = origin { staging.remove() }
  }

  /// Who may not read the input gets nothing of what comes out of it.
  private static func withheld(by permissions: FilePermissions?) -> FilePermissions {
    guard let permissions else { return [] }
    var withheld: FilePermissions = []
    if !permissions.contains(.groupRead) { withheld.formUnion(.groupReadWriteExecute) }
    if !permissions.contains(.otherRead) { withheld.formUnion(.otherReadWriteExecute) }
    return withheld
  }
}

/// What is to be made when a folder is published, in memory until then.
struct DeferredThings {
  private(set) var links: [(path: [UInt8], target: [UInt8])] = []
  private(set) var permissions: [(path: [UInt8], permissions: FilePermissions)] = []
  private var byteCount = 0

  /// A hundred bytes for each of a million links, twice over.
  private static let mostBytes = 256 << 20

  mutating func add(_ thing: OutputFolder.Deferred) throws(ConversionError) {
    switch thing {
    case .link(let path, let target):
      byteCount += path.count + target.count + 96
      links.append((path, target))
    case .permissions(let path, let value):
      byteCount += path.count + 48
      permissions.append((path, value))
    }
    guard byteCount <= Self.mostBytes else {
      throw ConversionError.exceeding(
        .init(fixed: "links", needed: byteCount, allowed: Self.mostBytes),
        "there are more symbolic links than can be held: over 256 MiB of names")
    }
  }
}
