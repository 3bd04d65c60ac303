import ConverterCore
import PictureModel
import TIFFStructure

extension PictureFacts {
  /// As stored.
  init(_ image: TIFFImage, in context: ConversionContext) throws(ConversionError) {
    self.init(
      width: image.width, height: image.height, format: image.format,
      sampleDepth: image.colours == nil || image.colours == .palette ? 8 : image.bits,
      coding: image.coding)
    isLossless = !image.losesSamples
    palette = try Palette(image)
    metadata = try PictureMetadata(image.directory, in: context)
    if case .lab = image.colours {
      colourCaveat = "its colours are CIE L*a*b*: they become sRGB, and those beyond it are cut off"
      colour = .cicp(.sRGB)
    } else if let profile = try image.directory.bytes(TIFFTag.profile), profile.count >= 128 {
      colour = .icc(profile)
    }
  }
}

extension TIFFImage {
  /// Whether its coding is that of JPEG, WebP or such.
  var losesSamples: Bool { [6, 7, 34892, 50001].contains(compression) }

  /// For people: "LZW, 12 tiles".
  var coding: String {
    var words = [Self.names[compression] ?? "compression \(compression)"]
    switch colours {
    case .lab: words.append("CIE L*a*b*")
    case .cmyk: words.append("CMYK")
    default: break
    }
    if isPlanar { words.append("planes") }
    if case .tiles(let tileWidth, let tileHeight) = layout {
      words.append("tiles of \(tileWidth)×\(tileHeight)")
    }
    if directory.file.isBig { words.append("BigTIFF") }
    return words.joined(separator: ", ")
  }

  private static let names: [Int: String] = [
    1: "uncompressed", 2: "Modified Huffman", 3: "Group 3 fax", 4: "Group 4 fax", 5: "LZW",
    6: "JPEG (old style)", 7: "JPEG", 8: "deflate", 32766: "NeXT", 32771: "uncompressed",
    32773: "PackBits", 32809: "ThunderScan", 32946: "deflate", 34661: "JBIG", 34676: "LogLuv",
    34677: "LogLuv", 34887: "LERC", 34925: "LZMA", 50000: "Zstandard", 50001: "WebP",
  ]

  /// The colours of an indexed picture; empty for others.
  func palette() throws(ConversionError) -> [SIMD4<UInt8>] {
    guard colours == .palette else { return [] }
    let count = 1 << bits
    let map = try directory.integers(TIFFTag.colourMap, most: 3 * count)
    guard map.count == 3 * count else {
      throw ConversionError(.damagedInput, "has indices of colours, and not as many colours")
    }
    // Some write bytes where words belong.
    let shift = map.allSatisfy { $0 < 256 } ? 0 : 8
    return (0..<count).map { index in
      SIMD4(
        UInt8(truncatingIfNeeded: map[index] >> shift),
        UInt8(truncatingIfNeeded: map[count + index] >> shift),
        UInt8(truncatingIfNeeded: map[2 * count + index] >> shift), 255)
    }
  }
}

extension PictureFacts.Palette {
  /// Of indices, or of gray with less than 8 bits, which is one of few colours, too.
  fileprivate init?(_ image: TIFFImage) throws(ConversionError) {
    switch image.colours {
    case .palette:
      self.init(
        colours: try image.palette(), bitDepth: [1, 2, 4, 8].first { $0 >= image.bits } ?? 8)
    case .gray
    where [1, 2, 4].contains(image.bits) && image.alpha == .none
      && image.numbers == .unsigned:
      let white = (1 << image.bits) - 1
      self.init(
        colours: (0...white).map { step in
          let gray = UInt8(step * 255 / white)
          return SIMD4(gray, gray, gray, 255)
        }, bitDepth: image.bits)
    default: return nil
    }
  }
}

extension TIFFDirectory {
  /// Where directories of smaller copies are (TIFF Tech Note 1).
  var below: [Int] {
    get throws(ConversionError) { try integers(TIFFTag.subDirectories, most: 16) }
  }

  /// What stands beside the pages: smaller copies, masks.
  var companion: PictureFacts.Companion? {
    get throws(ConversionError) {
      let width = try integer(TIFFTag.imageWidth)
      let height = try integer(TIFFTag.imageLength)
      let isMask = (try integer(TIFFTag.newSubfileType) ?? 0) & 4 != 0
      guard width != nil, height != nil else { return nil }
      return PictureFacts.Companion(
        isMask ? .auxiliary : .thumbnail, width: width, height: height,
        detail: isMask ? "transparency mask" : nil)
    }
  }
}
