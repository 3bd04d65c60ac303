import ArchiveModel
import ConverterCore

/// Reads the directory of a ZIP archive; contents follow when they are asked for.
///
/// Types that are ZIP archives underneath (documents, packages of programs) are read the same way.
struct ZIPReader: Reader {
  let name = "ZIP"
  let takes: Set<ConversionOptions.Name> = [.encoding, .passwordFile]
  let types: [ContentType.ID] = ["public.zip-archive"]

  func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [
      SystemLibrary.libbz2.required(for: "entries compressed with bzip2"),
      SystemLibrary.liblzma.required(for: "entries compressed with LZMA or xz"),
      SystemLibrary.libzstd.required(for: "entries compressed with Zstandard"),
      SystemLibrary.libarchive.required(for: "entries compressed with PPMd"),
      SystemLibrary.nettle.required(for: "entries encrypted with AES"),
    ]
  }

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Archive {
    do {
      let end = try EndRecord.find(in: input)
      let directory = try CentralDirectory(end, in: input, limits: context.limits)
      for warning in directory.warnings { context.warn(warning) }
      return try archive(input, directory, comment: end.comment, in: context.conversion)
    } catch {
      let error = error.about(input.path)
      guard error.code == .damagedInput,
        let directory = try CentralDirectory(recoveredFrom: input, limits: context.limits)
      else { throw error }
      return try archive(input, directory, fault: error, in: context.conversion)
    }
  }

  /// - Parameter fault: why the archive has no directory of its own.
  private func archive(
    _ input: InputFile, _ directory: CentralDirectory, comment: [UInt8] = [],
    fault: ConversionError? = nil, in context: ConversionContext
  ) throws(ConversionError) -> Archive {
    let names = try EntryNames(directory, comment: comment, override: context.reading.encoding)
    if !names.needsEncoding {
      context.noteUnused(.encoding, why: "names in the archive are ASCII or say their encoding")
    }
    var listing = ZIPDirectory(
      input, directory, entries: directory.entries(named: names), in: context)
    listing.readLinkTargets()
    return Archive(
      format: name, comment: names.text(comment), nameEncoding: names.encoding,
      content: fault.map { .sequence(RecoveredEntries(listing: listing, fault: $0)) }
        ?? .directory(listing))
  }
}
