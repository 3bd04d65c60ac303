public import ConverterCore
public import PictureModel

extension SyntheticPicture {
  /// The same for a writer, with facts of its own.
  public func picture(
    _ format: PixelFormat, _ change: (inout PictureFacts) -> Void = { _ in }
  ) -> Picture {
    var facts = PictureFacts(
      width: width, height: height, format: format, sampleDepth: format.bitDepth, coding: "")
    change(&facts)
    let buffer = buffer(format)
    return Picture(facts) { _ in BufferSource(buffer) }
  }
}

extension Writer where Model == Picture {
  /// The file that becomes of a picture, in memory, with the settings of `--set` and `-q`.
  public func file(
    of picture: Picture, as type: ContentType.ID? = nil, quality: Double? = nil,
    _ settings: [String: String] = [:], in context: ConversionContext,
    _ change: (inout ConversionOptions) -> Void = { _ in }
  ) throws(ConversionError) -> [UInt8] {
    var options = ConversionOptions()
    options.quality = quality.map(Quality.init)
    options.settings = settings
    change(&options)
    let output = try OutputFile(.memory)
    try write(
      picture, as: type ?? types[0], to: output, options: Options(options),
      in: WritingContext(context))
    return output.bytes
  }
}

/// All samples of each plane, row after row.
public func planes(of buffer: PixelBuffer) -> [[Int]] {
  buffer.planes.map { plane in
    (0..<plane.height).flatMap { y in
      (0..<plane.width).map { x in
        buffer.format.bitDepth > 8
          ? Int(plane.row(y, as: UInt16.self)[x]) : Int(plane.row(y, as: UInt8.self)[x])
      }
    }
  }
}

/// All samples, row after row, plane after plane.
public func samples(_ buffer: PixelBuffer) -> [Int] { planes(of: buffer).flatMap { $0 } }

/// The code of the error that `body` throws; `nil` if it throws none.
public func errorCode(_ body: () throws -> Void) -> ConversionError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? ConversionError)?.code
  }
}
