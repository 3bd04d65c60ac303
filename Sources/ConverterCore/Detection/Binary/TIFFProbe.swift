/// TIFF pictures, and the raw camera files that are TIFF inside.
///
/// A raw file shows itself by tags of the first image file directory: DNG by its version, the others
/// by the camera's make together with sensor data or subdirectories (TIFF 6.0 §2, TIFF/EP §5).
enum TIFFProbe: ContentProbe {
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

  static func examine(_ sample: FileSample) throws(ConversionError) -> [Finding] {
    guard let header = Header(sample.head) else { return [] }
    var finding = Finding(.signature, "public.tiff", 0.95, "begins with \(header.observation)")
    finding.nameMaySpecialise = false
    guard let directory = try Directory(header, in: sample) else { return [finding] }
    if directory.hasDNGVersion {
      return [
        Finding(.structure, "com.adobe.raw-image", 0.98, "a TIFF directory with the DNGVersion tag")
          .or(["com.gopro.gpr-raw-image"]), finding,
      ]
    }
    guard directory.hasSensorData || directory.hasSubdirectories, !directory.make.isEmpty,
      let maker = makers.first(where: { directory.make.has($0.make, at: 0) }),
      let type = maker.types.first
    else { return [finding] }
    return [
      Finding(.structure, type, 0.97, "a TIFF directory of a \(maker.make) camera with raw data")
        .or(maker.types + (directory.hasSensorData ? [] : ["public.tiff"])),
      finding,
    ]
  }

  /// Byte order, size of offsets, and where the first directory is.
  struct Header {
    let isBigEndian: Bool
    let isBigTIFF: Bool
    let directory: Int

    init?(_ head: [UInt8]) {
      guard head.count >= 4 else { return nil }
      switch (head[0], head[1], head[2], head[3]) {
      case (0x49, 0x49, 42, 0): (isBigEndian, isBigTIFF) = (false, false)
      case (0x4D, 0x4D, 0, 42): (isBigEndian, isBigTIFF) = (true, false)
      case (0x49, 0x49, 43, 0): (isBigEndian, isBigTIFF) = (false, true)
      case (0x4D, 0x4D, 0, 43): (isBigEndian, isBigTIFF) = (true, true)
      default: return nil
      }
      directory =
        Self.integer(
          head, at: isBigTIFF ? 8 : 4, bytes: isBigTIFF ? 8 : 4, isBigEndian: isBigEndian) ?? 0
    }

    var observation: String {
      (isBigEndian ? "'MM' 00 " : "'II' ") + (isBigTIFF ? "2B" : "2A") + (isBigEndian ? "" : " 00")
    }

    static func integer(_ bytes: [UInt8], at offset: Int, bytes count: Int, isBigEndian: Bool)
      -> Int?
    {
      switch (count, isBigEndian) {
      case (2, true): bytes.bigEndian(UInt16.self, at: offset)
      case (2, false): bytes.littleEndian(UInt16.self, at: offset)
      case (4, true): bytes.bigEndian(UInt32.self, at: offset)
      case (4, false): bytes.littleEndian(UInt32.self, at: offset)
      case (8, true): bytes.bigEndian(UInt64.self, at: offset)
      default: bytes.littleEndian(UInt64.self, at: offset)
      }
    }
  }

  /// What the first directory tells about the camera.
  struct Directory {
    private(set) var hasDNGVersion = false
    private(set) var hasSensorData = false
    private(set) var hasSubdirectories = false
    private(set) var make: [UInt8] = []

    init?(_ header: Header, in sample: FileSample) throws(ConversionError) {
      let (countBytes, entryBytes) = header.isBigTIFF ? (8, 20) : (2, 12)
      func integer(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int? {
        Header.integer(bytes, at: offset, bytes: count, isBigEndian: header.isBigEndian)
      }
      let start = try sample.bytes(at: header.directory, count: countBytes)
      guard let claimed = integer(start, 0, countBytes), claimed > 0 else { return nil }
      // A hundred tags are many for a first directory.
      let count = min(claimed, 512)
      let entries = try sample.bytes(
        at: header.directory + countBytes, count: count * entryBytes)
      for index in 0..<count {
        let entry = index * entryBytes
        guard let tag = integer(entries, entry, 2) else { break }
        switch tag {
        case 50706: hasDNGVersion = true
        case 330: hasSubdirectories = true
        case 262: hasSensorData = hasSensorData || integer(entries, entry + 8, 2) == 32803
        case 259:
          // Compressions that only cameras write: Sony's, Nikon's, Samsung's, Kodak's, Pentax's.
          let compression = integer(entries, entry + 8, 2) ?? 0
          hasSensorData =
            hasSensorData
            || [32767, 32769, 32770, 34713, 65000, 65535].contains(compression)
        case 271:
          let width = header.isBigTIFF ? 8 : 4
          let length = min(integer(entries, entry + 4, width) ?? 0, 32)
          let value = entry + 4 + width
          if length <= width {
            make = Array(entries.dropFirst(value).prefix(length))
          } else if let offset = integer(entries, value, width) {
            make = try sample.bytes(at: offset, count: length)
          }
        default: break
        }
      }
    }
  }
}
