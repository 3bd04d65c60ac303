extension Exif {
  /// The form that a field to be shared must have. One in another form is left out: it may hold
  /// more than it should, and readers warn of it.
  enum SharedForm {
    case text
    /// Text of digits and what stands between them.
    case date
    case integer
    case fractions(Int)
    /// Undefined bytes of exactly this number.
    case bytes(Int)

    static let fraction = SharedForm.fractions(1)
  }

  /// The fields of IFD 0 that may be told to strangers.
  static let shareableInPrimary: [UInt16: SharedForm] = [
    Tag.imageWidth: .integer,
    Tag.imageLength: .integer,
    Tag.make: .text,
    Tag.model: .text,
    Tag.orientation: .integer,
    0x011A: .fraction,  // XResolution
    0x011B: .fraction,  // YResolution
    0x0128: .integer,  // ResolutionUnit
    Tag.dateTime: .date,
    0x013B: .text,  // Artist
    0x0213: .integer,  // YCbCrPositioning
    Tag.copyright: .text,
  ]

  /// The fields of the Exif directory that may be told to strangers.
  static let shareableInExif: [UInt16: SharedForm] = [
    Tag.exposureTime: .fraction,
    Tag.fNumber: .fraction,
    0x8822: .integer,  // ExposureProgram
    Tag.sensitivity: .integer,
    0x8830: .integer,  // SensitivityType
    0x8831: .integer,  // StandardOutputSensitivity
    0x8832: .integer,  // RecommendedExposureIndex
    0x8833: .integer,  // ISOSpeed
    0x9000: .bytes(4),  // ExifVersion
    Tag.dateTimeOriginal: .date,
    0x9004: .date,  // DateTimeDigitized
    Tag.offsetTime: .date,
    Tag.offsetTimeOriginal: .date,
    0x9012: .date,  // OffsetTimeDigitized
    0x9101: .bytes(4),  // ComponentsConfiguration
    0x9201: .fraction,  // ShutterSpeedValue
    0x9202: .fraction,  // ApertureValue
    0x9203: .fraction,  // BrightnessValue
    0x9204: .fraction,  // ExposureBiasValue
    0x9205: .fraction,  // MaxApertureValue
    0x9206: .fraction,  // SubjectDistance
    0x9207: .integer,  // MeteringMode
    0x9208: .integer,  // LightSource
    0x9209: .integer,  // Flash
    Tag.focalLength: .fraction,
    Tag.subSecond: .date,
    Tag.subSecondOriginal: .date,
    0x9292: .date,  // SubSecTimeDigitized
    0xA000: .bytes(4),  // FlashpixVersion
    Tag.colourSpace: .integer,
    Tag.pixelWidth: .integer,
    Tag.pixelHeight: .integer,
    0xA217: .integer,  // SensingMethod
    0xA300: .bytes(1),  // FileSource
    0xA301: .bytes(1),  // SceneType
    0xA401: .integer,  // CustomRendered
    0xA402: .integer,  // ExposureMode
    0xA403: .integer,  // WhiteBalance
    0xA404: .fraction,  // DigitalZoomRatio
    Tag.focalLength35: .integer,
    0xA406: .integer,  // SceneCaptureType
    0xA407: .integer,  // GainControl
    0xA408: .integer,  // Contrast
    0xA409: .integer,  // Saturation
    0xA40A: .integer,  // Sharpness
    0xA40C: .integer,  // SubjectDistanceRange
    0xA432: .fractions(4),  // LensSpecification
    0xA433: .text,  // LensMake
    Tag.lensModel: .text,
    0xA460: .integer,  // CompositeImage
    0xA500: .fraction,  // Gamma
  ]
}
