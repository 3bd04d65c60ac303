public import ConverterCore
public import PictureModel
import TIFFStructure

/// Writes TIFF files of one page or many, lossless unless a quality is asked for.
///
/// The same pictures and options give the same bytes.
public struct TIFFWriter: Writer {
  public let name = "TIFF"
  public let types: [ContentType.ID] = ["public.tiff"]

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libtiff.required]
  }

  public var compresses: [ContentType.ID] { types }

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: TIFFOptions
  ) -> Picture.Capabilities {
    let isJPEG = options.compression == .jpeg
    return Picture.Capabilities(
      format: name, items: [.icc, .exif, .xmp, .iptc, .density], alpha: !isJPEG,
      maximumBitDepth: isJPEG ? 8 : 16, cmyk: true, pages: true,
      recodes: options.keepsSamples ? "public.tiff" : nil)
  }

  public func announce(
    _ model: Picture, as type: ContentType.ID, options: TIFFOptions, in context: WritingContext
  ) throws(ConversionError) {
    guard context.isPlanning, !(model.facts.staysAsStored && model.origin?.type == type) else {
      return
    }
    let coding = try PageCoding(model.facts, options.planned)
    guard coding.compression == .jpeg else {
      return noteUnusedQuality(options, in: context.conversion)
    }
    noteLoss(options.isSought ? nil : coding.quality, in: context.conversion)
  }

  private func noteUnusedQuality(_ options: TIFFOptions, in context: ConversionContext) {
    guard options.usesQuality else { return }
    let why =
      "JPEG in TIFF holds colours or grays of 8 bits without transparency; other pictures keep every sample"
    context.noteUnused(.quality, why: why)
    context.noteUnused(OptionDescriptor.picturePreset, why: why)
  }

  private func noteLoss(_ quality: Int?, in context: ConversionContext) {
    context.noteLossyPixels("JPEG", quality.map { Quality(Double($0) / 100) })
  }

  public func write(
    _ model: Picture, as type: ContentType.ID, to output: OutputFile, options: TIFFOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    if model.facts.staysAsStored, let origin = model.origin, origin.type == type {
      return try TIFFCompression(origin.file, in: context.conversion).write(to: output)
    }
    let count = max(1, model.parts.count)
    let first = try model.parts.first?.open() ?? model
    let isBig =
      if let asked = options.isBig { asked } else { try Self.mayBeBig(first, model.parts) }
    let exif = ExifPlacement(first.facts.metadata.exif, isFirst: true, isBig: isBig)
    let builder = DirectoryBuilder(isBigEndian: exif.isBigEndian, isBig: isBig)
    let file = try TIFFOutput(output, builder, start: exif.start)
    var usesQuality = false
    for index in 0..<count {
      let picture = index == 0 ? first : try model.parts[index].open()
      let own =
        index == 0
        ? exif : ExifPlacement(picture.facts.metadata.exif, isFirst: false, isBig: isBig)
      if picture.facts.metadata.exif != nil, !own.isReadable {
        context.note("exif", .dropped, why: "it cannot be read, and so has no place in a TIFF file")
      }
      let coding = try PageCoding(picture.facts, options)
      if coding.compression == .jpeg {
        noteLoss(coding.quality, in: context.conversion)
        usesQuality = true
      }
      let strips = try Self.write(
        picture, coding, page: (index, count), to: file, in: context.conversion)
      let fields = try PageFields(facts: picture.facts, coding: coding, builder: builder).all(
        page: (index, count), strips: strips, exif: own)
      try file.append(directory: fields)
    }
    if !usesQuality { noteUnusedQuality(options, in: context.conversion) }
  }

  /// Whether 32 bits may not be enough for offsets, were nothing compressed.
  static func mayBeBig(
    _ first: Picture, _ parts: [Sibling<Picture>]
  ) throws(ConversionError) -> Bool {
    var all = byteCount(of: first.facts)
    for part in parts.dropFirst() where all <= mostClassicBytes {
      all = min(.max / 2, all + byteCount(of: try part.open().facts))
    }
    return all > mostClassicBytes
  }

  /// Metadata come to that, and what incompressible data grow by.
  static let mostClassicBytes = 0xF000_0000

  /// Of all samples; at most half of what an integer holds.
  static func byteCount(of facts: PictureFacts) -> Int {
    let bytes =
      max(1, facts.format.samplesPerPixel, facts.format.planeCount) * facts.format.bytesPerSample
    let (row, isWide) = facts.width.multipliedReportingOverflow(by: bytes)
    let (all, isLarge) = row.multipliedReportingOverflow(by: facts.height)
    return isWide || isLarge ? .max / 2 : min(.max / 2, all)
  }

  private static func write(
    _ picture: Picture, _ coding: PageCoding, page: (index: Int, count: Int), to file: TIFFOutput,
    in context: ConversionContext
  ) throws(ConversionError) -> [(start: Int, count: Int)] {
    let bytes = coding.rowBytes * coding.rowsPerStrip
    let (all, isTooMuch) = bytes.multipliedReportingOverflow(by: 3 * context.threads)
    try context.limits.check(.memory, isTooMuch ? .max : all, for: "coding strips")
    let source = try picture.pixels(for: PixelDemand([coding.format]), in: context)
    // Whoever gave the picture waits, and takes no pixels of it meanwhile; what is written to knows nothing of it.
    nonisolated(unsafe) let queue = StripQueue(source, coding)
    var strips: [(start: Int, count: Int)] = []
    let isBigEndian = file.builder.isBigEndian
    try unsafe context.inOrder(lanes: coding.rowsPerStrip < coding.height ? nil : 1, from: queue) {
      StripQueue.Strip(byteCount: bytes)
    } claim: { (queue, strip) throws(ConversionError) in
      try context.checkpoint(
        (Double(page.index) + Double(queue.y) / Double(coding.height)) / Double(page.count))
      return try queue.fill(strip)
    } work: { (strip) throws(ConversionError) in
      strip.coded = try StripEncoderHandle(
        strip.filled(coding.rowBytes),
        StripEncoderHandle.Layout(
          width: coding.width, rows: strip.rows, samples: coding.samplesPerPixel,
          bits: coding.bits, isFloat: false, photometric: coding.photometric,
          isBigEndian: isBigEndian),
        compression: coding.compression, predictor: coding.hasPredictor ? 2 : 1,
        quality: coding.quality)
    } finish: { (strip) throws(ConversionError) in
      guard let coded = strip.coded else { return false }
      strips.append((try file.append(coded.bytes), coded.byteCount))
      strip.coded = nil
      return true
    }
    return strips
  }
}
