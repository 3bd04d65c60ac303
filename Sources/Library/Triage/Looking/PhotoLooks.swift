public import ConverterCore
import SystemPackage

/// Looks at photos, each once: what was seen stands in `looks.ndjson` of the library, which can be deleted at any time.
///
/// What could not be read is not remembered: it is looked at again the next time.
public final class PhotoLooks {
  private let reader: any PhotoReader
  private let store: LibraryJournal
  private var known: [FilePath: Known] = [:]

  private struct Known {
    let file: PhotoFile
    let look: PhotoLook
  }

  /// How many are looked at before what was seen is remembered.
  private static let together = 1024

  /// - Throws: `readFailed`.
  public init(_ library: DocumentLibrary, reader: any PhotoReader) throws(ConversionError) {
    self.reader = reader
    store = LibraryJournal("looks.ndjson", of: library)
    var known = known
    _ = try store.read(kinds: [PhotoSeen.kind]) { line in
      guard let seen = line.record(PhotoSeen.self) else { return }
      known[seen.file.path] = Known(file: seen.file, look: seen.look)
    }
    self.known = known
  }

  /// What is seen of photos, each by the file that is looked at.
  ///
  /// - Parameters:
  ///   - photos: those without films.
  ///   - progress: called now and then with how many of them were looked at.
  /// - Returns: of each, in their order, what is seen, or why nothing is.
  /// - Throws: `interrupted`; what was seen before that is remembered.
  public func looks(
    at photos: [Photo], progress: (Int) -> Void = { _ in }
  ) throws(ConversionError) -> [Result<PhotoLook, ConversionError>] {
    var failures: [FilePath: ConversionError] = [:]
    var rest = photos.map(\.main).filter { look(at: $0) == nil }[...]
    while !rest.isEmpty {
      progress(photos.count - rest.count)
      let files = Array(rest.prefix(Self.together))
      rest = rest.dropFirst(Self.together)
      try take(try reader.looks(at: files.map(\.path)), of: files, &failures)
    }
    return photos.map { photo in
      if let look = look(at: photo.main) { return .success(look) }
      return .failure(
        failures[photo.main.path]
          ?? ConversionError(.readFailed, "was not looked at", file: photo.main.path))
    }
  }

  private func look(at file: PhotoFile) -> PhotoLook? {
    known[file.path].flatMap { $0.file.isUnchanged(from: file) ? $0.look : nil }
  }

  private func take(
    _ looks: [Result<PhotoLook, ConversionError>], of files: [PhotoFile],
    _ failures: inout [FilePath: ConversionError]
  ) throws(ConversionError) {
    var seen: [PhotoSeen] = []
    for (file, look) in zip(files, looks) {
      switch look {
      case .success(let look): seen.append(PhotoSeen(file: file, look: look))
      case .failure(let error): failures[file.path] = error.about(file.path)
      }
    }
    for one in seen { known[one.file.path] = Known(file: one.file, look: one.look) }
    // A library that cannot be written still shows what was seen.
    try? store.write { (writer) throws(ConversionError) in
      for one in seen { try writer.append(one) }
    }
  }
}

/// What was seen of a file.
private struct PhotoSeen: JournalRecord {
  static let kind = "look"

  let file: PhotoFile
  let look: PhotoLook

  var members: [JSONValue.Member] { [.init("file", file.record), .init("look", look.record)] }

  init(file: PhotoFile, look: PhotoLook) { (self.file, self.look) = (file, look) }

  init(line: JSONValue) throws(ConversionError) {
    file = try PhotoFile(record: line["file"] ?? .null)
    look = try PhotoLook(record: line["look"] ?? .null)
  }
}
