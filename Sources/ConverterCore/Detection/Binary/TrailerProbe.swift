/// Files that say what they are at their end.
enum TrailerProbe: FileProbe {
  /// None is sure to have its trailer: TGA files may lack it, disk images may be raw.
  static let types: [ContentType.ID] = []

  static func examine(_ sample: FileSample) throws(ConversionError) -> [TypeFinding] {
    let tail = try sample.tail(512)
    if tail.count == 512, tail.has("koly", at: 0) {
      return [
        TypeFinding(.signature, "com.apple.disk-image-udif", 0.99, "ends with a 'koly' block")
      ]
    }
    if tail.count == 512, tail.has("conectix", at: 0) {
      return [
        TypeFinding(
          .signature, "com.microsoft.virtual-disk-image", 0.95, "ends with a 'conectix' block")
      ]
    }
    if tail.has("TRUEVISION-XFILE.", at: tail.count - 18) {
      return [
        TypeFinding(.signature, "com.truevision.tga-image", 0.97, "ends with 'TRUEVISION-XFILE.'")
      ]
    }
    return []
  }
}
