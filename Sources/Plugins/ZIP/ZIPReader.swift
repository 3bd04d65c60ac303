import ArchiveModel
import ConverterCore

/// Reads the directory of a ZIP archive; contents follow when they are asked for.
///
/// Types that are ZIP archives underneath (documents, packages of programs) are read the same way.
struct ZIPReader: Reader {
  let name = "ZIP"
  let types: [ContentType.ID] = ["public.zip-archive"]

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> Archive {
    do {
      let end = try EndRecord.find(in: input)
      let directory = try CentralDirectory(end, in: input, limits: context.limits)
      for warning in directory.warnings { context.warn(warning) }
      let names = try EntryNames(
        directory, comment: end.comment, override: context.reading.encoding)
      var listing = ZIPDirectory(
        input, directory, entries: directory.entries(named: names), in: context)
      listing.readLinkTargets()
      return Archive(
        format: name, comment: names.text(end.comment), nameEncoding: names.encoding,
        content: .directory(listing))
    } catch {
      throw error.about(input.path)
    }
  }
}
