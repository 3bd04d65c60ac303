extension Exif {
  /// A new, small Exif stream with what may be told to strangers; `nil` if nothing is left.
  ///
  /// It is a list of what stays, so that a field nobody thought of goes. What stays: make, model
  /// and lens model of the camera, every date with its fraction and offset, exposure, orientation
  /// (as upright), size, and the artist and copyright, which their author put there to travel along.
  /// What goes: the GPS directory, maker notes, serial numbers, unique IDs, the owner's name, the
  /// host computer, the software, descriptions and comments (free text names places and people),
  /// ratings, the subject's area, weather and motion (tags 0x9400…), the thumbnail, private tags.
  ///
  static func shareable(_ exif: [UInt8], width: Int, height: Int) -> [UInt8]? {
    let current = settingSize(
      width: width, height: height, in: settingOrientation(to: .upright, in: exif))
    guard let structure = Structure(current) else { return nil }
    let primary = fields(shareableInPrimary, of: .primary, in: structure)
    let camera = fields(shareableInExif, of: .exif, in: structure)
    guard !primary.isEmpty || !camera.isEmpty else { return nil }
    return Builder(bigEndian: structure.data.isBigEndian).stream(primary: primary, exif: camera)
  }

  /// The form that a shared field must have. A field in another form is left out: it may hold more
  /// than it should, and readers warn of it.
  private enum Form {
    case text
    case integers(ClosedRange<Int>)
    case fractions(ClosedRange<Int>)
    /// Bytes of exactly this number.
    case bytes(Int)
  }

  private static let shareableInPrimary: [UInt16: Form] = [
    Tag.imageWidth: .integers(1...1), Tag.imageLength: .integers(1...1),
    Tag.make: .text, Tag.model: .text, Tag.orientation: .integers(1...1),
    0x011A: .fractions(1...1), 0x011B: .fractions(1...1),  // XResolution, YResolution
    0x0128: .integers(1...1),  // ResolutionUnit
    Tag.dateTime: .text, 0x013B: .text,  // Artist
    0x0213: .integers(1...1),  // YCbCrPositioning
    Tag.copyright: .text,
  ]

  private static let shareableInExif: [UInt16: Form] = [
    Tag.exposureTime: .fractions(1...1), Tag.fNumber: .fractions(1...1),
    0x8822: .integers(1...1),  // ExposureProgram
    Tag.sensitivity: .integers(1...2), 0x8830: .integers(1...1),  // SensitivityType
    0x8831: .integers(1...1), 0x8832: .integers(1...1),  // StandardOutput…, RecommendedExposure…
    0x8833: .integers(1...1),  // ISOSpeed
    0x9000: .bytes(4),  // ExifVersion
    Tag.dateTimeOriginal: .text, 0x9004: .text,  // DateTimeDigitized
    Tag.offsetTime: .text, Tag.offsetTimeOriginal: .text, 0x9012: .text,  // OffsetTimeDigitized
    0x9101: .bytes(4),  // ComponentsConfiguration
    0x9201: .fractions(1...1), 0x9202: .fractions(1...1),  // ShutterSpeedValue, ApertureValue
    0x9203: .fractions(1...1), 0x9204: .fractions(1...1),  // BrightnessValue, ExposureBiasValue
    0x9205: .fractions(1...1), 0x9206: .fractions(1...1),  // MaxApertureValue, SubjectDistance
    0x9207: .integers(1...1), 0x9208: .integers(1...1),  // MeteringMode, LightSource
    0x9209: .integers(1...1), Tag.focalLength: .fractions(1...1),  // Flash
    Tag.subSecond: .text, Tag.subSecondOriginal: .text, 0x9292: .text,  // SubSecTimeDigitized
    0xA000: .bytes(4), Tag.colourSpace: .integers(1...1),  // FlashpixVersion
    Tag.pixelWidth: .integers(1...1), Tag.pixelHeight: .integers(1...1),
    0xA217: .integers(1...1), 0xA300: .bytes(1), 0xA301: .bytes(1),  // Sensing, FileSource, Scene
    0xA401: .integers(1...1), 0xA402: .integers(1...1),  // CustomRendered, ExposureMode
    0xA403: .integers(1...1), 0xA404: .fractions(1...1),  // WhiteBalance, DigitalZoomRatio
    Tag.focalLength35: .integers(1...1), 0xA406: .integers(1...1),  // SceneCaptureType
    0xA407: .integers(1...1), 0xA408: .integers(1...1),  // GainControl, Contrast
    0xA409: .integers(1...1), 0xA40A: .integers(1...1),  // Saturation, Sharpness
    0xA40C: .integers(1...1),  // SubjectDistanceRange
    0xA432: .fractions(4...4), 0xA433: .text, Tag.lensModel: .text,  // LensSpecification, LensMake
    0xA460: .integers(1...1), 0xA500: .fractions(1...1),  // CompositeImage, Gamma
  ]

  private static func fields(
    _ forms: [UInt16: Form], of name: Structure.DirectoryName, in structure: Structure
  ) -> [Builder.Field] {
    var seen: Set<UInt16> = []
    return (structure[name]?.fields ?? []).compactMap { field in
      guard field.count > 0, let form = forms[field.tag], let type = FieldType(rawValue: field.type)
      else { return nil }
      let value = structure.data.bytes[field.value]
      let result: Builder.Field?
      switch (form, type) {
      case (.text, .ascii), (.text, .utf8):
        result = text(value, tag: field.tag)
      case (.integers(let counts), .short), (.integers(let counts), .long),
        (.fractions(let counts), .rational), (.fractions(let counts), .signedRational):
        result =
          counts.contains(field.count)
          ? Builder.Field(tag: field.tag, type: type, count: field.count, value: Array(value)) : nil
      case (.bytes(let count), .undefined):
        result =
          count == field.count
          ? Builder.Field(tag: field.tag, type: type, count: count, value: Array(value)) : nil
      default: result = nil
      }
      guard let result, seen.insert(field.tag).inserted else { return nil }
      return result
    }
  }

  /// The text up to its first NUL, for there may be anything behind it. Copyright has two texts:
  /// the photographer's, NUL, the editor's.
  private static func text(_ value: ArraySlice<UInt8>, tag: UInt16) -> Builder.Field? {
    let parts = value.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    var text = Array(parts.prefix(tag == Tag.copyright ? 2 : 1).joined(separator: [0]))
    while text.last == 0 { text.removeLast() }
    guard !text.isEmpty else { return nil }
    text.append(0)
    return Builder.Field(tag: tag, type: .ascii, count: text.count, value: text)
  }
}
