import ConverterCore
import Deflate
import TestSupport
import Testing

@testable import PDFPlugin

@Suite struct RecodingTests {
  /// A photo as far as codecs can tell: smooth, with noise.
  static func photo(
    _ width: Int, _ height: Int, channels: Int, gray: Bool = false, noisy: Int = 12
  ) -> [UInt8] {
    var noise = Noise(17)
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let base = 60 + (x + y) * 120 / (width + height) + Int.random(in: 0..<noisy, using: &noise)
        for channel in 0..<channels {
          let own = gray || channel == 0 ? 0 : 20 * channel + Int.random(in: 0..<8, using: &noise)
          bytes.append(UInt8(min(255, base + own)))
        }
      }
    }
    return bytes
  }

  /// Letters of a kind: black rectangles on white.
  static func text(_ width: Int, _ height: Int) -> Bitmap {
    var bytes = [UInt8](repeating: 0xFF, count: (width + 7) / 8 * height)
    for y in 0..<height where y % 24 < 14 {
      for x in 0..<width {
        // Letters of several widths, with gaps that no period has.
        let letter = UInt64(x / 17 + y / 24 * 1000) &* 0x9E37_79B9_7F4A_7C15 >> 40
        guard x % 17 < 4 + Int(letter % 11), y % 24 > Int(letter / 16 % 7) else { continue }
        bytes[y * ((width + 7) / 8) + x / 8] &= ~(0x80 >> UInt8(x % 8))
      }
    }
    return Bitmap(width: width, height: height, bytes: bytes)
  }

  static func flate(_ entries: String, _ bytes: [UInt8]) throws -> (entries: String, data: [UInt8])
  {
    (entries + " /Filter /FlateDecode", try DeflateHandle(level: 1).zlibStream(of: bytes))
  }

  private static func file(
    _ width: Int, _ height: Int, _ entries: String, _ bytes: [UInt8], others: [[UInt8]] = []
  ) throws -> ImageFile {
    let flate = try flate(entries, bytes)
    return ImageFile(
      width: width, height: height, entries: flate.entries, data: flate.data, others: others)
  }

  @Test func grayInColoursOfTwoBecomesBits() throws {
    let bitmap = Self.text(300, 200)
    let raster = Raster(
      width: 300, height: 200, channels: 1, bits: 1, packed: bitmap.bytes, isIndex: false)
    let file = try Self.file(
      300, 200, "/ColorSpace /DeviceRGB /BitsPerComponent 8",
      raster.bytes.flatMap { [$0, $0, $0] })
    let (image, result) = try #require(try file.recoded(for: .inPlace()))
    #expect(image.colourSpace == .gray && image.bits == 1)
    #expect(["JBIG2", "CCITT G4"].contains(image.codec))
    let found = try ExtractedImage(of: result)
    #expect(found.samples.map { ~$0 }.prefix(37) == bitmap.bytes.prefix(37))
    #expect(Bitmap(width: 300, height: 200, bytes: found.samples.map { ~$0 }) == bitmap)
  }

  @Test func grayPhotoInColoursBecomesGray() throws {
    let bytes = Self.photo(200, 150, channels: 3, gray: true)
    let file = try Self.file(200, 150, "/ColorSpace /DeviceRGB /BitsPerComponent 8", bytes)
    let (image, _) = try #require(try file.recoded(for: .inPlace()))
    #expect(image.colourSpace == .gray && image.codec == "JPEG" && image.bits == 8)
  }

  /// The array Decode of three channels becomes that of one.
  @Test func grayInInvertedColoursBecomesInvertedGray() throws {
    let bytes = Self.photo(200, 150, channels: 3, gray: true)
    let file = try Self.file(
      200, 150, "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Decode [1 0 1 0 1 0]", bytes)
    let (image, result) = try #require(try file.recoded(for: .inPlace(quality: 0.9)))
    #expect(image.colourSpace == .gray && image.decode == .replaced([1, 0]))
    let (before, after) = (try Self.shown(file.bytes), try Self.shown(result))
    let difference = zip(before.samples, after.samples).reduce(0) {
      $0 + abs(Int($1.0) - Int($1.1))
    }
    #expect(difference / before.samples.count < 4)
  }

  /// Equal red, green and blue need not be gray in a space of which nothing is known.
  @Test func grayInAProfileStaysThere() throws {
    let bytes = Self.photo(200, 150, channels: 3, gray: true)
    let profile = ImageFile.stream("/N 3 /Alternate /DeviceRGB", Array("no profile".utf8))
    let file = try Self.file(
      200, 150, "/ColorSpace [/ICCBased 6 0 R] /BitsPerComponent 8", bytes, others: [profile])
    let (image, _) = try #require(try file.recoded(for: .inPlace()))
    guard case .indexed(.kept, _, _) = image.colourSpace else {
      Issue.record("\(image.colourSpace)")
      return
    }
  }

  @Test func colourPhotoStaysInItsProfile() throws {
    let bytes = Self.photo(200, 150, channels: 3)
    let profile = ImageFile.stream("/N 3 /Alternate /DeviceRGB", Array("no profile".utf8))
    let file = try Self.file(
      200, 150, "/ColorSpace [/ICCBased 6 0 R] /BitsPerComponent 8", bytes, others: [profile])
    let (image, result) = try #require(try file.recoded(for: .inPlace()))
    #expect(image.colourSpace == .kept && image.codec == "JPEG")
    #expect(String(decoding: result, as: UTF8.self).contains("/ICCBased"))
  }

  /// Few colours: a palette, exact, and never a JPEG.
  @Test(arguments: [2, 3, 16, 17, 256])
  func drawingsStayExact(colours: Int) throws {
    let bytes = (0..<200 * 120).flatMap { index -> [UInt8] in
      let colour = (index / 200 / 7 * 31 + index % 200 / 5) % colours
      return [UInt8(colour), UInt8(255 - colour), UInt8(colour / 2 + 90)]
    }
    let file = try Self.file(200, 120, "/ColorSpace /DeviceRGB /BitsPerComponent 8", bytes)
    let (image, result) = try #require(try file.recoded(for: .inPlace()))
    #expect(image.bits == [2: 1, 3: 2, 16: 4, 17: 8, 256: 8][colours])
    guard case .indexed(.kept, colours, _) = image.colourSpace else {
      Issue.record("\(image.colourSpace)")
      return
    }
    let found = try ExtractedImage(of: result)
    if colours > 2 { #expect(found.samples == bytes) }
  }

  /// What a page shows before and after, where pdfimages knows no palette.
  @Test func twoColoursAreShownAsBefore() throws {
    let bitmap = Self.text(200, 200)
    let raster = Raster(
      width: 200, height: 200, channels: 1, bits: 1, packed: bitmap.bytes, isIndex: false)
    let bytes = raster.bytes.flatMap { $0 == 0 ? [200, 10, 30] : [250, 250, 210] as [UInt8] }
    let file = try Self.file(
      200, 200, "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Decode [1 0 1 0 1 0]", bytes)
    let (image, result) = try #require(try file.recoded(for: .inPlace()))
    #expect(image.bits == 1)
    #expect(try Self.shown(file.bytes) == Self.shown(result))
  }

  static func shown(_ file: [UInt8]) throws -> ExtractedImage {
    let scratch = try ScratchFolder()
    try scratch.write(file, to: "in.pdf")
    let run = try Program.run("/usr/bin/pdftoppm", ["-r", "72", scratch.file("in.pdf")])
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    return try ExtractedImage(portable: run.output)
  }

  struct Case: Sendable, CustomStringConvertible {
    let description: String
    let entries: String
    let channels: Int
    let bits: Int
  }

  /// Every depth, space and Decode array is shown as before.
  @Test(arguments: [
    Case(description: "gray 1", entries: "/DeviceGray", channels: 1, bits: 1),
    Case(description: "gray 2", entries: "/DeviceGray", channels: 1, bits: 2),
    Case(description: "gray 4", entries: "/DeviceGray", channels: 1, bits: 4),
    Case(description: "gray 8", entries: "/DeviceGray", channels: 1, bits: 8),
    Case(description: "gray 16", entries: "/DeviceGray", channels: 1, bits: 16),
    Case(description: "inverted 1", entries: "/DeviceGray /Decode [1 0]", channels: 1, bits: 1),
    Case(description: "inverted 4", entries: "/DeviceGray /Decode [1 0]", channels: 1, bits: 4),
    Case(description: "inverted 8", entries: "/DeviceGray /Decode [1 0]", channels: 1, bits: 8),
    Case(description: "RGB 4", entries: "/DeviceRGB", channels: 3, bits: 4),
    Case(description: "RGB 8", entries: "/DeviceRGB", channels: 3, bits: 8),
    Case(description: "RGB 16", entries: "/DeviceRGB", channels: 3, bits: 16),
    Case(
      description: "inverted RGB", entries: "/DeviceRGB /Decode [1 0 1 0 1 0]", channels: 3, bits: 8
    ),
    Case(
      description: "strange RGB", entries: "/DeviceRGB /Decode [0 1 1 0 0.2 0.6]", channels: 3,
      bits: 8),
    Case(description: "CMYK 8", entries: "/DeviceCMYK", channels: 4, bits: 8),
    Case(
      description: "inverted CMYK", entries: "/DeviceCMYK /Decode [1 0 1 0 1 0 1 0]", channels: 4,
      bits: 8),
    Case(
      description: "calibrated", entries: "[/CalGray << /WhitePoint [0.9505 1 1.089] >>]",
      channels: 1, bits: 8),
    Case(
      description: "palette 4",
      entries: "[/Indexed /DeviceRGB 15 <\(String(repeating: "0a30f0c06010", count: 8))>]",
      channels: 1, bits: 4),
    Case(
      description: "palette 1", entries: "[/Indexed /DeviceRGB 1 <ff8000 0000a0>]", channels: 1,
      bits: 1),
    Case(
      description: "palette of CMYK",
      entries: "[/Indexed /DeviceCMYK 3 <00000000 ff000000 00ff0000 000000ff>]",
      channels: 1, bits: 2),
  ])
  func isShownAsBefore(_ one: Case) throws {
    let rowBytes = (200 * one.channels * one.bits + 7) / 8
    let bytes = Self.photo(rowBytes, 200, channels: 1, noisy: one.bits < 8 ? 256 - 190 : 12)
    let file = try Self.file(
      200, 200, "/BitsPerComponent \(one.bits) /ColorSpace \(one.entries)", bytes)
    for goal in [
      RecodingGoal.inPlace(quality: 0.95),
      RecodingGoal(dpi: 300, targetDPI: 150, monoDPI: 150, quality: Quality(0.95)),
    ] {
      guard let (image, result) = try file.recoded(for: goal) else {
        // Noise of few bits can be as small as it gets.
        #expect(one.bits < 8 && (goal.dpi == 0 || one.bits == 1), "left alone")
        continue
      }
      #expect(image.bytes.count < file.data.count)
      // Few colours may take less with all their pixels.
      #expect(image.width == (goal.dpi == 0 || one.bits < 8 && image.width == 200 ? 200 : 100))
      let (before, after) = (try Self.shown(file.bytes), try Self.shown(result))
      let difference = zip(before.samples, after.samples).reduce(0) {
        $0 + abs(Int($1.0) - Int($1.1))
      }
      let mean = Double(difference) / Double(max(1, before.samples.count))
      // Noise is smoothed where there is less room for it; colours are not turned over.
      let most = goal.dpi == 0 ? 4.0 : one.bits == 1 ? 128 : one.bits < 8 ? 60 : 8
      #expect(mean < most, "\(image.codec) \(mean)")
      if image.codec != "JPEG", goal.dpi == 0 { #expect(mean <= 1) }
    }
  }

  @Test func stencilsStayBits() throws {
    let bitmap = Self.text(400, 400)
    for decode in ["", "/Decode [1 0]"] {
      let file = try Self.file(400, 400, "/ImageMask true \(decode)", bitmap.bytes)
      let (image, result) = try #require(try file.recoded(for: .inPlace()))
      #expect(image.bits == 1 && image.colourSpace == .kept)
      #expect(try Self.shown(file.bytes) == Self.shown(result))
      let goal = RecodingGoal(dpi: 1200, targetDPI: 100, monoDPI: 300, quality: Quality(0.6))
      let (small, smallFile) = try #require(try file.recoded(for: goal))
      #expect(small.width == 100 && small.bits == 1)
      _ = try Self.shown(smallFile)
    }
  }

  /// Samples that must be exact are never made a JPEG, nor fewer.
  @Test func colourKeysStayExact() throws {
    let bytes = Self.photo(200, 150, channels: 3)
    let file = try Self.file(
      200, 150, "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Mask [60 60 80 80 100 100]", bytes)
    let goal = RecodingGoal(dpi: 600, targetDPI: 100, monoDPI: 300, quality: Quality(0.4))
    let (image, result) = try #require(try file.recoded(for: goal))
    #expect(image.codec == "Flate" && image.width == 200)
    #expect(try ExtractedImage(of: result).samples == bytes)
  }

  @Test(arguments: [
    ("/SMask 6 0 R", "its colours are mixed with those of a matte"),
    ("/F (elsewhere)", "its data are in another file"),
    ("/SMaskInData 1", "its opacity is within its data"),
    (
      "/ColorSpace [/DeviceN [/One /Two] /DeviceGray 7 0 R]",
      "its colours are a mixture of inks of its own (DeviceN)"
    ),
    ("/ColorSpace 12", "its colour space is none"),
    ("/BitsPerComponent 7", "its samples have 7 bits"),
    ("/Filter /NoSuchDecode", "its filter /NoSuchDecode is not one that is known"),
    ("/Filter /JBIG2Decode", "it is JBIG2 already"),
    ("/Filter /FlateDecode /DecodeParms << /Predictor 99 >>", "its predictor 99 makes no sense"),
  ])
  func leftAlone(entries: String, reason: String) throws {
    var all = entries
    for (key, value) in [
      ("/ColorSpace", "/DeviceGray"), ("/BitsPerComponent", "8"),
    ] where !entries.contains(key) { all += " \(key) \(value)" }
    let file = ImageFile(
      width: 100, height: 100, entries: all, data: Self.photo(100, 100, channels: 1),
      others: [ImageFile.stream("/Matte [0 0 0]", [1])])
    guard case .leftAlone(let found) = try file.coded().recoded(for: .inPlace()) else {
      Issue.record("recoded")
      return
    }
    #expect(found == reason)
  }

  /// Sizes that overflow or take all memory.
  @Test(arguments: [
    (Int.max, 1000), (1 << 20, 1 << 24), (0, 10), (-5, 10), (1 << 33, 1 << 33), (100_000, 100_000),
  ])
  func sizesAreRefused(width: Int, height: Int) throws {
    for filter in [
      "/FlateDecode", "/CCITTFaxDecode", "/DCTDecode", "/JPXDecode", "/RunLengthDecode",
    ] {
      let file = ImageFile(
        width: width, height: height,
        entries: "/ColorSpace /DeviceRGB /BitsPerComponent 16 /Filter \(filter)",
        data: [UInt8](repeating: 120, count: 500))
      guard case .leftAlone = try file.coded().recoded(for: .inPlace()) else {
        Issue.record("recoded")
        continue
      }
    }
  }

  /// Data that end anywhere, in every coding: left alone, or whole.
  @Test(arguments: ["jpeg", "flate", "g4", "palette"])
  func cutOffAnywhere(kind: String) throws {
    let bitmap = Self.text(64, 64)
    let raster = Raster(
      width: 40, height: 40, channels: 3, bytes: Self.photo(40, 40, channels: 3))
    let (width, entries, data): (Int, String, [UInt8]) =
      switch kind {
      case "jpeg":
        (
          40, "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode",
          try JPEGImageEncoderHandle.encode(raster, quality: Quality(0.9), in: ImageFile.context)
        )
      case "flate":
        (
          40,
          "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 3 /Columns 40 >>",
          try DeflateHandle(level: 6).zlibStream(
            of:
              PNGFilters.filtered(raster.bytes, rowBytes: 120, pixelBytes: 3))
        )
      case "g4":
        (
          64,
          "/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 >>",
          CCITTEncoder.encode(bitmap, blackIs1: false)
        )
      default:
        (
          40, "/ColorSpace [/Indexed /DeviceGray 255 <00>] /BitsPerComponent 8",
          Array(raster.bytes.prefix(1600))
        )
      }
    let whole = try ImageFile(width: width, height: width, entries: entries, data: data).coded()
    for count in stride(from: 0, through: data.count, by: max(1, data.count / 700)) {
      var part = whole
      part.bytes = Array(data.prefix(count))
      let goal = RecodingGoal(dpi: 200, targetDPI: 100, monoDPI: 300, quality: Quality(0.5))
      let result = try part.recoded(for: goal)
      if case .recoded(let image) = result { #expect(image.bytes.count < count) }
    }
  }

  /// Four channels of a JPEG keep what they mean, whatever array Decode says.
  @Test func jpegOfInkKeepsItsInk() throws {
    let raster = Raster(
      width: 200, height: 200, channels: 4, bytes: Self.photo(200, 200, channels: 4))
    let data = try JPEGImageEncoderHandle.encode(
      raster, quality: Quality(0.95), in: ImageFile.context)
    for decode in ["", "/Decode [1 0 1 0 1 0 1 0]"] {
      let file = ImageFile(
        width: 200, height: 200,
        entries: "/ColorSpace /DeviceCMYK /BitsPerComponent 8 /Filter /DCTDecode \(decode)",
        data: data)
      let goal = RecodingGoal(dpi: 300, targetDPI: 100, monoDPI: 300, quality: Quality(0.8))
      let (image, result) = try #require(try file.recoded(for: goal))
      #expect(image.codec == "JPEG" && image.width == 67 && image.decode == .kept)
      let (before, after) = (try Self.shown(file.bytes), try Self.shown(result))
      let difference = zip(before.samples, after.samples).reduce(0) {
        $0 + abs(Int($1.0) - Int($1.1))
      }
      #expect(difference / before.samples.count < 6)
    }
  }

  /// Filters behind one another, the last of which codes the picture.
  @Test(arguments: ["/FlateDecode", "/ASCIIHexDecode", "/RunLengthDecode"])
  func filtersInARow(filter: String) throws {
    let raster = Raster(
      width: 100, height: 100, channels: 1, bytes: Self.photo(100, 100, channels: 1))
    let jpeg = try JPEGImageEncoderHandle.encode(
      raster, quality: Quality(0.95), in: ImageFile.context)
    var data = jpeg
    switch filter {
    case "/FlateDecode": data = try DeflateHandle(level: 6).zlibStream(of: jpeg)
    case "/ASCIIHexDecode":
      let digits = Array("0123456789abcdef".utf8)
      data = jpeg.flatMap { byte -> [UInt8] in [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
      data.append(UInt8(ascii: ">"))
    default:
      data = jpeg.flatMap { byte -> [UInt8] in [0, byte] }
      data.append(128)
    }
    let file = ImageFile(
      width: 100, height: 100,
      entries: "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter [\(filter) /DCTDecode]",
      data: data)
    let (image, result) = try #require(try file.recoded(for: .inPlace(quality: 0.5)))
    #expect(image.codec == "JPEG")
    let (before, after) = (try Self.shown(file.bytes), try Self.shown(result))
    let difference = zip(before.samples, after.samples).reduce(0) {
      $0 + abs(Int($1.0) - Int($1.1))
    }
    #expect(difference / before.samples.count < 6)
  }

  @Test func areasAreMeans() {
    let raster = Raster(
      width: 4, height: 2, channels: 1, bytes: [0, 100, 200, 0, 50, 250, 0, 200])
    let half = AreaFilter(raster, toWidth: 2, height: 1).apply(to: raster)
    #expect(half.bytes == [100, 100])
    let same = AreaFilter(raster, toWidth: 4, height: 2).apply(to: raster)
    #expect(same == raster)
    let white = Raster(
      width: 997, height: 613, channels: 3, bytes: [UInt8](repeating: 255, count: 997 * 613 * 3))
    let small = AreaFilter(white, toWidth: 331, height: 7).apply(to: white)
    #expect(small.bytes.allSatisfy { $0 == 255 })
  }
}
