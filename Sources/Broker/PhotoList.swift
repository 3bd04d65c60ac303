import ConverterCore
import FairyLibrary
import SystemPackage

/// The photos of a folder, as they were when it was last listed.
struct PhotoList {
  /// All, films too, in the order of their paths.
  let photos: [Photo]
  /// The places of photos, by the file that is looked at.
  let places: [FilePath: Int]
  private let listed = ContinuousClock.now

  /// After so long a folder is listed anew.
  private static let patience = Duration.seconds(5)

  init(of folder: FilePath) {
    photos = PhotoFolder.photos(in: [folder])
    places = Dictionary(photos.enumerated().map { ($1.main.path, $0) }) { first, _ in first }
  }

  var isOld: Bool { ContinuousClock.now - listed > Self.patience }
  /// All but films.
  var pictures: [Photo] { photos.filter { $0.kind != .film } }
}

extension Photo {
  /// The photo with its files as they are now.
  ///
  /// - Throws: `inputNotFound` where one is gone.
  func now() throws(ConversionError) -> Photo {
    var others: [PhotoFile] = []
    for file in files.dropFirst() { others.append(try PhotoFile(at: file.path)) }
    return Photo(try PhotoFile(at: main.path), with: others)
  }
}
