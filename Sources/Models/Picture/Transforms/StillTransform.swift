public import ConverterCore

/// Takes the picture that its file names for where nothing moves, on the way to a format without animations; before
/// anything else is done to it.
public struct StillTransform: Transform {
  public let name = "still"
  public let stage = TransformStage.content
  public let ledgerWords: [String] = []

  public init() {}

  public func apply(
    to picture: Picture, for capabilities: Picture.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    guard let still = picture.still, !capabilities.animation else { return picture }
    return try still.open()
  }
}
