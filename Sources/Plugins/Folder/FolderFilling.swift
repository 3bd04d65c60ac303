import ArchiveModel
import ConverterCore
import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder while entries are written into it, by several threads.
///
/// Files and folders are made at once. What must wait until all of them are there: hard links, symbolic
/// links, through which something could be written, and the times of folders, which change with each thing
/// that is put into them.
final class FolderFilling: Sendable {
  let output: OutputFolder
  let root: OpenFolder
  let limits: Limits
  private let idleMakers = Mutex<[EntryMaker]>([])
  private let postponed = Mutex(Postponed())
  /// How many entries get fewer permissions than they have.
  private let narrowed = Atomic(0)

  struct Postponed: Sendable {
    var folderTimes: [(path: [UInt8], times: FileTimes)] = []
    var links: [Entry] = []
    var hardLinks: [Entry] = []
  }

  init(_ output: OutputFolder, within limits: Limits) throws(ConversionError) {
    self.output = output
    self.limits = limits
    do throws(Errno) {
      root = try OpenFolder(reopening: output.descriptor)
    } catch {
      throw output.writing(error)
    }
  }

  /// - Throws: what reading the content throws; `writeFailed`; `unsupportedContent` for a name that the
  ///   file system does not take. Nothing of the entry is left then.
  func add(_ entry: Entry, _ content: ContentSource) throws(ConversionError) {
    var maker = idleMakers.withLock { $0.popLast() } ?? EntryMaker(self)
    defer { idleMakers.withLock { $0.append(maker) } }
    if [.file, .folder].contains(entry.kind), let known = entry.permissions,
      output.narrows(FilePermissions(rawValue: CModeT(known)))
    {
      narrowed.wrappingAdd(1, ordering: .relaxed)
    }
    switch entry.kind {
    case .file: try maker.write(entry, content)
    case .folder: try add(folder: entry, &maker)
    case .link:
      var link = entry
      link.linkTarget = try content.linkTarget()
      postponed.withLock { $0.links.append(link) }
    case .hardLink: postponed.withLock { $0.hardLinks.append(entry) }
    case .device:
      throw ConversionError(.unsafeEntry, "is a device, pipe or socket; none is ever made")
    }
  }

  private func add(folder entry: Entry, _ maker: inout EntryMaker) throws(ConversionError) {
    let known = entry.permissions.map { FilePermissions(rawValue: CModeT($0)) }
    let wanted = output.permissions(known, isFolder: true)
    let isExact = try maker.makeFolder(entry, wanted)
    if !isExact, known != nil { try output.setPermissions(wanted, of: entry.path.bytes) }
    guard let times = maker.times(of: entry) else { return }
    postponed.withLock { $0.folderTimes.append((entry.path.bytes, times)) }
  }

  /// Makes what was postponed.
  func finish(_ admission: Admission, in context: ConversionContext) throws(ConversionError) {
    var all = postponed.withLock { postponed in
      defer { postponed = Postponed() }
      return postponed
    }
    var maker = EntryMaker(self)
    for entry in all.hardLinks.sorted(by: { $0.index < $1.index }) {
      try context.checkpoint()
      do throws(ConversionError) { try maker.link(entry) } catch {
        try admission.leaveOut(entry, error)
      }
    }
    let least = try leastDepth(of: all.links)
    for entry in all.links.sorted(by: { $0.index < $1.index }) {
      try context.checkpoint()
      do throws(ConversionError) {
        try maker.prepare(link: entry, staysBelow: least)
        try output.addLink(entry.path.bytes, to: entry.linkTarget ?? [])
      } catch {
        try admission.leaveOut(entry, error)
      }
    }
    noteNarrowed(in: context)
    all.folderTimes.sort { $1.path.lexicographicallyPrecedes($0.path) }
    for (path, times) in all.folderTimes { maker.folder(at: path)?.setTimes(times) }
  }

  private func noteNarrowed(in context: ConversionContext) {
    let count = narrowed.load(ordering: .relaxed)
    guard count > 0 else { return }
    context.note(
      "permissions", .changed,
      why: (count == 1 ? "1 entry has" : "\(count.grouped) entries have")
        + " fewer than in the archive: the umask applies, and setuid, setgid and sticky bits are not set"
    )
  }

  /// How many folders each link has to stay below: that which takes the place of the folder itself, where
  /// there is nothing beside it.
  private func leastDepth(of links: [Entry]) throws(ConversionError) -> Int {
    guard output.arrangement == .unwrapped, !links.isEmpty else { return 0 }
    do throws(Errno) {
      let items = try root.items()
      guard items.count == 1, items[0].isFolder else { return 0 }
      return links.allSatisfy { $0.path.components.first?.elementsEqual(items[0].name) ?? false }
        ? 1 : 0
    } catch {
      throw output.writing(error)
    }
  }
}
