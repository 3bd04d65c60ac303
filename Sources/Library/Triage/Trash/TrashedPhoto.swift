import ConverterCore
public import SystemPackage

/// A photo that is in the trash of the desktop.
public struct TrashedPhoto: Sendable, Equatable {
  /// Its files, the one that is looked at first.
  public let files: [TrashedFile]
}

/// A file that is in a trash of the desktop.
public struct TrashedFile: Sendable, Equatable {
  /// The file as it was, and where.
  public let file: PhotoFile
  /// The folder of the trash, which has `files` and `info` in it.
  public let trash: FilePath
  /// What the file is called in `files`.
  public let name: FilePath.Component
  /// Whether it is a copy, because there can be no trash on the file system that it was on.
  public let isCopy: Bool

  /// Where it is now.
  public var path: FilePath { trash.appending("files").appending(name) }
}

extension TrashedFile {
  var record: JSONValue {
    .object(
      [.init("file", file.record)] + trash.members("trash")
        + FilePath(root: nil, components: name).members("name")
        + [.init("copy", .bool(isCopy))])
  }

  init(record: JSONValue) throws(ConversionError) {
    guard let trash = FilePath(record, "trash"), let name = FilePath(record, "name")?.lastComponent,
      let isCopy = record["copy"]?.bool
    else { throw ConversionError(.damagedInput, "a trashed file in the journal is not whole") }
    file = try PhotoFile(record: record["file"] ?? .null)
    (self.trash, self.name, self.isCopy) = (trash, name, isCopy)
  }
}
