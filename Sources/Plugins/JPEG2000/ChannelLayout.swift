import JPEG2000
import PictureModel

/// How the channels of a file lie in memory.
struct ChannelLayout: Sendable {
  let format: PixelFormat
  let wishes: [DecodedSamples.Wish]

  init(_ channels: Channels, of stream: Codestream) {
    let alpha: PixelFormat.Alpha =
      channels.alpha == nil ? .none : channels.isPremultiplied ? .premultiplied : .straight
    var format: PixelFormat
    switch channels.model {
    case .gray: format = PixelFormat(.gray)
    case .rgb: format = PixelFormat(.rgb)
    case .cmyk: format = PixelFormat(.cmyk)
    case .ycc:
      format = PixelFormat(.ycbcr(Self.subsampling(channels, stream), .bt601, .full))
    }
    format.alpha = alpha
    format.bitDepth =
      format.isPlanar ? max(8, channels.bitDepth) : channels.bitDepth > 8 ? 16 : 8
    self.format = format
    let most = 1 << format.bitDepth - 1
    wishes = (channels.colours + (channels.alpha.map { [$0] } ?? [])).enumerated().map {
      index, channel in
      let isColour = index < channels.colours.count
      let isPlane = format.isPlanar && isColour
      return DecodedSamples.Wish(
        channel, most: most, sampling: isPlane ? format.sampling(ofPlane: index) : (1, 1),
        isInverted: channels.isInverted && isColour)
    }
  }

  /// That of the file; what has no name is spread to all pixels.
  private static func subsampling(_ channels: Channels, _ stream: Codestream) -> ChromaSubsampling {
    let components = channels.colours.map { stream.components[$0.component] }
    let (luma, chroma) = (components[0], components[1])
    guard stream.origin == (0, 0), (luma.horizontal, luma.vertical) == (1, 1),
      (components[2].horizontal, components[2].vertical) == (chroma.horizontal, chroma.vertical)
    else { return .s444 }
    switch (chroma.horizontal, chroma.vertical) {
    case (2, 2): return .s420
    case (2, 1): return .s422
    case (1, 2): return .s440
    default: return .s444
    }
  }
}
