public import ConverterCore

/// Lays a picture with transparency on the background, for targets that have none.
///
/// Code values are blended, not light, as everyone does.
public struct FlattenTransform: Transform {
  public let name = "flatten"
  public let stage = TransformStage.finish
  public let ledgerWords = [
    "alpha"
  ]

  public init() {}

  public func takes(
    _ options: ConversionOptions, for capabilities: Picture.Capabilities
  ) -> Set<ConversionOptions.Name> {
    capabilities.alpha ? [] : [.background]
  }

  public func apply(
    to picture: Picture, for capabilities: Picture.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    guard !capabilities.alpha else { return picture }
    guard picture.facts.format.hasAlpha else {
      context.noteUnused(.background, why: "the picture has no transparency")
      return picture
    }
    let background = options.background
    context.note("alpha", .dropped, why: "flattened on \(background.words)")
    var facts = picture.facts
    facts.format = FlattenTransform.flat(facts.format, on: background)
    facts.palette = nil
    facts.significantBits = nil
    return Picture(facts, siblings: picture.siblings) { demand throws(ConversionError) in
      // The demand is for pixels without alpha; the reader is asked for the same ones with it.
      var upstream = demand
      upstream.formats = demand.formats.map { format in
        var format = format
        if !format.hasAlpha { format.alpha = .straight }
        return format
      }
      let source = try picture.open(upstream)
      guard source.format.hasAlpha else { return source }
      let blended = source.converted(to: source.format.withoutPlanes, in: context)
      return ConvertedSource(
        blended, Blender(blended.format, width: source.width, on: background),
        to: FlattenTransform.flat(blended.format, on: background), in: context)
    }
  }

  /// The format of the result: a coloured background turns gray into colour.
  private static func flat(_ format: PixelFormat, on background: Color) -> PixelFormat {
    var flat = format.withoutPlanes
    flat.alpha = .none
    let isColoured = background.red != background.green || background.green != background.blue
    if isColoured && flat.channels == .gray { flat.channels = .rgb }
    return flat
  }
}

/// Blends interleaved pixels with a colour.
///
/// Rows of both sides have the width of the lines.
private final class Blender: RowConverter {
  let looksAtNeighbours = false
  private let format: PixelFormat
  private let lines: SampleLines
  /// Of each colour of the result, 0…65535.
  private let background: [UInt16]

  init(_ format: PixelFormat, width: Int, on color: Color) {
    self.format = format
    let rgb = [color.red, color.green, color.blue].map(PixelScaling.wide)
    let isGray = rgb[0] == rgb[1] && rgb[1] == rgb[2]
    switch format.channels {
    case .cmyk:
      // Inks are 0 where the background is white; key is left out.
      background = rgb.map { 65535 - $0 } + [0]
      lines = SampleLines(width: width, colours: 4)
    case .gray:
      background = isGray ? [rgb[0]] : rgb
      lines = SampleLines(width: width, colours: 1)
    default:
      background = rgb
      lines = SampleLines(width: width, colours: 3)
    }
  }

  func convert(_ rows: Range<Int>, of window: RowWindow, into buffer: PixelBuffer) {
    let isWide = format.bitDepth > 8
    for y in rows {
      unsafe lines.load(
        window.row(0, y), samplesPerPixel: format.samplesPerPixel, isWide: isWide)
      if lines.colours == 1 && background.count == 3 { lines.repeatGray() }
      for (channel, behind) in background.enumerated() {
        lines.blend(channel, on: behind, isPremultiplied: format.alpha == .premultiplied)
      }
      unsafe lines.store(
        background.indices.map { $0 }, to: unsafe buffer.planes[0].row(y - rows.lowerBound),
        isWide: isWide)
    }
  }
}

extension SampleLines {
  /// Lays a line on a value by alpha.
  fileprivate func blend(_ channel: Int, on behind: UInt16, isPremultiplied: Bool) {
    let (line, alpha) = unsafe (self[channel], self[SampleLines.alpha])
    let behind = UInt32(behind)
    for x in 0..<width {
      let opacity = unsafe UInt32(alpha[x])
      let rest = behind &* (65535 &- opacity)
      if isPremultiplied {
        let sum = unsafe UInt32(line[x]) &+ divided(rest)
        unsafe line[x] = UInt16(truncatingIfNeeded: min(65535, sum))
      } else {
        // Both products together are at most 65535², which fits with the rounding.
        unsafe line[x] = UInt16(
          truncatingIfNeeded: divided(UInt32(line[x]) &* opacity &+ rest))
      }
    }
  }

  /// Rounded division of up to 65535² by 65535.
  @inline(__always)
  private func divided(_ product: UInt32) -> UInt32 {
    let rounded = product &+ 32768
    return (rounded &+ rounded &>> 16) &>> 16
  }
}

extension Color {
  /// A name or `#rrggbb`, for people.
  fileprivate var words: String {
    if self == .white { return "white" }
    if self == .black { return "black" }
    return "#"
      + [red, green, blue].map { channel in
        (channel < 16 ? "0" : "") + String(channel, radix: 16)
      }.joined()
  }
}
