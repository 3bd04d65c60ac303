public import ConverterCore

/// What is known of a photo once it was looked at.
public struct PhotoLook: Sendable, Equatable {
  /// In pixels, as shown.
  public var width: Int
  public var height: Int
  /// When it was taken, by the clock of the camera: ISO 8601, with an offset where one is known.
  public var taken: String?
  /// Make and model.
  public var camera: String?
  /// What like pictures have alike; `nil` for small pictures and such without contrast.
  public var print: PhotoPrint?
  /// 0.7 and more of what is in focus, 0.2 of what is blurred; `nil` where nothing has contrast.
  public var sharpness: Double?
  /// How light the lightest twentieth of the picture is, 0…1.
  public var light: Double
  /// The share of pixels that are as light as the one beside them.
  public var even: Double

  public init(
    width: Int, height: Int, taken: String? = nil, camera: String? = nil, print: PhotoPrint? = nil,
    sharpness: Double? = nil, light: Double = 1, even: Double = 0
  ) {
    (self.width, self.height, self.taken, self.camera) = (width, height, taken, camera)
    (self.print, self.sharpness, self.light, self.even) = (print, sharpness, light, even)
  }

  /// Why it is taken for blurred; `nil` where it is not.
  public var blur: String? {
    guard let sharpness, sharpness < Self.leastSharpness else { return nil }
    return "blurred: sharpness \(sharpness), and photos in focus have 0.5 and more"
  }

  /// Why it is taken for dark; `nil` where it is not.
  public var darkness: String? {
    guard light < Self.leastLight else { return nil }
    return "dark: 95 % of it have less than \(Int((light * 100).rounded())) % of the light"
  }

  /// Of 28 sharp photos of the corpus all have more, and blurred by 0.4 % of their length all less.
  private static let leastSharpness = 0.35
  private static let leastLight = 0.25
}

extension PhotoLook {
  /// The look as the receipt of a conversion with `--set look=photo` has it.
  public var record: JSONValue {
    .object([
      .init("width", .integer(width)), .init("height", .integer(height)),
      .init("taken", taken.map { .string($0) } ?? .null),
      .init("camera", camera.map { .string($0) } ?? .null),
      .init("print", print.map { .string($0.description) } ?? .null),
      .init("sharpness", sharpness.map { .number($0) } ?? .null), .init("light", .number(light)),
      .init("even", .number(even)),
    ])
  }

  /// Reads ``record``.
  ///
  /// - Throws: `damagedInput`.
  public init(record: JSONValue) throws(ConversionError) {
    guard let width = record["width"]?.int, let height = record["height"]?.int, width > 0,
      height > 0,
      let light = record["light"]?.double, let even = record["even"]?.double
    else { throw ConversionError(.damagedInput, "what was seen of a photo is not whole") }
    self.init(
      width: width, height: height, taken: record["taken"]?.text, camera: record["camera"]?.text,
      print: record["print"]?.text.flatMap(PhotoPrint.init), sharpness: record["sharpness"]?.double,
      light: light, even: even)
  }
}
