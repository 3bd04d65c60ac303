import ArchiveModel
import ConverterCore

/// Unpacks an archive into a folder.
struct EntryFolderWriter: FolderWriter {
  typealias Model = Archive
  typealias Options = EntryOptions

  let name = "folder"
  let types: [ContentType.ID] = ["public.folder"]

  func capabilities(for type: ContentType.ID, options: EntryOptions) -> Archive.Capabilities {
    Archive.Capabilities()
  }

  func write(
    _ model: Archive, into folder: OutputFolder, options: EntryOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let admission = Admission(options.conversion, in: context.conversion, of: model)
    let filling = try FolderFilling(folder, within: context.limits)
    let noPlace = "a folder has no place for them"
    if model.comment?.isEmpty == false { context.note("comments", .dropped, why: noPlace) }
    try model.forEachEntry(admission, in: context.conversion) {
      (entry, content) throws(ConversionError) in
      if entry.comment?.isEmpty == false { context.note("comments", .dropped, why: noPlace) }
      try filling.add(entry, content)
    }
    try filling.finish(admission, in: context.conversion)
  }
}
