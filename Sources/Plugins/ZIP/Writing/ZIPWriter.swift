public import ArchiveModel
public import ConverterCore
import Deflate

/// Writes ZIP archives (PKWARE APPNOTE 6.3.10), compressed on all threads of the conversion.
///
/// Contents of up to 1 MiB are compressed as a whole, with exact headers before
/// them. Larger ones are cut into blocks that are compressed at the same time, and their sizes follow them.
public struct ZIPWriter: Writer {
  public let name = "ZIP"
  public let types: [ContentType.ID] = ["public.zip-archive"]
  public var compresses: [ContentType.ID] { types }

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libdeflate.required, SystemLibrary.nettle.required(for: "passwords")]
  }

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: ZIPWriterOptions
  ) -> Archive.Capabilities { Archive.Capabilities() }

  /// - Throws: `missingPassword`, `missingLibrary`; what reading contents and writing throw.
  public func write(
    _ model: Archive, as type: ContentType.ID, to output: OutputFile, options: ZIPWriterOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let password = try options.password(in: context)
    let admission = Admission(options.common, in: context.conversion, of: model)
    let budget: ExpansionBudget
    let source: any JobSource
    let directory: (any EntryDirectory)?
    switch model.content {
    case .directory(let all):
      budget = ExpansionBudget(context.limits)
      source = try DirectoryJobs(all, admission, budget, options: options, in: context.conversion)
      directory = all
    case .sequence(let all):
      budget = ExpansionBudget(context.limits, compressedByteCount: all.byteCount)
      source = try SequenceJobs(all, admission, budget, options: options, in: context.conversion)
      directory = nil
    }
    let archive = ArchiveOutput(
      output, EntryAppearance(options), password: password, admission, budget,
      in: context.conversion)
    let pipeline = CompressionPipeline(from: source, to: archive, in: context.conversion) {
      () throws(ConversionError) in
      try EntryCompressor(
        level: options.level, password: password, reading: directory, budget)
    }
    try pipeline.run()
    try archive.finish(comment: model.comment)
    noteChanges(archive, options, in: context.conversion)
  }

  private func noteChanges(
    _ archive: ArchiveOutput, _ options: ZIPWriterOptions, in context: ConversionContext
  ) {
    if options.isReproducible {
      context.note("times", .dropped, why: "a reproducible archive keeps none")
      context.note("permissions", .changed, why: "a reproducible archive knows 644 and 755 alone")
    }
    switch (archive.hadEncryption, archive.isEncrypted) {
    case (true, true): context.note("encryption", .kept, why: "AES-256")
    case (false, true): context.note("encryption", .added, why: "AES-256; names stay readable")
    case (true, false):
      context.note(
        "encryption", .dropped, why: "the archive is not encrypted: it was not asked for")
    case (false, false): break
    }
  }
}
