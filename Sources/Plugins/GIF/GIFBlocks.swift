import ConverterCore
import PictureModel

/// The blocks of a file as bytes (GIF89a).
enum GIFBlocks {
  static let end: [UInt8] = [0x3B]

  /// The signature, the size of the canvas and the colours of the whole file.
  static func start(width: Int, height: Int, _ colours: GIFColours) -> [UInt8] {
    let bits = UInt8(truncatingIfNeeded: colours.tableBits - 1)
    return Array("GIF89a".utf8) + word(width) + word(height) + [0x80 | 0x70 | bits, 0, 0]
      + colours.table
  }

  /// How often an animation is shown.
  static func repetitions(_ count: Int) -> [UInt8] {
    // Once is what happens without a word; the number is that of further times.
    guard count != 1 else { return [] }
    let again = count == 0 || count > 65536 ? 0 : count - 1
    return [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + word(again) + [0]
  }

  /// What is said of the picture that follows; nothing where that is what goes without saying.
  static func control(
    _ disposal: GIFFrame.Disposal?, delay: Int, emptyIndex: Int?
  ) -> [UInt8] {
    guard disposal != nil || emptyIndex != nil else { return [] }
    let flags = (disposal?.rawValue ?? 0) << 2 | (emptyIndex == nil ? 0 : 1)
    return [0x21, 0xF9, 4, flags] + word(delay) + [UInt8(clamping: emptyIndex ?? 0), 0]
  }

  /// A picture's place, and its colours where they are not those of the file.
  static func descriptor(
    _ place: PixelRectangle, own colours: GIFColours?, isInterlaced: Bool
  ) -> [UInt8] {
    var flags: UInt8 = isInterlaced ? 0x40 : 0
    if let colours { flags |= 0x80 | UInt8(truncatingIfNeeded: colours.tableBits - 1) }
    return [0x2C] + word(place.x) + word(place.y) + word(place.width) + word(place.height)
      + [flags] + (colours?.table ?? [])
  }

  /// Texts, XMP and the colour profile.
  static func metadata(_ facts: PictureFacts) -> [UInt8] {
    var bytes: [UInt8] = []
    if case .icc(let profile) = facts.colour {
      bytes += [0x21, 0xFF, 11] + Array("ICCRGBG1012".utf8) + subBlocks(profile)
    } else if case .cicp(let points) = facts.colour, points != .sRGB,
      let profile = ICCProfile(points)
    {
      bytes += [0x21, 0xFF, 11] + Array("ICCRGBG1012".utf8) + subBlocks(profile.bytes)
    }
    if let xmp = facts.metadata.xmp {
      bytes += [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + xmp + GIFExtension.packetEnd + [0]
    }
    for text in facts.metadata.texts {
      let words = text.keyword == "Comment" ? text.text : "\(text.keyword): \(text.text)"
      if !words.isEmpty { bytes += [0x21, 0xFE] + subBlocks(Array(words.utf8)) }
    }
    return bytes
  }

  private static func subBlocks(_ bytes: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let part = bytes[start..<min(bytes.count, start + 255)]
      blocks.append(UInt8(part.count))
      blocks += part
    }
    return blocks + [0]
  }

  private static func word(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}

/// The colours of a picture, and which index is none.
struct GIFColours: Equatable {
  var colours: [SIMD4<UInt8>]
  var emptyIndex: Int?

  /// Bits that the number of each colour fits in.
  var tableBits: Int { (1...8).first { 1 << $0 >= colours.count } ?? 8 }

  /// What the codes begin with; the format has no fewer than 2.
  var indexBits: Int { max(2, tableBits) }

  /// Red, green and blue of as many colours as a table of its size has.
  fileprivate var table: [UInt8] {
    let all = colours + [SIMD4<UInt8>](repeating: .zero, count: (1 << tableBits) - colours.count)
    return all.flatMap { [$0.x, $0.y, $0.z] }
  }
}
