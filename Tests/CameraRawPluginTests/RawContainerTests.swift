import ConverterCore
import JPEGPlugin
import PictureModel
import TIFFStructure
import TestSupport
import Testing

@testable import CameraRawPlugin

/// Raw files as cameras and Adobe's converter build them: a preview, Exif and a place beside the sensor's picture.
@Suite struct RawContainerTests {
  /// A DNG whose first directory is a preview's, and the second the sensor's.
  struct File {
    var width = 64
    var height = 48
    /// Three linear samples a pixel, or one cell.
    var isLinear = false
    var orientation = 1
    var compression = 1
    var preview: [UInt8] = []
    var rowsPerStrip = 48
    var isDNG = true

    private static let builder = DirectoryBuilder(isBigEndian: false, isBig: false)

    private func rational(_ tag: UInt16, _ values: [Int], over denominator: Int)
      -> DirectoryBuilder.Field
    {
      let builder = Self.builder
      return DirectoryBuilder.Field(
        tag: tag, type: 10, count: values.count,
        value: .bytes(values.flatMap { builder.number($0, 4) + builder.number(denominator, 4) }))
    }

    private func sensor(at start: Int, count: Int) -> [DirectoryBuilder.Field] {
      let builder = Self.builder
      let samples = isLinear ? 3 : 1
      let strips = (height + rowsPerStrip - 1) / rowsPerStrip
      var fields = [
        builder.long(TIFFTag.newSubfileType, 0), builder.long(TIFFTag.imageWidth, width),
        builder.long(TIFFTag.imageLength, height),
        builder.short(TIFFTag.bitsPerSample, Array(repeating: 16, count: samples)),
        builder.short(TIFFTag.compression, compression),
        builder.short(TIFFTag.photometric, isLinear ? 34892 : 32803),
        builder.offsets(
          TIFFTag.stripOffsets, (0..<strips).map { start + $0 * rowsPerStrip * width * samples * 2 }
        ),
        builder.short(TIFFTag.samplesPerPixel, samples),
        builder.long(TIFFTag.rowsPerStrip, rowsPerStrip),
        builder.offsets(
          TIFFTag.stripByteCounts, Array(repeating: count / strips, count: strips)),
        builder.short(TIFFTag.planarConfiguration, 1),
        builder.long(50714, 0), builder.long(50717, 65535),
      ]
      if !isLinear {
        fields.append(builder.short(33421, [2, 2]))
        fields.append(builder.bytes(33422, TIFFType.byte, [0, 1, 1, 2]))
      }
      return fields
    }

    private func first(
      sensor: [DirectoryBuilder.Field], preview place: Int
    ) -> [DirectoryBuilder.Field] {
      let builder = Self.builder
      var fields = [
        builder.long(TIFFTag.newSubfileType, 1), builder.text(TIFFTag.make, "Fairy"),
        builder.text(TIFFTag.model, "One"), builder.short(TIFFTag.orientation, orientation),
        builder.directory(
          TIFFTag.exifDirectory,
          [
            builder.rationals(TIFFTag.exposureTime, [(1, 125)]),
            builder.short(TIFFTag.sensitivity, 200),
            builder.bytes(TIFFTag.makerNote, TIFFType.undefined, Array(repeating: 9, count: 40)),
          ]),
        builder.directory(
          TIFFTag.gpsDirectory,
          [
            builder.text(1, "N"), builder.rationals(2, [(48, 1), (51, 1), (30, 1)]),
            builder.text(3, "E"), builder.rationals(4, [(2, 1), (17, 1), (40, 1)]),
          ]),
        builder.directory(TIFFTag.subDirectories, sensor),
      ]
      if isDNG {
        // From CIE XYZ of D65 to linear sRGB (IEC 61966-2-1).
        let matrix = [32406, -15372, -4986, -9689, 18758, 415, 557, -2040, 10570]
        fields += [
          builder.bytes(TIFFTag.dngVersion, TIFFType.byte, [1, 4, 0, 0]),
          builder.text(50708, "Fairy One"), rational(50721, matrix, over: 10000),
          builder.rationals(50728, [(1, 1), (1, 1), (1, 1)]), builder.short(50778, 21),
        ]
      }
      if !preview.isEmpty {
        fields += [
          builder.long(TIFFTag.imageWidth, width), builder.long(TIFFTag.imageLength, height),
          builder.short(TIFFTag.bitsPerSample, [8, 8, 8]), builder.short(TIFFTag.compression, 7),
          builder.short(TIFFTag.photometric, 6), builder.offsets(TIFFTag.stripOffsets, [place]),
          builder.short(TIFFTag.samplesPerPixel, 3), builder.long(TIFFTag.rowsPerStrip, height),
          builder.offsets(TIFFTag.stripByteCounts, [preview.count]),
        ]
      }
      return fields
    }

    /// Light of 0.5, 0.25 and 0.125.
    var bytes: [UInt8] {
      let builder = Self.builder
      let light = [32768, 16384, 8192]
      let data = (0..<width * height).flatMap { index -> [UInt8] in
        if isLinear { return light.flatMap { builder.number($0, 2) } }
        let (x, y) = (index % width, index / width)
        return builder.number(light[x % 2 + y % 2], 2)
      }
      var start = 0
      // What is referred to stands behind the directories, whose size does not depend on where.
      for _ in 0..<2 {
        let fields = first(
          sensor: sensor(at: start + preview.count + preview.count % 2, count: data.count),
          preview: start)
        let directories = builder.bytes(of: fields, at: 8).bytes
        start = 8 + directories.count
        if start % 2 == 1 { start += 1 }
      }
      let fields = first(
        sensor: sensor(at: start + preview.count + preview.count % 2, count: data.count),
        preview: start)
      var file = builder.header(firstDirectory: 8) + builder.bytes(of: fields, at: 8).bytes
      file += Array(repeating: 0, count: start - file.count) + preview
      return file + Array(repeating: 0, count: file.count % 2) + data
    }
  }

  private func context(_ settings: [String: String] = [:]) throws -> ConversionContext {
    var registry = Registry()
    try JPEGPlugin.register(in: &registry)
    var reading = ReadingOptions()
    reading.settings = settings
    return ConversionContext(registry: registry, reading: reading)
  }

  private func read(
    _ file: [UInt8], in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    try CameraRawReader().read(
      InputFile(bytes: file), type: "com.adobe.raw-image", in: ReadingContext(context))
  }

  private func jpeg(orientation: Orientation? = nil, width: Int = 64, height: Int = 48) throws
    -> [UInt8]
  {
    var facts = PictureFacts(
      width: width, height: height, format: .rgb8, sampleDepth: 8, coding: "")
    if let orientation {
      let builder = DirectoryBuilder(isBigEndian: false, isBig: false)
      facts.metadata.exif =
        builder.header(firstDirectory: 8)
        + builder.bytes(of: [builder.short(TIFFTag.orientation, orientation.rawValue)], at: 8).bytes
    }
    let buffer = SyntheticPicture(width: width, height: height).buffer(.rgb8)
    let output = try OutputFile(.memory)
    try JPEGWriter().write(
      Picture(facts) { _ in BufferSource(buffer) }, as: "public.jpeg", to: output,
      options: JPEGOptions(ConversionOptions()), in: WritingContext(context()))
    return output.bytes
  }

  private func samples(
    _ picture: Picture, _ format: PixelFormat, atLeast size: (width: Int, height: Int)? = nil,
    in context: ConversionContext
  ) throws -> PixelBuffer {
    let source = try picture.open(PixelDemand([format], sufficientSize: size))
    return try PixelBuffer(collecting: source, in: context)
  }

  /// To the last bit: what LibRaw's own dcraw_emu -w -6 -W -g 2.4 12.92 makes of the same file.
  @Test(arguments: [false, true])
  func everyPixelIsKnown(isLinear: Bool) throws {
    let context = try context()
    let picture = try read(File(isLinear: isLinear).bytes, in: context)
    let buffer = try samples(picture, .rgb16, in: context)
    #expect((buffer.width, buffer.height) == (64, 48))
    for y in 0..<48 {
      let row = buffer.planes[0].row(y, as: UInt16.self)
      for x in 0..<64 {
        #expect([row[3 * x], row[3 * x + 1], row[3 * x + 2]] == Self.developed)
      }
    }
  }

  private static let developed: [UInt16] = [48190, 35197, 25463]

  /// What has no mosaic is not developed at half its size.
  @Test func linearPicturesAreNotHalved() throws {
    let context = try context()
    let picture = try read(File(isLinear: true).bytes, in: context)
    let buffer = try samples(picture, .rgb16, atLeast: (10, 8), in: context)
    #expect((buffer.width, buffer.height) == (64, 48))
    let mosaic = try samples(
      read(File().bytes, in: context), .rgb16, atLeast: (10, 8), in: context)
    #expect((mosaic.width, mosaic.height) == (32, 24))
  }

  @Test func exifComesWithThePlace() throws {
    let exif = try #require(try read(File().bytes, in: context()).facts.metadata.exif)
    let file = try TIFFFile(InputFile(bytes: exif))
    let first = try file.directory(at: file.firstDirectory)
    #expect(try first.bytes(TIFFTag.model) == Array("One\0".utf8))
    let inner = try file.directory(at: #require(try first.integer(TIFFTag.exifDirectory)))
    #expect(Set(inner.fields.keys) == [TIFFTag.exposureTime, TIFFTag.sensitivity])
    let place = try file.directory(at: #require(try first.integer(TIFFTag.gpsDirectory)))
    #expect(try place.number(2) == 48)
    #expect(Set(place.fields.keys) == [1, 2, 3, 4])
  }

  /// Where LibRaw alone knows.
  @Test func placesAreWritten() throws {
    var facts = RawFacts()
    facts.place = RawFacts.Place(latitude: -33.8568, longitude: 151.2153, altitude: -2.5)
    let file = try TIFFFile(InputFile(bytes: #require(facts.exifOfLibRaw)))
    let first = try file.directory(at: file.firstDirectory)
    let place = try file.directory(at: #require(try first.integer(TIFFTag.gpsDirectory)))
    let number = DirectoryBuilder(isBigEndian: false, isBig: false).number
    #expect(try place.bytes(1) == Array("S\0".utf8) && place.bytes(3) == Array("E\0".utf8))
    #expect(
      try place.bytes(2)
        == [33, 1, 51, 1, 24480, 1000].flatMap { number($0, 4) })
    #expect(try place.bytes(4) == [151, 1, 12, 1, 55080, 1000].flatMap { number($0, 4) })
    #expect(try place.bytes(5) == [1] && place.number(6) == 2.5)
  }

  /// LibRaw fills up what is not there, and says nothing.
  @Test func missingPartsAreNoPicture() throws {
    let file = File().bytes
    let error = #expect(throws: ConversionError.self) {
      _ = try read(Array(file.dropLast(1)), in: context())
    }
    #expect(error?.code == .damagedInput)
    #expect(error?.message == "is cut off: 0 of 1 parts of its picture are there")
    let strips = #expect(throws: ConversionError.self) {
      _ = try read(File(compression: 7, rowsPerStrip: 24).bytes, in: context())
    }
    #expect(strips?.code == .unsupportedContent)
  }

  /// The camera's own picture, sample for sample, turned as the raw file or as itself says.
  @Test(arguments: [(1, nil), (6, nil), (6, Orientation.rotated90), (3, nil), (8, nil)])
  func previewIsTaken(stored: Int, said: Orientation?) throws {
    let context = try context(["preview": "true"])
    let jpeg = try jpeg(orientation: said)
    let picture = try read(File(orientation: stored, preview: jpeg).bytes, in: context)
    let plain = try JPEGReader().read(
      InputFile(bytes: try self.jpeg()), type: "public.jpeg", in: ReadingContext(context))
    let turned = Picture(
      stored: plain.facts, orientation: try #require(Orientation(rawValue: stored)), in: context,
      open: plain.open)
    let swaps = stored > 4
    #expect((picture.facts.width, picture.facts.height) == (swaps ? (48, 64) : (64, 48)))
    let one = try samples(picture, .rgb8, in: context)
    let other = try samples(turned, .rgb8, in: context)
    for plane in one.planes.indices {
      for y in 0..<one.planes[plane].height {
        for x in 0..<one.planes[plane].width {
          let (a, b) = (
            one.planes[plane].row(y, as: UInt8.self)[x],
            other.planes[plane].row(y, as: UInt8.self)[x]
          )
          if a != b { Issue.record("\(x), \(y): \(a) is not \(b)") }
        }
      }
    }
    #expect(picture.facts.metadata.exif != nil && picture.origin != nil)
    #expect(picture.facts.companions.isEmpty && context.warnings.isEmpty)
  }

  @Test func smallPreviewsAreToldOf() throws {
    let context = try context(["preview": "true"])
    let picture = try read(File(preview: try jpeg(width: 16, height: 12)).bytes, in: context)
    #expect((picture.facts.width, picture.facts.height) == (16, 12))
    #expect(context.warnings == ["the preview has 16×12 pixels; developed, the picture has 64×48"])
  }

  @Test func noPreviewIsAnError() throws {
    let error = #expect(throws: ConversionError.self) {
      _ = try read(File().bytes, in: context(["preview": "true"]))
    }
    #expect(error?.code == .unsupportedContent)
    #expect(
      error?.message
        == "holds no preview in JPEG; without --set preview=true the picture is developed")
  }
}
