import ConverterCore
import PictureModel

/// Which of the formats is written, and with which samples.
struct NetpbmKind {
  enum Name {
    case pbm, pgm, ppm, pam
  }

  let name: Name
  let format: PixelFormat
  let isPlain: Bool

  init(_ type: ContentType.ID, _ facts: PictureFacts, isPlain: Bool) {
    let isGray = facts.format.isGrayOnly
    let depth = facts.format.bitDepth > 8 && facts.sampleDepth > 8 ? 16 : 8
    switch type {
    case "public.pbm": (name, format) = (.pbm, .gray8)
    case "public.pgm": (name, format) = (.pgm, PixelFormat(.gray, bitDepth: depth))
    case "public.ppm": (name, format) = (.ppm, PixelFormat(.rgb, bitDepth: depth))
    case "public.pnm":
      name = isGray ? .pgm : .ppm
      format = PixelFormat(isGray ? .gray : .rgb, bitDepth: depth)
    default:
      name = .pam
      format = PixelFormat(
        isGray ? .gray : .rgb, alpha: facts.format.hasAlpha ? .straight : .none, bitDepth: depth)
    }
    self.isPlain = isPlain && name != .pam
  }

  private var most: Int { format.bitDepth > 8 ? 65535 : 255 }

  func header(width: Int, height: Int) -> [UInt8] {
    let size = "\(width) \(height)"
    let text =
      switch name {
      case .pbm: "\(isPlain ? "P1" : "P4")\n\(size)\n"
      case .pgm: "\(isPlain ? "P2" : "P5")\n\(size)\n\(most)\n"
      case .ppm: "\(isPlain ? "P3" : "P6")\n\(size)\n\(most)\n"
      case .pam:
        "P7\nWIDTH \(width)\nHEIGHT \(height)\nDEPTH \(format.samplesPerPixel)\nMAXVAL \(most)\n"
          + "TUPLTYPE \(format.channels == .gray ? "GRAYSCALE" : "RGB")\(format.hasAlpha ? "_ALPHA" : "")\n"
          + "ENDHDR\n"
      }
    return Array(text.utf8)
  }
}

extension PixelFormat {
  /// Gray, or luma alone.
  var isGrayOnly: Bool {
    switch channels {
    case .gray, .ycbcr(.monochrome, _, _): true
    case .rgb, .cmyk, .ycbcr: false
    }
  }
}
