import ConverterCore
import SystemPackage

/// Photos that are about to be moved to the trash. It is on the disk before the first of them is.
struct CommitBegun: JournalRecord {
  static let kind = "commit"

  let commit: Int
  let photos: [Photo]

  var members: [JSONValue.Member] {
    [.init("commit", .integer(commit)), .init("photos", .array(photos.map(\.record)))]
  }

  init(commit: Int, photos: [Photo]) { (self.commit, self.photos) = (commit, photos) }

  init(line: JSONValue) throws(ConversionError) {
    commit = try line.number("commit")
    photos = try Photo.all(line, "photos")
  }
}

/// A photo that is in the trash with all of its files.
struct PhotoTrashed: JournalRecord {
  static let kind = "trashed"

  let commit: Int
  let photo: TrashedPhoto

  var members: [JSONValue.Member] {
    [.init("commit", .integer(commit)), .init("files", .array(photo.files.map(\.record)))]
  }

  init(commit: Int, photo: TrashedPhoto) { (self.commit, self.photo) = (commit, photo) }

  init(line: JSONValue) throws(ConversionError) {
    commit = try line.number("commit")
    var files: [TrashedFile] = []
    for file in line["files"]?.elements ?? [] { files.append(try TrashedFile(record: file)) }
    guard !files.isEmpty else {
      throw ConversionError(.damagedInput, "a trashed photo has no file")
    }
    photo = TrashedPhoto(files: files)
  }
}

/// A commit whose every photo is either in the trash or where it was.
struct CommitEnded: JournalRecord {
  static let kind = "committed"

  let commit: Int

  var members: [JSONValue.Member] { [.init("commit", .integer(commit))] }

  init(commit: Int) { self.commit = commit }

  init(line: JSONValue) throws(ConversionError) { commit = try line.number("commit") }
}

/// A photo that was brought back from the trash.
struct PhotoRestored: JournalRecord {
  static let kind = "restored"

  let commit: Int
  /// Where its first file is.
  let path: FilePath

  var members: [JSONValue.Member] { [.init("commit", .integer(commit))] + path.members("path") }

  init(commit: Int, path: FilePath) { (self.commit, self.path) = (commit, path) }

  init(line: JSONValue) throws(ConversionError) {
    commit = try line.number("commit")
    guard let path = FilePath(line, "path") else {
      throw ConversionError(.damagedInput, "a restored photo has no path")
    }
    self.path = path
  }
}
