import ConverterCore

/// Knows raw camera files that are TIFF inside by tags of the first directory: DNG by its version, the others by the
/// camera's make together with sensor data or subdirectories (TIFF/EP §5).
enum CameraDirectories: TIFFDirectoryProbe {
  /// Without Leaf's: not every good file of that type is shown by its bytes.
  static let types = makers.flatMap(\.types).filter { $0 != "com.leafamerica.raw-image" }

  private static let makers: [(make: StaticString, types: [ContentType.ID])] = [
    ("NIKON", ["com.nikon.raw-image", "com.nikon.nrw-raw-image"]),
    ("SONY", ["com.sony.arw-raw-image", "com.sony.sr2-raw-image"]),
    ("Canon", ["com.canon.cr2-raw-image"]),
    ("PENTAX", ["com.pentax.raw-image"]),
    ("RICOH", ["com.pentax.raw-image"]),
    ("SAMSUNG", ["com.samsung.raw-image"]),
    ("Samsung", ["com.samsung.raw-image"]),
    ("Hasselblad", ["com.hasselblad.3fr-raw-image"]),
    ("Phase One", ["com.phaseone.raw-image"]),
    ("Leaf", ["com.leafamerica.raw-image"]),
    ("Mamiya", ["com.mamiya.raw-image"]),
    ("SEIKO EPSON", ["com.epson.raw-image"]),
    ("EASTMAN KODAK", ["com.kodak.raw-image"]),
    ("Kodak", ["com.kodak.raw-image"]),
  ]

  static func examine(_ directory: TIFFDirectorySample) throws(ConversionError) -> TypeFinding? {
    if directory.has(dngVersion) {
      return TypeFinding(
        .structure, "com.adobe.raw-image", 0.98, "a TIFF directory with the DNGVersion tag"
      ).or(["com.gopro.gpr-raw-image"])
    }
    let hasSensorData =
      directory.has(photometric, of: [32803]) || directory.has(compression, of: camerasOwn)
    guard hasSensorData || directory.has(subdirectories) else { return nil }
    let make = try directory.text(makeTag)
    guard let maker = makers.first(where: { make.has($0.make, at: 0) }),
      let type = maker.types.first
    else { return nil }
    return TypeFinding(
      .structure, type, 0.97, "a TIFF directory of a \(maker.make) camera with raw data"
    ).or(maker.types + (hasSensorData ? [] : ["public.tiff"]))
  }

  private static let compression: UInt16 = 259
  private static let photometric: UInt16 = 262
  private static let makeTag: UInt16 = 271
  private static let subdirectories: UInt16 = 330
  private static let dngVersion: UInt16 = 50706

  /// Compressions that only cameras write: Sony's, Nikon's, Samsung's, Kodak's, Pentax's.
  private static let camerasOwn: Set<Int> = [32767, 32769, 32770, 34713, 65000, 65535]
}

/// Knows raw camera files in ISO base media files by their brand.
enum CameraBrands: BrandProbe {
  static let types: [ContentType.ID] = ["com.canon.cr3-raw-image"]

  static func type(of brands: MediaBrands) -> (ContentType.ID, confidence: Double)? {
    type(ofCompatible: brands.major).map { ($0, 0.97) }
  }

  static func type(ofCompatible brand: String) -> ContentType.ID? {
    brand == "crx " ? "com.canon.cr3-raw-image" : nil
  }
}
