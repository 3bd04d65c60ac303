internal import ConverterCore
internal import Synchronization

/// Entries that several threads divide among themselves, and how far they have come.
///
/// A thread takes a run of entries that stand in one folder: two that make files in the same folder wait for
/// each other, up to 40 % of their time on ext4.
final class SharedEntries: Sendable {
  private let entries: AdmittedEntries
  private let threads: Int
  private let taken = Mutex((count: 0, work: 0))
  private let done = Atomic<Int>(0)
  private let failure = Mutex<(index: Int, error: ConversionError)?>(nil)
  private let total: Int

  init(_ entries: AdmittedEntries, threads: Int) {
    self.entries = entries
    self.threads = threads
    total = entries.byteCount.addingSaturating(entries.count * Self.cost)
  }

  /// What an entry costs beside its bytes, in bytes.
  private static let cost = 16_384
  /// Work that is not divided any further.
  private static let smallestRun = 1 << 20

  subscript(index: Int) -> Entry { entries[index] }

  /// The positions of entries for one thread; `nil` when there are no more, or one has ended the visit.
  ///
  /// Runs get shorter towards the end, so that all threads end at a time.
  func takeRun() -> Range<Int>? {
    guard firstError == nil else { return nil }
    return taken.withLock { taken in
      guard taken.count < entries.count else { return nil }
      let first = taken.count
      let most = max(Self.smallestRun, (total - taken.work) / (2 * threads))
      var work = Self.work(entries[first])
      var end = first + 1
      while end < entries.count, work < most {
        let next = entries[end]
        guard next.path.isBeside(entries[first].path) else { break }
        work = work.addingSaturating(Self.work(next))
        end += 1
      }
      taken = (end, taken.work.addingSaturating(work))
      return first..<end
    }
  }

  private static func work(_ entry: Entry) -> Int { (entry.byteCount ?? 0).addingSaturating(cost) }

  /// Ends the visit of all entries that come after this one.
  func stop(at index: Int, _ error: ConversionError) {
    failure.withLock { if index < $0?.index ?? .max { $0 = (index, error) } }
  }

  /// Whether no entry before has ended the visit.
  func isWanted(_ index: Int) -> Bool { failure.withLock { index < $0?.index ?? .max } }

  /// The error of the first entry that ended the visit, whichever thread was faster: all before it are
  /// visited to the end.
  var firstError: ConversionError? { failure.withLock { $0?.error } }

  var fraction: Double { min(1, Double(done.load(ordering: .relaxed)) / Double(max(1, total))) }

  func finished(_ entry: Entry) {
    done.wrappingAdd(Self.work(entry), ordering: .relaxed)
  }
}

extension EntryPath {
  /// Whether both are in the same folder.
  fileprivate func isBeside(_ other: EntryPath) -> Bool {
    let slash = UInt8(ascii: "/")
    let folder = bytes.lastIndex(of: slash) ?? 0
    return folder == other.bytes.lastIndex(of: slash) ?? 0
      && bytes[..<folder].elementsEqual(other.bytes[..<folder])
  }
}
