public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds photos in folders.
public enum PhotoFolder {
  /// The folder that somebody named, without links on the way.
  ///
  /// - Throws: `inputNotFound`; `readFailed` where it is no folder.
  public static func resolved(_ path: FilePath) throws(ConversionError) -> FilePath {
    guard let real = path.resolved else {
      throw ConversionError(.inputNotFound, "there is no such folder", file: path)
    }
    guard real.isFolder else {
      throw ConversionError(.readFailed, "is a file: name the folder that it is in", file: path)
    }
    return real
  }

  /// All photos in folders and in those within, by their paths. Hidden files and folders are passed over, and links are not
  /// followed.
  ///
  /// - Parameters:
  ///   - folders: as ``resolved(_:)`` gives them.
  ///   - unread: hears of each folder that cannot be read.
  public static func photos(
    in folders: [FilePath], unread: (ConversionError) -> Void = { _ in }
  ) -> [Photo] {
    var (photos, seen, rest) = ([Photo](), Set<FilePath>(), Array(folders.reversed()))
    while let path = rest.popLast() {
      guard seen.insert(path).inserted else { continue }
      do throws(Errno) {
        let found = try contents(of: path)
        photos += paired(found.files)
        rest += found.folders.sorted { $1.bytes.lexicographicallyPrecedes($0.bytes) }
      } catch {
        unread(ConversionError(.readFailed, "cannot be read: \(error)", file: path, cause: error))
      }
    }
    return photos
  }

  /// The photo that a file belongs to, with all of its files.
  ///
  /// - Throws: `inputNotFound`; `readFailed` where it is no regular file.
  public static func photo(at path: FilePath) throws(ConversionError) -> Photo {
    let file = try PhotoFile(at: path)
    let found = try? contents(of: file.path.folder)
    let photo = paired(found?.files ?? []).first { $0.files.contains { $0.path == file.path } }
    return photo ?? Photo(file)
  }

  private static func contents(
    of path: FilePath
  ) throws(Errno) -> (files: [PhotoFile], folders: [FilePath]) {
    let folder = try OpenFolder(path: path, follows: false)
    var (files, folders) = ([PhotoFile](), [FilePath]())
    for item in try folder.items() where item.name.first != UInt8(ascii: ".") {
      guard let name = FilePath(bytes: item.name)?.lastComponent else { continue }
      let place = path.appending(name)
      if item.isFolder {
        folders.append(place)
      } else if PhotoKind(item.name) != nil, let status = try folder.status(of: item.name),
        status.st_mode & S_IFMT == S_IFREG
      {
        files.append(PhotoFile(place, status))
      }
    }
    return (files, folders)
  }
}

/// Which files are one photo.
extension PhotoFolder {
  /// A Live Photo's film lasts three seconds: what has more bytes is a film of its own.
  private static let mostOfLiveFilm = 32 << 20

  /// Photos of the files of a folder, by their paths.
  ///
  /// What has the name of a picture but for its ending belongs to it: a RAW, a film of a Live Photo (MOV), notes. Of several
  /// pictures of one name it is the first, JPEG before HEIC; a film goes with HEIC first.
  static func paired(_ files: [PhotoFile]) -> [Photo] {
    var names: [[UInt8]: [PhotoFile]] = [:]
    for file in files { names[stem(of: file), default: []].append(file) }
    return names.values.flatMap { photos(of: $0) }.sorted {
      $0.main.path.bytes.lexicographicallyPrecedes($1.main.path.bytes)
    }
  }

  /// The name without its ending, in lower case; of `IMG.jpg.xmp` that is that of `IMG.jpg`.
  private static func stem(of file: PhotoFile) -> [UInt8] {
    var name = file.path.name
    if PhotoKind(name) == .note, let inner = withoutEnding(name), PhotoKind(inner) != nil {
      name = inner
    }
    return (withoutEnding(name) ?? name).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func withoutEnding(_ name: [UInt8]) -> [UInt8]? {
    name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[..<$0]) }
  }

  private static func photos(of files: [PhotoFile]) -> [Photo] {
    let sorted = files.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
    func all(_ kind: PhotoKind) -> [PhotoFile] { sorted.filter { PhotoKind($0.path.name) == kind } }
    var pictures = all(.picture).sorted { rank($0) < rank($1) }
    var others = all(.raw)
    if pictures.isEmpty, !others.isEmpty { pictures = [others.removeFirst()] }
    var companions = [[PhotoFile]](repeating: [], count: pictures.count)
    var alone: [PhotoFile] = []
    for film in all(.film) {
      let belongs = film.path.extension?.lowercased() == "mov" && film.byteCount <= mostOfLiveFilm
      let place =
        pictures.firstIndex { $0.path.extension?.lowercased() == "heic" } ?? pictures.startIndex
      if belongs, !pictures.isEmpty { companions[place].append(film) } else { alone.append(film) }
    }
    guard !pictures.isEmpty else {
      return alone.enumerated().map { Photo($1, with: $0 == 0 ? all(.note) : []) }
    }
    companions[0] = others + companions[0] + all(.note)
    return zip(pictures, companions).map { Photo($0, with: $1) } + alone.map { Photo($0) }
  }

  /// JPEG, then HEIC, then all others.
  private static func rank(_ file: PhotoFile) -> Int {
    switch file.path.extension?.lowercased() {
    case "jpg", "jpeg": 0
    case "heic", "heif", "hif": 1
    default: 2
    }
  }
}
