import ConverterCore
import PictureModel

extension PictureFacts {
  /// As stored.
  init(_ file: WebPFile, in context: ConversionContext) throws(ConversionError) {
    let pictures = file.still.map { [$0] } ?? file.frames.map(\.bitstream)
    self.init(
      width: file.width, height: file.height, format: PixelFormat(file), sampleDepth: 8,
      coding: Self.coding(of: pictures))
    isLossless = pictures.allSatisfy(\.isLossless)
    if file.frames.count > 1 {
      frames = file.frames.count
      animation = Animation(
        durations: file.frames.map { $0.duration * 1000 }, repetitions: file.repetitions)
    }
    if let profile = try file.metadata(file.profile, "icc", in: context) { colour = .icc(profile) }
    metadata.xmp = try file.metadata(file.xmp, "xmp", in: context)
    if let exif = try file.metadata(file.exif, "exif", in: context) {
      // Some programs keep the mark that JPEG puts before Exif.
      let mark: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
      let stream = exif.starts(with: mark) ? Array(exif.dropFirst(mark.count)) : exif
      if Exif.beginsStream(stream) {
        metadata.exif = stream
      } else {
        context.note("exif", .dropped, why: "what stands in its place is no Exif")
      }
    }
  }

  /// For people: "VP8 (lossy)".
  private static func coding(of pictures: [WebPBitstream]) -> String {
    let isLossless = pictures.contains(where: \.isLossless)
    let isLossy = pictures.contains { !$0.isLossless }
    if isLossless && isLossy { return "VP8 and VP8L (lossy and lossless)" }
    return isLossless ? "VP8L (lossless)" : "VP8 (lossy)"
  }
}

extension PixelFormat {
  /// The planes of a lossy picture: limited range, whatever is said of its colours.
  static func webp(hasAlpha: Bool) -> PixelFormat {
    PixelFormat(.ycbcr(.s420, .bt601, .limited), alpha: hasAlpha ? .straight : .none)
  }

  fileprivate init(_ file: WebPFile) {
    if let still = file.still {
      self =
        still.isLossless ? (still.hasAlpha ? .rgba8 : .rgb8) : .webp(hasAlpha: still.hasAlpha)
    } else {
      let parts = file.frames.map(\.part)
      self = parts.leaveTransparency(width: file.width, height: file.height) ? .rgba8 : .rgb8
    }
  }
}

extension WebPFile {
  /// Bytes of a metadata chunk; `nil` for one that is missing or too large to be one.
  fileprivate func metadata(
    _ range: Range<Int>?, _ word: String, in context: ConversionContext
  ) throws(ConversionError) -> [UInt8]? {
    guard let range, !range.isEmpty else { return nil }
    guard range.count <= 1 << 28 else {
      context.note(word, .dropped, why: "it has \(range.count) bytes, too many for metadata")
      return nil
    }
    return try input.read(at: range.lowerBound, count: range.count)
  }
}
