import ArchiveModel
import ConverterCore

/// Writes the contents of entries one after the other, as a file or to standard output.
struct EntryContentWriter: Writer {
  let name = "contents"
  let types: [ContentType.ID] = [.data]

  func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  func capabilities(for type: ContentType.ID, options: EntryOptions) -> Archive.Capabilities {
    Archive.Capabilities()
  }

  func write(
    _ model: Archive, as type: ContentType.ID, to output: OutputFile, options: EntryOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let admission = Admission(options.conversion, in: context.conversion, of: model)
    let copy = EntryCopy(
      output, admission, context.conversion, archiveByteCount: model.sequenceByteCount)
    switch model.content {
    case .directory(let directory):
      let reader = try directory.makeReader()
      for (position, entry) in directory.entries.enumerated() {
        try context.checkpoint(Double(position) / Double(directory.entries.count))
        try copy.copy(entry) { (entry) throws(ConversionError) in try reader.open(entry) }
      }
    case .sequence(let sequence):
      let pass = try sequence.makePass()
      while let entry = try pass.next() {
        try context.checkpoint(pass.fraction)
        try copy.copy(entry) { (_) throws(ConversionError) in try pass.open() }
      }
    }
    try copy.finish()
  }
}

extension Archive {
  fileprivate var sequenceByteCount: Int? {
    if case .sequence(let sequence) = content { sequence.byteCount } else { nil }
  }
}

/// Contents on their way to one output, in the order of the archive.
private final class EntryCopy {
  private let output: OutputFile
  private let admission: Admission
  private let context: ConversionContext
  private let budget: ExpansionBudget
  private var fileCount = 0

  init(
    _ output: OutputFile, _ admission: Admission, _ context: ConversionContext,
    archiveByteCount: Int?
  ) {
    self.output = output
    self.admission = admission
    self.context = context
    budget = ExpansionBudget(context.limits, compressedByteCount: archiveByteCount)
  }

  func copy(
    _ entry: Entry, _ open: (Entry) throws(ConversionError) -> any EntryStream
  ) throws(ConversionError) {
    guard let entry = try admission.admit(entry) else { return }
    switch entry.kind {
    case .folder: return
    case .link, .hardLink, .device:
      return context.note(
        "entry \(entry.path.shown)", .dropped, why: "it is a link, which has no content of its own")
    case .file: break
    }
    fileCount += 1
    let start = output.byteCount
    do throws(ConversionError) {
      try budget.check(entry)
      let stream = budget.counting(try open(entry), of: entry)
      while let piece = try stream.next() {
        try context.checkpoint()
        try output.write(piece)
      }
    } catch {
      // What has been written cannot be taken back, and half an entry is none.
      guard output.byteCount == start, !budget.isExhausted else { throw error }
      try admission.leaveOut(entry, error)
    }
  }

  /// - Throws: `inputNotFound` where there was no file at all.
  func finish() throws(ConversionError) {
    try admission.finish()
    guard fileCount > 0 else {
      throw ConversionError(
        .inputNotFound, "there is no file among the entries, so there is nothing to write")
    }
  }
}
