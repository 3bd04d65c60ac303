import ConverterCore
import PictureModel

/// A sequence with its opacity, as a picture that is an animation.
struct SequencePicture {
  private let file: HEIFFile
  private let colours: ImageSequence
  private let opacity: ImageSequence?
  private let isPremultiplied: Bool
  private let context: ConversionContext

  /// The first track of pictures that can be decoded; `nil` where there is none with several pictures.
  init?(_ file: HEIFFile, in context: ConversionContext) throws(ConversionError) {
    let codings: Set<FourCC> = ["av01", "hvc1", "hev1"]
    guard
      let track = file.tracks.first(where: {
        $0.isShown && $0.masters.isEmpty && codings.contains($0.coding)
          && $0.frames > (file.items.isEmpty ? 0 : 1)
      })
    else { return nil }
    self.file = file
    self.context = context
    colours = try ImageSequence(track, of: file, in: context)
    let auxiliary = file.tracks.first { $0.masters.contains(track.id) && $0.id != track.id }
    let sequence = try auxiliary.map { other throws(ConversionError) in
      try ImageSequence(other, of: file, in: context)
    }
    // Where nothing is said of what it is for, it is opacity, as nothing else goes with pictures.
    let isOpacity = sequence?.auxiliaryType.map { ImagePlanner.role(ofAuxiliary: $0) == .alpha }
    opacity = isOpacity ?? true ? sequence : nil
    isPremultiplied = auxiliary.map { track.premultiplied.contains($0.id) } ?? false
  }

  private var format: PixelFormat {
    var format = colours.format
    if opacity != nil { format.alpha = isPremultiplied ? .premultiplied : .straight }
    return format
  }

  /// The facts as stored, with nothing that describes the picture.
  var facts: PictureFacts {
    var facts = PictureFacts(
      width: colours.width, height: colours.height, format: format,
      sampleDepth: colours.format.bitDepth, coding: colours.name)
    facts.colour = colours.colour.description
    facts.frames = colours.animation.durations.count
    if facts.frames > 1 { facts.animation = colours.animation }
    return facts
  }

  var orientation: Orientation { colours.orientation }

  /// - Returns: what gives the pixels of a picture.
  func opened() -> (PixelDemand) throws(ConversionError) -> any PixelSource {
    let context = context
    let decoder = SequenceDecoder(colours, of: file, in: context)
    let alpha = opacity.map { (SequenceDecoder($0, of: file, in: context), $0) }
    let format = format
    let (width, height) = (colours.width, colours.height)
    return { demand throws(ConversionError) in
      let picture = try decoder.picture(demand.frame)
      guard let (alphaDecoder, sequence) = alpha else { return BufferSource(picture) }
      try context.limits.check(
        .memory, 2 * PixelBuffer.byteCount(format, width: width, height: height),
        for: "a picture of \(width)×\(height) with opacity")
      let luma = try alphaDecoder.picture(
        min(demand.frame, sequence.animation.durations.count - 1))
      let whole = PixelBuffer(format, width: width, height: height)
      for (from, to) in zip(picture.planes, whole.planes) {
        // Both are of the same format and size, but for the plane of alpha.
        for y in 0..<to.height {
          unsafe to.row(y).copyMemory(
            from: from.row(y), byteCount: to.width * format.bytesPerSample)
        }
      }
      AlphaPlane.fill(whole, from: luma, depth: sequence.format.bitDepth)
      return BufferSource(whole)
    }
  }
}
