/// TIFF pictures, and the raw camera files that are TIFF inside.
///
/// A raw file shows itself by tags of the first image file directory: DNG by its version, the others
/// by the camera's make together with sensor data or subdirectories (TIFF 6.0 §2, TIFF/EP §5).
enum TIFFProbe: FileProbe {
  static let types: [ContentType.ID] = ["public.tiff"] + makers.flatMap(\.types)

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

  static func examine(_ sample: FileSample) throws(ConversionError) -> [TypeFinding] {
    guard let header = TIFFHeader(sample.head.span) else { return [] }
    var finding = TypeFinding(
      .signature, "public.tiff", 0.95, "begins with \(observation(of: header))")
    finding.nameMaySpecialise = false
    guard let directory = try Directory(header, in: sample) else { return [finding] }
    if directory.hasDNGVersion {
      return [
        TypeFinding(
          .structure, "com.adobe.raw-image", 0.98, "a TIFF directory with the DNGVersion tag"
        )
        .or(["com.gopro.gpr-raw-image"]), finding,
      ]
    }
    guard directory.hasSensorData || directory.hasSubdirectories, !directory.make.isEmpty,
      let maker = makers.first(where: { directory.make.has($0.make, at: 0) }),
      let type = maker.types.first
    else { return [finding] }
    return [
      TypeFinding(
        .structure, type, 0.97, "a TIFF directory of a \(maker.make) camera with raw data"
      )
      .or(maker.types + (directory.hasSensorData ? [] : ["public.tiff"])),
      finding,
    ]
  }

  /// What a file of these bytes begins with.
  private static func observation(of header: TIFFHeader) -> String {
    let version = header.isBig ? "2B" : "2A"
    return header.order == .big ? "'MM' 00 \(version)" : "'II' \(version) 00"
  }

  /// What the first directory tells about the camera.
  struct Directory {
    private(set) var hasDNGVersion = false
    private(set) var hasSensorData = false
    private(set) var hasSubdirectories = false
    private(set) var make: [UInt8] = []

    init?(_ header: TIFFHeader, in sample: FileSample) throws(ConversionError) {
      guard let offset = header.firstDirectory else { return nil }
      let start = try sample.bytes(at: offset, count: header.countWidth)
      guard let claimed = start.number(at: 0, width: header.countWidth, header.order),
        claimed > 0
      else { return nil }
      // A hundred tags are many for a first directory.
      let count = min(claimed, 512)
      let bytes = try sample.bytes(
        at: offset + header.countWidth, count: count * header.entrySize)
      for entry in TIFFEntry.all(in: bytes.span, at: 0, most: count, of: header) {
        try take(entry, of: bytes, header, in: sample)
      }
    }

    private mutating func take(
      _ entry: TIFFEntry, of bytes: [UInt8], _ header: TIFFHeader, in sample: FileSample
    ) throws(ConversionError) {
      let short = bytes.number(at: entry.place, width: 2, header.order) ?? 0
      switch entry.tag {
      case 50706: hasDNGVersion = true
      case 330: hasSubdirectories = true
      case 262: hasSensorData = hasSensorData || short == 32803
      // Compressions that only cameras write: Sony's, Nikon's, Samsung's, Kodak's, Pentax's.
      case 259:
        hasSensorData =
          hasSensorData || [32767, 32769, 32770, 34713, 65000, 65535].contains(short)
      case 271: make = try value(of: entry, in: bytes, header, sample)
      default: break
      }
    }

    /// The first letters of a text.
    private func value(
      of entry: TIFFEntry, in bytes: [UInt8], _ header: TIFFHeader, _ sample: FileSample
    ) throws(ConversionError) -> [UInt8] {
      let length = min(entry.count ?? 0, 32)
      if length <= header.offsetWidth {
        return Array(bytes.dropFirst(entry.place).prefix(length))
      }
      return try sample.bytes(at: entry.offset ?? -1, count: length)
    }
  }
}
