import ConverterCore

/// A photo: what people decide on as one, in one file or several.
///
/// A RAW beside its JPEG, the film of a Live Photo and what a program noted beside a picture belong to it: they are kept
/// or deleted together.
public struct Photo: Sendable, Hashable {
  /// The one that is looked at first.
  public let files: [PhotoFile]

  /// The file that is looked at.
  public let main: PhotoFile

  /// - Parameters:
  ///   - main: the file that is looked at.
  ///   - others: those that belong to it.
  public init(_ main: PhotoFile, with others: [PhotoFile] = []) {
    (self.main, files) = (main, [main] + others)
  }

  /// - Returns: `nil` for no file at all; the first is the one that is looked at.
  init?(_ files: [PhotoFile]) {
    guard let main = files.first else { return nil }
    (self.main, self.files) = (main, files)
  }

  /// The bytes of all of its files.
  public var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }
}

extension Photo {
  var record: JSONValue { .array(files.map(\.record)) }

  init(record: JSONValue) throws(ConversionError) {
    var files: [PhotoFile] = []
    for file in record.elements ?? [] { files.append(try PhotoFile(record: file)) }
    guard let photo = Photo(files) else {
      throw ConversionError(.damagedInput, "a photo in the journal has no file")
    }
    self = photo
  }

  /// The photos of a member of a line.
  static func all(_ line: JSONValue, _ key: String) throws(ConversionError) -> [Photo] {
    var photos: [Photo] = []
    for photo in line[key]?.elements ?? [] { photos.append(try Photo(record: photo)) }
    return photos
  }
}
