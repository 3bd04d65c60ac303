import ArchiveModel
import ConverterCore
import Deflate

/// The jobs of entries that can be read in any order: small ones are read by the threads that compress
/// them, large ones here.
final class DirectoryJobs: JobSource {
  private let directory: any EntryDirectory
  private let plan: DirectoryPlan
  private let budget: ExpansionBudget
  private let options: ZIPWriterOptions
  private let context: ConversionContext
  private let checksum: DeflateHandle
  private var reader: (any EntryReader)?
  private var position = 0
  private var large: BlockSequence?
  private var doneByteCount = 0.0

  init(
    _ directory: any EntryDirectory, _ admission: Admission, _ budget: ExpansionBudget,
    options: ZIPWriterOptions, in context: ConversionContext
  ) throws(ConversionError) {
    plan = try DirectoryPlan(
      directory.entries, admission, isSorted: options.isReproducible, in: context)
    self.directory = directory
    self.budget = budget
    self.options = options
    self.context = context
    checksum = try DeflateHandle(level: 1)
  }

  /// Starting a thread takes as long as compressing some kilobytes.
  var usefulThreads: Int { 1 + Int(min(plan.weight / 65_536, 1_000_000)) }

  var fraction: Double { min(doneByteCount / max(plan.weight, 1), 1) }

  func next() throws(ConversionError) -> EntryJob? {
    if let job = large?.next() {
      if case .block(let block, _) = job { doneByteCount += Double(block.count) }
      return job
    }
    large = nil
    guard position < plan.count else { return nil }
    let (entry, source) = plan[position]
    position += 1
    if let fault = entry.fault ?? source.fault { return .fail(entry, fault) }
    if entry.isFile, source.byteCount.map({ $0 > EntryCompressor.wholeLimit }) ?? true {
      return open(entry, source)
    }
    doneByteCount += DirectoryPlan.weight(of: source)
    return .read(entry, source: source)
  }

  private func open(_ entry: Entry, _ source: Entry) -> EntryJob {
    do throws(ConversionError) {
      let known = try knowledge(of: source)
      try budget.check(source)
      let blocks = BlockReader(budget.counting(try currentReader().open(source), of: source))
      let first = try blocks.read(EntryCompressor.wholeLimit)
      let isWhole = try blocks.hasEnded()
      if isWhole { return .compress(entry, first) }
      large = BlockSequence(
        entry, blocks, first: first, method: known == nil ? .deflate : .store)
      return .begin(entry, known)
    } catch {
      // What a failed entry left in the reader is not handed to the next one.
      reader = nil
      return .fail(entry, error)
    }
  }

  /// Reads a content to its end before it is written.
  ///
  /// That is done where it is to be stored, with its checksum before it, and where a bad one is to be left
  /// out: what has been written of it when it turns out to be bad would stay in the archive.
  ///
  /// - Returns: what is said before the content; `nil` where it is compressed.
  private func knowledge(of entry: Entry) throws(ConversionError) -> KnownContent? {
    guard options.level == 0 || options.common.keepGoing else { return nil }
    let budget = ExpansionBudget(context.limits)
    try budget.check(entry)
    let stream = budget.counting(try currentReader().open(entry), of: entry)
    var known = KnownContent()
    while let piece = try stream.next() {
      try context.checkpoint()
      known.crc = checksum.crc32(piece, after: known.crc)
      known.byteCount += piece.count
    }
    return options.level == 0 ? known : nil
  }

  private func currentReader() throws(ConversionError) -> any EntryReader {
    if let reader { return reader }
    let new = try directory.makeReader()
    reader = new
    return new
  }
}
