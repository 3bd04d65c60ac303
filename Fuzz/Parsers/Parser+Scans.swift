import ConverterCore
import PageScanPlugin
import PictureModel
import Scanning

extension Parser {
  /// What `--corners` says: the first two bytes are the size of the picture, all others the text.
  static let corners = Parser(name: "corners") { bytes in
    guard bytes.count > 2, let text = String(validating: bytes.dropFirst(2), as: UTF8.self)
    else { return }
    let picture = TinyPicture.checked(width: Int(bytes[0]) + 1, height: Int(bytes[1]) + 1)
    var options = ConversionOptions()
    options.settings[ScanSettings.corners.key] = text
    guard let settings = try? ScanSettings(options),
      let scanner = try? settings.scanner(for: picture.facts)
    else { return }
    scan(picture, with: scanner)
  }

  /// Pictures of 1×1, 1×N and N×1 pixels up to many, uniform, checked, noise, or with samples of their own.
  static let pageDetector = Parser(name: "page-detector") { bytes in
    guard let picture = TinyPicture.described(by: bytes) else { return }
    var scanner = PageScanner()
    (scanner.splits, scanner.findsBlanks) = (bytes[0] & 4 != 0, bytes[0] & 8 != 0)
    scanner.dewarps = bytes[0] & 16 != 0
    scanner.filter = ScannedPage.Filter.allCases[Int(bytes[0] >> 5) % 5]
    let candidates = try? scanner.candidates(in: picture, context)
    for candidate in candidates ?? [] {
      precondition(candidate.score.isFinite, "a score is a number")
      precondition(
        candidate.corners.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite },
        "corners are somewhere")
    }
    scan(picture, with: scanner)
  }

  private static var context: ConversionContext {
    ConversionContext(registry: Registry(), limits: .quick(seconds: 20, memory: 256 << 20) { _ in })
  }

  /// Makes all pages of a picture, and their pixels where these are not many.
  private static func scan(_ picture: Picture, with scanner: PageScanner) {
    guard let result = try? scanner.pages(of: picture, in: context) else { return }
    precondition(!result.pages.isEmpty, "a picture has a page")
    for page in result.pages {
      precondition(page.width > 0 && page.height > 0, "a page has a size")
      precondition(page.width * page.height <= 60_000_000 * 2, "a page is not too large")
      precondition(page.dpi.isFinite && page.dpi > 0, "a page has a resolution")
      precondition(page.skew.isFinite, "a page has an angle")
      guard page.width * page.height < 1 << 19 else { continue }
      let made = page.picture(of: picture, in: context)
      for picture in [made, try? made.legible?.open()].compactMap({ $0 }) {
        let demand = PixelDemand([picture.facts.format])
        guard let source = try? picture.pixels(for: demand, in: context) else { continue }
        var rows = 0
        while let band = try? source.nextBand() { rows += band.height }
        precondition(rows == picture.facts.height, "a page has all of its rows")
      }
    }
  }
}

/// Pictures of few bytes.
private enum TinyPicture {
  private static let mostPixels = 1 << 17

  /// With squares of two shades, so that it has edges.
  static func checked(width: Int, height: Int) -> Picture {
    picture(width: width, height: height) { x, y, _ in (x / 8 + y / 8) % 2 == 0 ? 40 : 220 }
  }

  /// - Parameter bytes: the kind of picture in two bits, width and height in two bytes each, a number for the kind, and
  ///   samples.
  static func described(by bytes: [UInt8]) -> Picture? {
    guard bytes.count >= 6 else { return nil }
    let width = 1 + (Int(bytes[1]) << 8 | Int(bytes[2])) % 4096
    let height = min(1 + (Int(bytes[3]) << 8 | Int(bytes[4])) % 4096, max(1, mostPixels / width))
    let number = Int(bytes[5])
    let samples = bytes.dropFirst(6)
    switch bytes[0] & 3 {
    case 0: return picture(width: width, height: height) { _, _, _ in bytes[5] }
    case 1:
      let size = max(1, number)
      return picture(width: width, height: height) { x, y, channel in
        (x / size + y / size) % 2 == 0 ? samples.first ?? 0 : UInt8(255 - channel)
      }
    case 2:
      var state = UInt32(number) | 1
      return picture(width: width, height: height) { _, _, _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(state >> 24)
      }
    default:
      guard !samples.isEmpty else { return nil }
      // A block of 1, 2, 4 … pixels for each sample, row by row, again and again.
      let shift = number % 8
      let columns = width >> shift + 1
      return picture(width: width, height: height) { x, y, channel in
        let index = (y >> shift * columns + x >> shift) * 3 + channel
        return samples[samples.startIndex + index % samples.count]
      }
    }
  }

  private static func picture(
    width: Int, height: Int, _ sample: (Int, Int, Int) -> UInt8
  ) -> Picture {
    let pixels = PixelBuffer(.rgb8, width: width, height: height)
    let gray = PixelBuffer(.gray8, width: width, height: height)
    for y in 0..<height {
      let row = pixels.planes[0].row(y, as: UInt8.self)
      for index in 0..<width * 3 { row[index] = sample(index / 3, y, index % 3) }
      let shades = gray.planes[0].row(y, as: UInt8.self)
      for x in 0..<width { shades[x] = row[3 * x + 1] }
    }
    // Nobody else writes to them.
    nonisolated(unsafe) let made = (pixels, gray)
    let facts = PictureFacts(
      width: width, height: height, format: .rgb8, sampleDepth: 8, coding: "")
    return Picture(facts) { demand in
      BufferSource(demand.formats.contains(.rgb8) ? made.0 : made.1)
    }
  }
}
