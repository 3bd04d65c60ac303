import ConverterCore
import SystemPackage

/// What a file is to people who look through photos, by its name.
public enum PhotoKind: Sendable {
  case picture
  /// What the sensor of a camera gave.
  case raw
  case film
  /// What a program noted beside a picture.
  case note

  /// - Returns: `nil` for files that have nothing to do with photos.
  init?(_ name: [UInt8]) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    let word = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    guard let kind = Self.kinds[word] else { return nil }
    self = kind
  }

  private static let kinds: [String: PhotoKind] = {
    var kinds: [String: PhotoKind] = ["aae": .note, "xmp": .note]
    for word in pictures.split(separator: " ") { kinds[String(word)] = .picture }
    for word in raws.split(separator: " ") { kinds[String(word)] = .raw }
    for word in films.split(separator: " ") { kinds[String(word)] = .film }
    return kinds
  }()

  private static let pictures =
    "jpg jpeg jpe jfif heic heif hif avif png gif webp tif tiff bmp jxl jp2 mpo qoi"
  private static let raws =
    "dng cr2 cr3 crw nef nrw arw sr2 srf raf orf rw2 pef srw 3fr iiq erf kdc dcr mos mrw x3f rwl"
  private static let films = "mov mp4 m4v avi mkv 3gp webm mts m2ts"
}

extension Photo {
  /// What the file is that is looked at.
  public var kind: PhotoKind { PhotoKind(main.path.name) ?? .picture }
}
