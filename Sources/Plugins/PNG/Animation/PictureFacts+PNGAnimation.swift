import ConverterCore
import PictureModel

extension PictureFacts {
  /// Makes them those of an animation, whose pictures come whole.
  ///
  /// - Parameter animation: of a file whose default picture they describe.
  mutating func take(_ animation: PNGAnimation) {
    self.animation = animation.animation
    frames = animation.frames.count
    companions.removeAll { $0.kind == .frames }
    let parts = animation.parts(isOpaque: !format.hasAlpha)
    guard parts.leaveTransparency(width: width, height: height) else { return }
    format.alpha = .straight
    // What was removed is transparent, which may be no colour of the palette.
    palette = nil
  }
}

extension PNGAnimation {
  /// - Parameters:
  ///   - stored: the format of its pictures.
  ///   - shown: the format of all of it.
  func player(
    _ chunks: PNGChunkList, of input: InputFile, stored: PixelFormat, shown: PixelFormat,
    in context: ConversionContext
  ) -> AnimationPlayer {
    AnimationPlayer(
      parts(isOpaque: !stored.hasAlpha), format: shown, width: chunks.header.width,
      height: chunks.header.height, in: context
    ) { index, format throws(ConversionError) in
      let pixels = try pixels(of: index, chunks, format: stored, of: input, in: context)
      guard format != stored else { return pixels }
      let facts = PictureFacts(
        width: pixels.width, height: pixels.height, format: stored, sampleDepth: stored.bitDepth,
        coding: "")
      let picture = Picture(facts) { _ in BufferSource(pixels) }
      return try PixelBuffer(
        collecting: picture.pixels(for: PixelDemand([format]), in: context), in: context)
    }
  }
}
