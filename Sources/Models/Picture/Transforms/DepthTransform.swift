public import ConverterCore

/// Says in the ledger that samples lose bits, or their colours; the conversion itself is that of pixel formats.
///
/// It comes after everything that treats high dynamic range, which is no mere matter of depth.
public struct DepthTransform: Transform {
  public let name = "depth"
  public let stage = TransformStage.finish
  public let ledgerWords = ["colours"]
  public let lossyChanges = ["bitDepth"]

  public init() {}

  public func apply(
    to picture: Picture, for capabilities: Picture.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    if !capabilities.colours, !picture.facts.format.isGray {
      context.note("colours", .dropped, why: "\(capabilities.format) holds gray alone")
    }
    let (depth, most) = (picture.facts.sampleDepth, capabilities.maximumBitDepth)
    guard depth > most, !picture.isRecoded(for: capabilities, in: context) else { return picture }
    context.note(
      "bitDepth", .changed, why: "\(depth) → \(most): the target holds \(most) bits")
    var picture = picture
    picture.facts.sampleDepth = most
    return picture
  }
}
