import ConverterCore
import TestSupport
import Testing

@testable import PDFPlugin

@Suite struct FaxTests {
  static func parameters(_ bitmap: Bitmap, blackIs1: Bool) -> CCITTParameters {
    var parameters = CCITTParameters()
    parameters.k = -1
    parameters.columns = bitmap.width
    parameters.blackIs1 = blackIs1
    return parameters
  }

  static func decoded(
    _ bytes: [UInt8], _ parameters: CCITTParameters, height: Int
  ) throws -> (bitmap: Bitmap, damaged: Int)? {
    var decoder = try CCITTDecoder(parameters)
    let rows = decoder.decode(bytes, height: height)
    guard decoder.rows == height else { return nil }
    return (Bitmap(width: parameters.columns, height: height, bytes: rows), decoder.damagedRows)
  }

  @Test(arguments: [1...70, 1727...1729, 2558...2563, 5200...5201])
  func everyWidthComesBack(widths: ClosedRange<Int>) throws {
    for width in widths {
      for blackIs1 in [true, false] {
        let bitmap = Bitmap.random(width: width, height: 23, seed: UInt64(width))
        let coded = CCITTEncoder.encode(bitmap, blackIs1: blackIs1)
        let found = try #require(
          try Self.decoded(coded, Self.parameters(bitmap, blackIs1: blackIs1), height: 23))
        #expect(found.bitmap == bitmap, "\(width)")
        #expect(found.damaged == 0)
      }
    }
  }

  /// Every length of a run in both colours.
  @Test func everyRunComesBack() throws {
    for width in [3000, 8000] {
      var bytes: [UInt8] = []
      let lengths = Array(0...2700) + [2815, 5119, 5120, 5121, 7999]
      for length in lengths where length <= width {
        var row = [UInt8](repeating: 0, count: (width + 7) / 8)
        for x in 0..<length { row[x / 8] |= 0x80 >> UInt8(x % 8) }
        bytes += row
      }
      let height = bytes.count / ((width + 7) / 8)
      let bitmap = Bitmap(width: width, height: height, bytes: bytes)
      for blackIs1 in [true, false] {
        let coded = CCITTEncoder.encode(bitmap, blackIs1: blackIs1)
        let found = try #require(
          try Self.decoded(coded, Self.parameters(bitmap, blackIs1: blackIs1), height: height))
        #expect(found.bitmap == bitmap)
      }
    }
  }

  @Test(arguments: [8, 9, 63, 64, 65, 1728, 2561])
  func popplerReadsWhatIsWritten(width: Int) throws {
    let bitmap = Bitmap.random(width: width, height: 40, seed: 7)
    for blackIs1 in [true, false] {
      let file = ImageFile(
        width: width, height: 40,
        entries:
          "/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns \(width) /Rows 40 /BlackIs1 \(blackIs1) >>",
        data: CCITTEncoder.encode(bitmap, blackIs1: blackIs1))
      let found = try ExtractedImage(of: file.bytes)
      // PBM has black ones.
      let inverted = Bitmap(width: width, height: 40, bytes: found.samples.map { ~$0 })
      #expect(inverted == bitmap)
    }
  }

  @Test(arguments: [0, 1, 2, 3])
  func cutOffAnywhere(kind: Int) throws {
    let bitmap = Bitmap.random(width: 130, height: 30, seed: 3)
    let coded = CCITTEncoder.encode(bitmap, blackIs1: false)
    var parameters = Self.parameters(bitmap, blackIs1: false)
    parameters.k = [-1, 0, 4, -1][kind]
    parameters.isByteAligned = kind == 3
    for count in 0...coded.count {
      var decoder = try CCITTDecoder(parameters)
      let rows = decoder.decode(Array(coded.prefix(count)), height: 30)
      #expect(rows.count == decoder.rows * 17)
      #expect(decoder.rows <= 30)
    }
  }

  @Test func noiseDecodesToSomething() throws {
    var noise = Noise(5)
    for round in 0..<2000 {
      let bytes = (0..<Int.random(in: 0..<200, using: &noise)).map { _ in
        UInt8.random(in: 0...255, using: &noise)
      }
      var parameters = CCITTParameters()
      parameters.k = round % 3 - 1
      parameters.columns = Int.random(in: 1...300, using: &noise)
      parameters.isByteAligned = round % 5 == 0
      parameters.hasEndOfLine = round % 7 == 0
      var decoder = try CCITTDecoder(parameters)
      let rows = decoder.decode(bytes, height: 1 << 20)
      #expect(rows.count == decoder.rows * ((parameters.columns + 7) / 8))
    }
  }

  /// What libtiff wrote, through Python's imaging library.
  @Test(arguments: ["group3", "group4"], [0, 1, 4, 5])
  func libtiffIsRead(codec: String, options: Int) throws {
    guard codec == "group3" || options == 0 else { return }
    let bitmap = Bitmap.random(width: 613, height: 90, seed: 11)
    let scratch = try ScratchFolder()
    try scratch.write(Array("P4\n613 90\n".utf8) + bitmap.bytes, to: "in.pbm")
    let script = """
      import sys
      from PIL import Image
      image = Image.open('in.pbm')
      options = {278: 90}
      if '\(codec)' == 'group3': options[292] = \(options)
      image.save('out.tif', compression='\(codec)', tiffinfo=options)
      tags = Image.open('out.tif').tag_v2
      data = open('out.tif', 'rb').read()
      assert len(tags[273]) == 1 and tags.get(292, 0) == \(options), (tags[273], tags.get(292))
      open('strip', 'wb').write(data[tags[273][0]:tags[273][0] + tags[279][0]])
      print(tags[262])
      """
    let run = try Program.run("/usr/bin/python3", ["-c", script], in: scratch.path)
    guard !run.error.contains("No module") else { return }
    #expect(run.status == 0, "\(run.error)")
    var parameters = CCITTParameters()
    parameters.k = codec == "group4" ? -1 : options & 1 == 1 ? 4 : 0
    parameters.columns = 613
    // Ones are black in the code, whatever the photometric interpretation calls them.
    parameters.blackIs1 = true
    let found = try #require(
      try Self.decoded(try scratch.bytes("strip"), parameters, height: 90))
    #expect(found.damaged == 0)
    let expected = run.text.hasPrefix("0") ? bitmap.bytes : bitmap.bytes.map { ~$0 }
    #expect(found.bitmap == Bitmap(width: 613, height: 90, bytes: expected))
  }
}
