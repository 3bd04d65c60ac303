internal import ConverterCore
internal import Synchronization

/// A visit of entries that can be read in any order, on several threads.
struct DirectoryVisit: Sendable {
  typealias Body = @Sendable (Entry, ContentSource) throws(ConversionError) -> Void

  private let directory: any EntryDirectory
  private let admission: Admission
  private let context: ConversionContext
  private let body: Body
  private let budget: ExpansionBudget

  init(
    _ directory: any EntryDirectory, _ admission: Admission, _ context: ConversionContext,
    _ body: @escaping Body
  ) {
    self.directory = directory
    self.admission = admission
    self.context = context
    self.body = body
    budget = ExpansionBudget(context.limits)
  }

  func run() throws(ConversionError) {
    let admitted = try admit(directory.entries)
    let threads = min(context.threads, admitted.count)
    guard threads > 0 else { return }
    let share = Share(admitted)
    try concurrently(threads, threads: threads) { _ throws(ConversionError) in visit(share) }
    if let error = share.firstError { throw error }
  }

  private func admit(_ entries: [Entry]) throws(ConversionError) -> AdmittedEntries {
    var admitted = AdmittedEntries(entries)
    for (position, entry) in entries.enumerated() {
      if position % 4096 == 0 { try context.checkpoint() }
      if let result = try admission.admit(entry) { admitted.append(result, at: position) }
    }
    try admission.finish()
    try budget.check(admitted.byteCount)
    return admitted
  }

  /// Visits entries until there are no more, or one ends the visit; each thread runs it.
  private func visit(_ share: Share) {
    var reader: (any EntryReader)?
    while let (index, entry) = share.next() {
      do throws(ConversionError) {
        try context.checkpoint(share.fraction)
        try visit(entry, &reader)
        share.finished(entry)
      } catch {
        share.stop(at: index, error)
      }
    }
  }

  private func visit(_ entry: Entry, _ reader: inout (any EntryReader)?) throws(ConversionError) {
    let current: any EntryReader
    if let reader { current = reader } else { current = try directory.makeReader() }
    do throws(ConversionError) {
      reader = current
      try body(
        entry,
        ContentSource(origin: .reader(current), entry: entry, budget: budget, context: context))
    } catch {
      // What a failed entry left in the reader is not handed to the next one.
      reader = nil
      try context.leaveOut(entry, error, admission, budget)
    }
  }
}

/// The entries that were admitted, as they are to be written.
///
/// Of a million entries only the positions are kept, and the few that got another name.
private struct AdmittedEntries: Sendable {
  private let entries: [Entry]
  private var positions: [Int] = []
  private var changed: [Int: Entry] = [:]
  /// Bytes of all contents that say how large they are.
  private(set) var byteCount = 0

  init(_ entries: [Entry]) {
    self.entries = entries
    positions.reserveCapacity(entries.count)
  }

  var count: Int { positions.count }

  subscript(index: Int) -> Entry { changed[positions[index]] ?? entries[positions[index]] }

  mutating func append(_ entry: Entry, at position: Int) {
    let original = entries[position]
    if entry.path != original.path || entry.linkTarget != original.linkTarget {
      changed[position] = entry
    }
    positions.append(position)
    let (sum, overflow) = byteCount.addingReportingOverflow(max(0, entry.byteCount ?? 0))
    byteCount = overflow ? .max : sum
  }
}

/// Entries that several threads take one after the other, and how far they have come.
private final class Share: Sendable {
  private let entries: AdmittedEntries
  private let taken = Atomic<Int>(0)
  private let done = Atomic<Int>(0)
  private let failure = Mutex<(index: Int, error: ConversionError)?>(nil)
  private let total: Double

  init(_ entries: AdmittedEntries) {
    self.entries = entries
    total = Double(entries.byteCount) + Double(entries.count) * Self.cost
  }

  /// What an entry costs beside its bytes, in bytes.
  private static let cost = 16_384.0

  func next() -> (index: Int, entry: Entry)? {
    let index = taken.add(1, ordering: .relaxed).oldValue
    return index < entries.count ? (index, entries[index]) : nil
  }

  /// Lets no further entry be taken.
  func stop(at index: Int, _ error: ConversionError) {
    taken.store(entries.count, ordering: .relaxed)
    failure.withLock { if index < $0?.index ?? .max { $0 = (index, error) } }
  }

  /// The error of the first entry that ended the visit, whichever thread was faster: all before it were
  /// taken, and none is left halfway.
  var firstError: ConversionError? { failure.withLock { $0?.error } }

  var fraction: Double { min(1, Double(done.load(ordering: .relaxed)) / total) }

  func finished(_ entry: Entry) {
    done.wrappingAdd(max(0, entry.byteCount ?? 0) &+ Int(Self.cost), ordering: .relaxed)
  }
}
