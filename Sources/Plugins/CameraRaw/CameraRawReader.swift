public import ConverterCore
public import PictureModel

/// Reads raw files of cameras and makes pictures of them: in sRGB, with the white balance that the camera chose.
public struct CameraRawReader: Reader {
  public let name = "camera raw"
  public let types: [ContentType.ID] = [
    "com.adobe.raw-image", "com.canon.crw-raw-image", "com.canon.cr2-raw-image",
    "com.canon.cr3-raw-image", "com.nikon.raw-image", "com.nikon.nrw-raw-image",
    "com.sony.arw-raw-image", "com.sony.sr2-raw-image", "com.fuji.raw-image",
    "com.panasonic.rw2-raw-image", "com.panasonic.raw-image", "com.leica.rwl-raw-image",
    "com.olympus.or-raw-image", "com.pentax.raw-image", "com.samsung.raw-image",
    "com.hasselblad.3fr-raw-image", "com.phaseone.raw-image", "com.leafamerica.raw-image",
    "com.mamiya.raw-image", "com.epson.raw-image", "com.kodak.raw-image",
    "com.konicaminolta.raw-image",
  ]

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libRaw.required]
  }

  public let descriptors = [RawPreview.descriptor]

  public init() {}

  /// - Throws: `damagedInput`, `unsupportedContent`, `limitExceeded`, `missingLibrary`, `readFailed`.
  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Picture {
    try input.namedInErrors { () throws(ConversionError) in
      try picture(
        of: input.bytes(of: "a raw picture", in: context.conversion), from: input,
        in: context.conversion)
    }
  }

  private func picture(
    of bytes: [UInt8], from input: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let wantsPreview = try context.reading.isSet(RawPreview.descriptor)
    let container = try RawContainer(input)
    var found = try LibRawHandle(bytes).facts()
    if let exif = try container?.exif { found.exif = exif }
    if wantsPreview {
      guard let jpeg = try LibRawHandle(bytes).preview() else {
        throw ConversionError(
          .unsupportedContent,
          "holds no preview in JPEG; without --set preview=true the picture is developed")
      }
      return try RawPreview.picture(of: jpeg, in: found, context)
    }
    let (width, height) = (found.width, found.height)
    guard width > 0, height > 0 else {
      throw ConversionError(.damagedInput, "says it is \(width)×\(height) pixels")
    }
    try context.limits.checkPixels(width: width, height: height)
    try context.limits.check(.pixels, found.sensorPixels, for: "the sensor's picture")
    try container?.check()
    return Picture(PictureFacts(found)) { [found] demand throws(ConversionError) in
      try input.namedInErrors { () throws(ConversionError) in
        try Self.developed(bytes, found, for: demand, in: context)
      }
    }
  }

  private static func developed(
    _ bytes: [UInt8], _ found: RawFacts, for demand: PixelDemand, in context: ConversionContext
  ) throws(ConversionError) -> any PixelSource {
    let (width, height) = (found.width, found.height)
    // The sensor's numbers, four colours of each pixel, what becomes of them, and that once more.
    let (needed, isTooMuch) = found.sensorPixels.multipliedReportingOverflow(by: 24)
    try context.limits.check(.memory, isTooMuch ? .max : needed, for: "developing a raw picture")
    // Cells become a pixel where each sees one colour alone.
    let isHalf =
      demand.sufficientSize.map { size in
        found.isMosaic && width % 2 == 0 && height % 2 == 0 && size.width <= width / 2
          && size.height <= height / 2
      } ?? false
    let buffer = try LibRawHandle(bytes).develop(isHalf: isHalf, in: context)
    let wanted = isHalf ? (width / 2, height / 2) : (width, height)
    guard (buffer.width, buffer.height) == wanted else {
      throw ConversionError(
        .damagedInput,
        "should be developed at \(wanted.0)×\(wanted.1), and came to \(buffer.width)×\(buffer.height)"
      )
    }
    return BufferSource(buffer)
  }
}

extension PictureFacts {
  fileprivate init(_ found: RawFacts) {
    self.init(
      width: found.width, height: found.height, format: found.isGray ? .gray16 : .rgb16,
      sampleDepth: 16, coding: found.bits > 0 ? "raw, \(found.bits) bits" : "raw")
    colour = .cicp(.sRGB)
    metadata.exif = found.exif
    metadata.xmp = found.xmp
    if found.thumbnail.width > 0, found.thumbnail.height > 0 {
      companions.append(
        Companion(.thumbnail, width: found.thumbnail.width, height: found.thumbnail.height))
    }
  }
}
