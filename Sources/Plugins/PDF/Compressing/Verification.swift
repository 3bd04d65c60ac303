import ConverterCore
import ExternalTools
import PDFObjects
import PagedDocumentModel

/// Pages and text of a document, to be compared with those of the file that is made of it.
struct Verification {
  /// Pages that differ more cannot be taken for each other.
  private static let leastOfPage = 0.75
  /// What all pages together must come to.
  private static let leastOfAll = 0.93
  /// At more pixels an inch than people have before them, grain counts that nobody sees. Pages that are pictures
  /// are looked at pixel for pixel, as a renderer that makes them smaller does it in its own way.
  private static let mostDPI = 100.0

  private let file: PDFFile
  private let renderer: PageRenderer
  private let dpi: Double
  private let text: [UInt8]
  private let context: ConversionContext

  /// - Parameters:
  ///   - file: before anything is changed in it.
  ///   - dpi: what its pictures may become.
  ///   - rasterizes: whether its pages become pictures.
  init(
    of file: PDFFile, dpi: Double, rasterizes: Bool, in context: ConversionContext
  ) throws(ConversionError) {
    self.file = file
    self.context = context
    self.dpi = rasterizes ? dpi : min(dpi, Self.mostDPI)
    renderer = try PageRenderer(of: file, dpi: self.dpi, in: context)
    text = try Self.words(of: file, in: context)
  }

  /// - Parameters:
  ///   - passwords: one of which opens the result.
  ///   - readsText: whether the text is to be the same, too.
  /// - Throws: `requirementNotMet` where they are not alike enough.
  func check(
    _ result: InputFile, openedBy passwords: Passwords, readsText: Bool
  ) throws(ConversionError) {
    let after = try PDFFile.open(
      result, with: passwords, limits: context.limits)
    let count = try file.pageCount
    guard try after.pageCount == count else {
      throw ConversionError(.internalError, "the result has other pages than the input")
    }
    if readsText, try Self.words(of: after, in: context) != text {
      throw ConversionError(
        .requirementNotMet, "the text of the result is not that of the input; nothing was written")
    }
    let other = try PageRenderer(of: after, dpi: dpi, in: context)
    var sum = 0.0
    for page in 0..<count {
      let likeness = try renderer.raster(of: page, in: context).lightness
        .likeness(to: try other.raster(of: page, in: context).lightness)
      guard likeness >= Self.leastOfPage else {
        throw ConversionError(
          .requirementNotMet,
          "page \(page + 1) of the result looks like that of the input to \(Self.percent(likeness)) "
            + "%, and \(Self.percent(Self.leastOfPage)) % is the least; a higher --preset or --dpi keeps more, and nothing was written"
        )
      }
      sum += likeness
      try context.checkpoint()
    }
    let mean = sum / Double(max(1, count))
    guard mean >= Self.leastOfAll else {
      throw ConversionError(
        .requirementNotMet,
        "the pages of the result look like those of the input to \(Self.percent(mean)) %, and "
          + "\(Self.percent(Self.leastOfAll)) % is the least; a higher --preset or --dpi keeps more, and nothing was written"
      )
    }
    let thousandths = Int((mean * 1000).rounded(.down))
    context.note(
      "pages", .kept,
      why: "compared: \(readsText ? "the same text, and " : "")alike to \(thousandths) in 1000")
  }

  private static func percent(_ share: Double) -> Int { Int((share * 100).rounded(.down)) }

  /// The text with one space for whatever stands between words.
  private static func words(
    of file: PDFFile, in context: ConversionContext
  ) throws(ConversionError) -> [UInt8] {
    var words: [UInt8] = []
    let text = PageText(input: try ToolInput(file, in: context))
    try text.read(0..<(try file.pageCount), in: context) { (bytes) throws(ConversionError) in
      try context.limits.check(.memory, words.count + bytes.count, for: "the text")
      for place in bytes.indices {
        let byte = bytes[place]
        if byte > 0x20 { words.append(byte) } else if words.last != 0x20 { words.append(0x20) }
      }
    }
    return words
  }
}

extension Raster {
  private static let side = 8

  /// How alike two gray pictures are: structural similarity (Wang et al., 2004) over blocks of eight by eight
  /// pixels that overlap by half. 0 for pictures of other sizes.
  func likeness(to other: Raster) -> Double {
    guard channels == 1, other.channels == 1, width == other.width, height == other.height else {
      return 0
    }
    let side = min(Self.side, width, height)
    let step = max(1, side / 2)
    var (sum, count) = (0.0, 0)
    for y in stride(from: 0, through: height - side, by: step) {
      for x in stride(from: 0, through: width - side, by: step) {
        sum += Self.likeness(
          bytes.span, other.bytes.span, at: y * width + x, width: width, side: side)
        count += 1
      }
    }
    return count == 0 ? 1 : sum / Double(count)
  }

  private static func likeness(
    _ first: Span<UInt8>, _ second: Span<UInt8>, at start: Int, width: Int, side: Int
  ) -> Double {
    var (a, b, aa, bb, ab) = (0, 0, 0, 0, 0)
    for y in 0..<side {
      for x in 0..<side {
        let (p, q) = (Int(first[start + y * width + x]), Int(second[start + y * width + x]))
        a += p
        b += q
        aa += p * p
        bb += q * q
        ab += p * q
      }
    }
    let count = Double(side * side)
    let (meanA, meanB) = (Double(a) / count, Double(b) / count)
    let varianceA = Double(aa) / count - meanA * meanA
    let varianceB = Double(bb) / count - meanB * meanB
    let covariance = Double(ab) / count - meanA * meanB
    // (0.01 × 255)² and (0.03 × 255)²
    let (c1, c2) = (6.5025, 58.5225)
    return (2 * meanA * meanB + c1) * (2 * covariance + c2)
      / ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
  }
}
