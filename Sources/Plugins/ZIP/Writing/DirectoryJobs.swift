import ArchiveModel
import ConverterCore

/// The jobs of entries that can be read in any order: small ones are read by the threads that compress
/// them, large ones here.
final class DirectoryJobs: JobSource {
  private let entries: [PlannedEntry]
  private let byteCount: Double
  private let reader: any EntryReader
  private let budget: ExpansionBudget
  private let options: ZIPWriterOptions
  private let context: ConversionContext
  private var position = 0
  private var large: BlockSequence?
  private var doneByteCount = 0.0

  /// An entry as it is to be written, and the one whose content it has.
  private struct PlannedEntry {
    var entry: Entry
    var source: Entry
  }

  init(
    _ directory: any EntryDirectory, _ admission: Admission, _ budget: ExpansionBudget,
    options: ZIPWriterOptions, in context: ConversionContext
  ) throws(ConversionError) {
    var entries = try Self.plan(directory.entries, admission, in: context)
    if options.isReproducible {
      // Names are distinct: Admission sees to it.
      entries.sort { $0.entry.path.bytes.lexicographicallyPrecedes($1.entry.path.bytes) }
    }
    self.entries = entries
    byteCount = entries.reduce(0) { $0 + Self.weight(of: $1.source) }
    reader = try directory.makeReader()
    self.budget = budget
    self.options = options
    self.context = context
  }

  private static func plan(
    _ entries: [Entry], _ admission: Admission, in context: ConversionContext
  ) throws(ConversionError) -> [PlannedEntry] {
    var files = entries.contains { $0.kind == .hardLink } ? EarlierFiles() : nil
    var planned: [PlannedEntry] = []
    planned.reserveCapacity(entries.count)
    for (position, entry) in entries.enumerated() {
      let source = files?.add(entry, at: position)
      guard var admitted = try admission.admit(entry) else { continue }
      var content = entry
      if entry.kind == .hardLink {
        if let source { content = entries[source] } else { admitted.fault = .noTarget(of: entry) }
        context.note("hard links", .changed, why: "ZIP has none: each became a file of its own")
      }
      planned.append(PlannedEntry(entry: admitted, source: content))
    }
    try admission.finish()
    return planned
  }

  /// An entry costs something even if it is empty.
  private static func weight(of entry: Entry) -> Double { Double(entry.byteCount ?? 0) + 4096 }

  var fraction: Double { byteCount > 0 ? min(doneByteCount / byteCount, 1) : 0 }

  func next() throws(ConversionError) -> EntryJob? {
    if let large {
      if let job = large.next() {
        if case .block(let block, _) = job { doneByteCount += Double(block.count) }
        return job
      }
      self.large = nil
    }
    guard position < entries.count else { return nil }
    let planned = entries[position]
    position += 1
    if let fault = planned.entry.fault ?? planned.source.fault { return .fail(planned.entry, fault) }
    if planned.source.isFile,
      planned.source.byteCount.map({ $0 > EntryCompressor.wholeLimit }) ?? true
    {
      return openLarge(planned)
    }
    doneByteCount += Self.weight(of: planned.source)
    return .read(planned.entry, source: planned.source)
  }

  private func openLarge(_ planned: PlannedEntry) -> EntryJob {
    do throws(ConversionError) {
      if options.common.keepGoing { try check(planned.source) }
      let stream = budget.counting(try reader.open(planned.source), of: planned.source)
      let blocks = BlockReader(stream)
      let (first, isWhole) = try blocks.readFirst()
      if isWhole { return .compress(planned.entry, first) }
      large = BlockSequence(planned.entry, blocks, first: first)
      return .begin(planned.entry)
    } catch {
      return .fail(planned.entry, error)
    }
  }

  /// Reads a content to its end, where a bad one is to be left out: what has been written of it when it
  /// turns out to be bad would stay in the archive.
  private func check(_ entry: Entry) throws(ConversionError) {
    let stream = ExpansionBudget(context.limits).counting(try reader.open(entry), of: entry)
    while try stream.next() != nil { try context.checkpoint() }
  }
}

extension Entry {
  /// Whether the content is that of a file: links are small, folders have none.
  var isFile: Bool { kind == .file || kind == .hardLink }
}

extension ConversionError {
  static func noTarget(of link: Entry) -> ConversionError {
    let target = String(decoding: link.linkTarget ?? [], as: UTF8.self).printable
    return ConversionError(
      .damagedInput, "it is another name of \"\(target)\", which is not in the archive before it")
  }
}
