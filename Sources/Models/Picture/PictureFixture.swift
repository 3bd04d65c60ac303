public import ConverterCore

/// A picture whose pixels are known by formula, as a small file of a type.
public struct PictureFixture: FormatFixture {
  public let name: String
  public let type: ContentType.ID
  public let width: Int
  public let height: Int
  public let format: PixelFormat
  /// What is set for its writer.
  public let settings: [String: String]

  public init(
    _ name: String, _ type: ContentType.ID, width: Int, height: Int, _ format: PixelFormat,
    settings: [String: String] = [:]
  ) {
    self.name = name
    self.type = type
    self.width = width
    self.height = height
    self.format = format
    self.settings = settings
  }
}
