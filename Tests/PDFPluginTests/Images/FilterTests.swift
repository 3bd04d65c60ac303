import ConverterCore
import Deflate
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite struct FilterTests {
  static let samples: [UInt8] = {
    var noise = Noise(1)
    // Two bytes a pixel of 3 × 16 bits and less: smooth, with noise, and a piece that repeats.
    return (0..<6000).map {
      UInt8(truncatingIfNeeded: $0 / 7 + Int.random(in: 0..<3, using: &noise))
    }
      + [UInt8](repeating: 9, count: 3000)
  }()

  @Test(arguments: [true, false])
  func ascii(isWhole: Bool) throws {
    let bytes = isWhole ? Array("Man is dis\0\0\0\0\0\0".utf8) : Array("Man is".utf8)
    let hex = bytes.map { String($0, radix: 16, uppercase: true) }
      .map { $0.count == 1 ? "0" + $0 : $0 }.joined(separator: "\n")
    #expect(try ASCIIHex.decode(Array((hex + ">").utf8), atMost: 100) == bytes)
    #expect(try ASCIIHex.decode(Array("4>".utf8), atMost: 100) == [0x40])
    #expect(throws: ConversionError.self) { try ASCIIHex.decode(Array("4x".utf8), atMost: 100) }
  }

  @Test func ascii85() throws {
    #expect(
      try ASCII85.decode(Array("9jqo^BlbD-BleB1~>".utf8), atMost: 99) == Array("Man is disti".utf8))
    #expect(
      try ASCII85.decode(Array("z9jqo~>".utf8), atMost: 99) == [0, 0, 0, 0] + Array("Man".utf8))
    #expect(throws: ConversionError.self) { try ASCII85.decode(Array("uuuuu~>".utf8), atMost: 99) }
    #expect(throws: ConversionError.self) {
      try ASCII85.decode([UInt8](repeating: UInt8(ascii: "z"), count: 1000), atMost: 99)
    }
  }

  @Test func runLength() throws {
    #expect(try RunLength.decode([2, 1, 2, 3, 254, 7, 128, 9], atMost: 6) == [1, 2, 3, 7, 7, 7])
    #expect(throws: ConversionError.self) { try RunLength.decode([129, 0], atMost: 127) }
  }

  /// Ghostscript and qpdf write what this reads: LZW by Python, as none of them does.
  @Test(arguments: [true, false])
  func lzw(earlyChange: Bool) throws {
    let coded = Self.lzw(Self.samples, earlyChange: earlyChange)
    #expect(
      try LZW.decode(coded, earlyChange: earlyChange, atMost: Self.samples.count) == Self.samples)
    #expect(throws: ConversionError.self) {
      try LZW.decode(coded, earlyChange: earlyChange, atMost: Self.samples.count - 1)
    }
    for count in 0..<coded.count {
      _ = try? LZW.decode(Array(coded.prefix(count)), earlyChange: earlyChange, atMost: 9000)
    }
  }

  /// qpdf undoes LZW with its predictors, too.
  @Test(arguments: [true, false])
  func qpdfReadsTheSameLZW(earlyChange: Bool) throws {
    let coded = Self.lzw(Self.samples, earlyChange: earlyChange)
    let file = ImageFile(
      width: 90, height: 100,
      entries:
        "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /LZWDecode /DecodeParms << /EarlyChange \(earlyChange ? 1 : 0) >>",
      data: coded)
    #expect(try ExtractedImage(of: file.bytes).samples == Self.samples)
    guard case .raster(let raster, _) = try file.coded().samples(scale: 1) else {
      Issue.record("no samples")
      return
    }
    #expect(raster.bytes == Self.samples)
  }

  @Test(arguments: [1, 2, 4, 8, 16], [1, 3, 4])
  func predictorsOfQPDF(bits: Int, colours: Int) throws {
    let rowBytes = (37 * colours * bits + 7) / 8
    var rows = Array(Self.samples.prefix(rowBytes * 20))
    // Bits beyond the samples are not predicted, and qpdf makes them 0.
    let padding = UInt8(truncatingIfNeeded: 0xFF << (rowBytes * 8 - 37 * colours * bits))
    for row in 0..<20 { rows[(row + 1) * rowBytes - 1] &= padding }
    for kind in [2, 12, 15] {
      let predictor = try #require(
        Predictor(kind: kind, colours: colours, bits: bits, columns: 37))
      let coded =
        kind == 2
        ? rows
        : PNGFilters.filtered(
          rows, rowBytes: rowBytes, pixelBytes: (colours * bits + 7) / 8)
      let deflated = try DeflateHandle(level: 6).zlibStream(of: coded)
      let file = ImageFile(
        width: 37, height: 20,
        entries:
          "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /DecodeParms << /Predictor \(kind) /Colors \(colours) /BitsPerComponent \(bits) /Columns 37 >>",
        data: deflated)
      let reference = try file.opened().object(PDFObject.ID(number: 5, generation: 0))
        .data(.generalised)
      #expect(try predictor.undone(coded) == reference, "\(kind)")
      if kind != 2 { #expect(reference == rows) }
      for count in stride(from: 0, to: coded.count, by: 7) {
        _ = try? predictor.undone(Array(coded.prefix(count)))
      }
    }
  }

  @Test func bombsAreNotInflated() throws {
    let bomb = try DeflateHandle(level: 9).zlibStream(of: [UInt8](repeating: 0, count: 50_000_000))
    #expect(bomb.count < 60_000)
    let error = #expect(throws: ConversionError.self) {
      try InflateHandle().inflate(bomb, atMost: 100_000)
    }
    #expect(error?.code == .damagedInput)
    let file = ImageFile(
      width: 100, height: 100,
      entries: "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode",
      data: bomb)
    guard case .leftAlone(let reason) = try file.coded().recoded(for: .inPlace()) else {
      Issue.record("recoded")
      return
    }
    #expect(reason == "it has more data than its size says")
  }

  @Test func flateCutOffAnywhere() throws {
    let coded = try DeflateHandle(level: 9).zlibStream(of: Self.samples)
    #expect(try InflateHandle().inflate(coded, atMost: 9001) == Self.samples)
    // Only the checksum is missing, which nobody looks at; then the end, then data.
    #expect(try InflateHandle().inflate(Array(coded.dropLast(4)), atMost: 9001) == Self.samples)
    for count in 0..<coded.count - 4 {
      let part = (try? InflateHandle().inflate(Array(coded.prefix(count)), atMost: 9001)) ?? []
      #expect(Self.samples.starts(with: part))
    }
  }

  /// As PDF has it: clear first, end last.
  static func lzw(_ bytes: [UInt8], earlyChange: Bool) -> [UInt8] {
    var writer = BitWriter(capacity: bytes.count)
    var table: [[UInt8]: UInt32] = [:]
    var (next, width) = (258, 9)
    writer.put(256, count: 9)
    var current: [UInt8] = []
    func code(_ piece: [UInt8]) -> UInt32 {
      piece.count == 1 ? UInt32(piece[0]) : table[piece] ?? 0
    }
    for byte in bytes {
      let longer = current + [byte]
      if longer.count == 1 || table[longer] != nil {
        current = longer
        continue
      }
      writer.put(code(current), count: width)
      table[longer] = UInt32(next)
      next += 1
      if next + (earlyChange ? 0 : -1) >= 1 << width { width += 1 }
      if next == 4094 {
        writer.put(256, count: min(width, 12))
        (table, next, width) = ([:], 258, 9)
      }
      current = [byte]
    }
    writer.put(code(current), count: width)
    writer.put(257, count: width)
    return writer.finish()
  }
}
