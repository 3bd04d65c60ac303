import ArchiveModel
import ConverterCore

/// Reads archives and compressed files; a compressed file without a tar archive in it is an archive of
/// one entry.
struct LibArchiveReader: Reader {
  let name = "libarchive"
  /// A password opens none of them, which the one that is encrypted says itself.
  let takes: Set<ConversionOptions.Name> = [.encoding, .passwordFile]
  let types =
    ArchiveFormat.allCases.flatMap(\.types) + Compression.allCases.flatMap(\.types)

  func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libarchive.required]
  }

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Archive {
    // The type may be a special case of one of ours: a comic book, a zipped drawing.
    let lineage = context.registry.catalog.lineage(of: type)
    if let format = lineage.lazy.compactMap({ ArchiveFormat($0) }).first {
      return try archive(input, ArchiveLayers(format), in: context.conversion)
    }
    guard let compression = lineage.lazy.compactMap({ Compression($0) }).first else {
      throw ConversionError(
        .internalError, "libarchive was asked for \(type), which it does not read")
    }
    let isTarByName = compression.types.dropFirst().contains(where: lineage.contains)
    let layers = ArchiveLayers(.tar, in: compression)
    if try layers.holdsTar(input, isExpected: isTarByName, in: context.conversion) {
      return try archive(input, layers, in: context.conversion)
    }
    return Archive(
      format: compression.rawValue,
      content: .sequence(try CompressedFile(input, compression, in: context.conversion)))
  }

  private func archive(
    _ input: InputFile, _ layers: ArchiveLayers, in context: ConversionContext
  ) throws(ConversionError) -> Archive {
    try context.limits.check(.nesting, layers.count, for: "the archive")
    let sequence = try LibArchiveSequence(input, layers, in: context)
    // What cannot be opened at all is said now, not when the first entry is asked for.
    _ = try sequence.makePass()
    return Archive(
      format: layers.name, nameEncoding: sequence.names.encoding, content: .sequence(sequence))
  }
}
