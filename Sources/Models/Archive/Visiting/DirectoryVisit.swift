internal import ConverterCore

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
    let share = SharedEntries(admitted, threads: threads)
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
  private func visit(_ share: SharedEntries) {
    var reader: (any EntryReader)?
    while let run = share.takeRun() {
      for index in run {
        guard share.isWanted(index) else { break }
        let entry = share[index]
        do throws(ConversionError) {
          try context.checkpoint(share.fraction)
          try visit(entry, &reader)
          share.finished(entry)
        } catch {
          share.stop(at: index, error)
        }
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
