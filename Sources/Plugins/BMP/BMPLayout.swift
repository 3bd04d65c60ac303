import ConverterCore
import DeviceIndependentBitmaps
import PictureModel

/// What a picture becomes: indices, gray, colours, or these with opacity.
struct BMPLayout {
  let format: PixelFormat
  private let bitCount: Int
  private let colours: [SIMD4<UInt8>]
  /// Finds indices; `nil` where pixels are colours, or gray that is its own index.
  private let table: ColourTable?

  init(_ facts: PictureFacts) {
    let isGray = facts.format.isGrayOnly
    if let palette = facts.palette, facts.format.bitDepth == 8, !facts.format.hasAlpha,
      isGray || facts.format.channels == .rgb, (1...256).contains(palette.colours.count),
      palette.colours.allSatisfy({ $0.w == 255 })
    {
      format = .rgb8
      bitCount = palette.colours.count <= 2 ? 1 : palette.colours.count <= 16 ? 4 : 8
      colours = palette.colours
      table = ColourTable(palette.colours)
    } else if facts.format.hasAlpha {
      (format, bitCount, colours, table) = (.rgba8, 32, [], nil)
    } else if isGray {
      (format, bitCount, table) = (.gray8, 8, nil)
      colours = (0...255).map { gray in
        let sample = UInt8(truncatingIfNeeded: gray)
        return SIMD4(sample, sample, sample, 255)
      }
    } else {
      (format, bitCount, colours, table) = (.rgb8, 24, [], nil)
    }
  }

  /// - Throws: `unsupportedContent` for what is too large for the format.
  func coding(
    width: Int, height: Int, _ facts: PictureFacts
  ) throws(ConversionError) -> BitmapCoding {
    var profile: [UInt8] = []
    switch facts.colour {
    case .icc(let bytes): profile = bytes
    case .cicp(let points) where points != .sRGB:
      profile = ICCProfile(points)?.bytes ?? []
    default: break
    }
    let coding = BitmapCoding(
      width: width, height: height, bitCount: bitCount, colours: colours, profile: profile,
      dotsPerInch: facts.metadata.dotsPerInch)
    let (pixels, isTooMuch) = coding.rowByteCount.multipliedReportingOverflow(by: height)
    guard !isTooMuch, pixels <= Int(UInt32.max) - profile.count - 2000, width <= Int32.max,
      height <= Int32.max
    else {
      throw ConversionError(
        .unsupportedContent,
        "is \(width)×\(height), and a bitmap holds at most 4 GB; --resize makes it fit")
    }
    return coding
  }

  /// - Parameters:
  ///   - pixels: a row as wide as the bitmap, of three bytes each where they become indices.
  ///   - indices: as many as the bitmap is wide.
  ///   - target: room for a row of the bitmap.
  /// - Throws: `damagedInput` for a colour that the palette lacks.
  func put(
    _ pixels: UnsafePointer<UInt8>, _ coding: BitmapCoding, _ indices: inout [UInt8],
    to target: UnsafeMutablePointer<UInt8>
  ) throws(ConversionError) {
    guard let table else { return unsafe coding.put(pixels, to: target) }
    let isKnown = unsafe indices.withUnsafeMutableBufferPointer { room in
      guard let start = room.baseAddress else { return false }
      let isKnown = unsafe table.writeIndices(
        of: pixels, samplesPerPixel: 3, count: coding.width, to: start)
      unsafe coding.put(start, to: target)
      return isKnown
    }
    guard isKnown else {
      throw ConversionError(
        .damagedInput, "the picture has pixels with an index beyond its palette")
    }
  }
}

extension BitmapCoding {
  /// The header of the file, the bitmap's own, and its colours.
  var fileStart: [UInt8] {
    let whole = 14 + pixelOffset + pixelByteCount + profile.count
    let numbers = [whole, 0, 14 + pixelOffset].flatMap { number in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return Array("BM".utf8) + numbers + start
  }
}

extension PixelFormat {
  /// Gray, or luma alone.
  fileprivate var isGrayOnly: Bool {
    switch channels {
    case .gray, .ycbcr(.monochrome, _, _): true
    case .rgb, .cmyk, .ycbcr: false
    }
  }
}
