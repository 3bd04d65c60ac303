import ArchiveModel
import ConverterCore

/// The jobs of entries that come one after the other: contents are read here, whoever compresses them.
///
/// Hard links come last, in further passes, for the content they share has gone by when they appear.
final class SequenceJobs: JobSource {
  private let sequence: any EntrySequence
  private let admission: Admission
  private let budget: ExpansionBudget
  private let options: ZIPWriterOptions
  private let context: ConversionContext
  private var pass: any EntryPass
  private var position = -1
  private var files = EarlierFiles()
  private var large: BlockSequence?
  /// Small entries with the same content, which are written one after the other.
  private var waiting: [EntryJob] = []
  /// Links by the position of the file that they are further names of; the last is written first.
  private var links: [Int: [Entry]] = [:]
  private var isServingLinks = false
  private var linkCountBefore = 0

  init(
    _ sequence: any EntrySequence, _ admission: Admission, _ budget: ExpansionBudget,
    options: ZIPWriterOptions, in context: ConversionContext
  ) throws(ConversionError) {
    self.sequence = sequence
    self.admission = admission
    self.budget = budget
    self.options = options
    self.context = context
    pass = try sequence.makePass()
    if options.isReproducible {
      context.note("order", .kept, why: "entries that come one after the other are not sorted")
    }
  }

  let usefulThreads = Int.max

  var fraction: Double { isServingLinks ? 1 : pass.fraction }

  func next() throws(ConversionError) -> EntryJob? {
    if let job = large?.next() { return job }
    large = nil
    if let job = waiting.popLast() { return job }
    while true {
      try context.checkpoint()
      if let entry = try nextEntry() {
        position += 1
        let job =
          isServingLinks
          ? content(for: links.removeValue(forKey: position) ?? []) : try job(for: entry)
        if let job { return job }
      } else if try !beginAnotherPass() {
        return nil
      }
    }
  }

  /// The next entry; the end also where the rest cannot be read and the user wants what can.
  private func nextEntry() throws(ConversionError) -> Entry? {
    do throws(ConversionError) {
      return try pass.next()
    } catch {
      guard !isServingLinks else { throw error }
      try admission.leaveOutRest(error)
      return nil
    }
  }

  private func job(for entry: Entry) throws(ConversionError) -> EntryJob? {
    let source = files.add(entry, at: position)
    guard let admitted = try admission.admit(entry) else { return nil }
    if let fault = admitted.fault { return .fail(admitted, fault) }
    switch entry.kind {
    case .hardLink:
      guard let source else { return .fail(admitted, .noTarget(of: entry)) }
      context.note("hard links", .changed, why: "ZIP has none: each became a file of its own")
      links[source, default: []].append(admitted)
      return nil
    case .folder: return .compress(admitted, [])
    case .link:
      if let target = entry.linkTarget { return .compress(admitted, target) }
      return content(for: [admitted])
    case .file: return content(for: [admitted])
    case .device: return .fail(admitted, .device)
    }
  }

  /// The content at hand, for all of `entries` where it is small, for the last one otherwise.
  private func content(for entries: [Entry]) -> EntryJob? {
    guard let entry = entries.last else { return nil }
    let others = entries.dropLast()
    do throws(ConversionError) {
      try budget.check(entry)
      let blocks = BlockReader(budget.counting(try pass.open(), of: entry))
      let first = try blocks.read(EntryCompressor.wholeLimit)
      let isWhole = try blocks.hasEnded()
      if isWhole {
        waiting = others.map { .compress($0, first) }
        return .compress(entry, first)
      }
      large = BlockSequence(entry, blocks, first: first)
      if !others.isEmpty { links[position] = Array(others) }
      return .begin(entry, nil)
    } catch {
      waiting = others.map { .fail($0, error) }
      return .fail(entry, error)
    }
  }

  /// Starts over where links still lack their content.
  private func beginAnotherPass() throws(ConversionError) -> Bool {
    if isServingLinks {
      guard linkCount < linkCountBefore else {
        throw ConversionError(.readFailed, "the archive was changed while it was read")
      }
    } else {
      try admission.finish()
      links = links.mapValues { $0.reversed() }
    }
    guard !links.isEmpty else { return false }
    linkCountBefore = linkCount
    isServingLinks = true
    pass = try sequence.makePass()
    position = -1
    return true
  }

  private var linkCount: Int { links.values.reduce(0) { $0 + $1.count } }
}
