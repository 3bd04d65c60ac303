import ConverterCore
import TIFFStructure
import Testing

@testable import TIFFPlugin

/// Numbers that go neither from 0 to 1 nor through all of their bits.
@Suite struct SampleRangeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let bits: Int
    /// SampleFormat: 1 unsigned, 2 signed, 3 floating point.
    let kind: Int
    let numbers: [Double]
    let shown: [Int]
    var warning: (from: String, to: String)?
    var photometric = 1

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "16 bits in 32", bits: 32, kind: 1, numbers: [0, 1, 32768, 65535],
      shown: [0, 1, 32768, 65535], warning: ("0", "65535")),
    Case(
      name: "bytes in 32 bits", bits: 32, kind: 1, numbers: [0, 51, 102, 255],
      shown: [0, 13107, 26214, 65535], warning: ("0", "255")),
    Case(
      name: "white is zero", bits: 32, kind: 1, numbers: [0, 51, 102, 255],
      shown: [65535, 52428, 39321, 0], warning: ("0", "255"), photometric: 0),
    Case(
      name: "all of 32 bits", bits: 32, kind: 1,
      numbers: [0, 16_777_216, 2_147_483_648, 4_294_967_295],
      shown: [0, 256, 32768, 65535]),
    Case(name: "all black", bits: 32, kind: 1, numbers: [0, 0, 0, 0], shown: [0, 0, 0, 0]),
    Case(
      name: "one number", bits: 32, kind: 1, numbers: [7, 7, 7, 7],
      shown: [65535, 65535, 65535, 65535], warning: ("7", "7")),
    Case(
      name: "signed", bits: 32, kind: 2, numbers: [-100, 0, 100, 300],
      shown: [0, 16384, 32768, 65535], warning: ("-100", "300")),
    Case(
      name: "24 bits", bits: 24, kind: 1, numbers: [0, 100, 200, 1000],
      shown: [0, 6554, 13107, 65535], warning: ("0", "1000")),
    Case(
      name: "64 bits", bits: 64, kind: 1, numbers: [0, 100, 200, 1000],
      shown: [0, 6554, 13107, 65535], warning: ("0", "1000")),
    Case(
      name: "all of 64 bits", bits: 64, kind: 1, numbers: [0, 0x1p62, 0x1p63, 0x1.8p63],
      shown: [0, 16384, 32768, 49151]),
    Case(
      name: "signed 64 bits", bits: 64, kind: 2, numbers: [-1000, 0, 500, 1000],
      shown: [0, 32768, 49151, 65535], warning: ("-1000", "1000")),
    Case(
      name: "floats of bytes", bits: 32, kind: 3, numbers: [0, 51, 127.5, 255],
      shown: [0, 13107, 32768, 65535], warning: ("0", "255")),
    Case(
      name: "floats below zero", bits: 64, kind: 3, numbers: [-1, 0, 0.5, 1],
      shown: [0, 32768, 49151, 65535], warning: ("-1", "1")),
    Case(
      name: "halves", bits: 16, kind: 3, numbers: [0, 0.5, 1, 2], shown: [0, 16384, 32768, 65535],
      warning: ("0", "2")),
    Case(
      name: "a float that is no number", bits: 32, kind: 3, numbers: [.nan, 0.5, .infinity, 2.5],
      shown: [0, 0, 65535, 65535], warning: ("0.5", "2.5")),
    Case(
      name: "floats within 0 and 1", bits: 32, kind: 3, numbers: [0.25, 0.5, 0.5, 0.75],
      shown: [16384, 32768, 32768, 49151]),
    Case(
      name: "16 bits stay", bits: 16, kind: 1, numbers: [0, 1, 300, 4095], shown: [0, 1, 300, 4095]),
  ]

  @Test(arguments: cases)
  func theNumbersThatOccurAreScaled(one: Case) throws {
    let context = context()
    #expect(try decode(Self.file(one).bytes, in: context) == one.shown)
    #expect(
      context.warnings
        == (one.warning.map {
          [
            $0.from == $0.to
              ? "its samples are all \($0.from), which does not say how bright that is"
              : "its samples go from \($0.from) to \($0.to): they are scaled so that they fill the whole range"
          ]
        } ?? []))
  }

  /// One range for all colours: what is gray stays gray.
  @Test(arguments: [1, 3])
  func coloursAreScaledTogether(planes: Int) throws {
    var file = TinyTIFF(width: 2, height: 1, bits: 32, samples: 3, photometric: 2, planes: planes)
    let pixels: [Float] = planes == 1 ? [0, 10, 20, 30, 40, 50] : [0, 30, 10, 40, 20, 50]
    file.data = pixels.flatMap { file.builder.number(Int($0.bitPattern), 4) }
    file.more = { [$0.short(TIFFTag.sampleFormat, 3)] }
    #expect(try decode(file.bytes) == [0, 13107, 26214, 39321, 52428, 65535])
  }

  /// Opacity has a range of its own.
  @Test func opacityIsNotScaledByColours() throws {
    var file = TinyTIFF(width: 2, height: 1, bits: 32, samples: 2)
    file.data = [Float(0), 1, 200, 0.5].flatMap { file.builder.number(Int($0.bitPattern), 4) }
    file.more = { [$0.short(TIFFTag.sampleFormat, 3), $0.short(TIFFTag.extraSamples, 2)] }
    #expect(try decode(file.bytes) == [0, 65535, 65535, 32768])
  }

  @Test(arguments: [5, 6])
  func complexNumbersAreRefused(kind: Int) {
    var file = TinyTIFF(width: 1, height: 1, bits: 32, data: [0, 0, 0, 0])
    file.more = { [$0.short(TIFFTag.sampleFormat, kind)] }
    do throws(ConversionError) {
      _ = try decode(file.bytes)
      Issue.record("complex numbers were read")
    } catch {
      #expect(error.code == .unsupportedContent)
      #expect(error.message == "holds complex numbers, which are not read")
    }
  }

  private static func file(_ one: Case) -> TinyTIFF {
    var file = TinyTIFF(width: 4, height: 1, bits: one.bits, photometric: one.photometric)
    file.data = one.numbers.flatMap { number -> [UInt8] in
      let pattern: UInt64 =
        switch (one.kind, one.bits) {
        case (3, 16): UInt64(half(number))
        case (3, 32): UInt64(Float(number).bitPattern)
        case (3, _): number.bitPattern
        case (2, _): UInt64(bitPattern: Int64(number))
        default: UInt64(number)
        }
      return (0..<one.bits / 8).map { UInt8(truncatingIfNeeded: pattern >> UInt64(8 * $0)) }
    }
    file.more = { [$0.short(TIFFTag.sampleFormat, one.kind)] }
    return file
  }

  /// Of a power of two, or 0.
  private static func half(_ number: Double) -> UInt16 {
    number == 0 ? 0 : UInt16(number.exponent + 15) << 10
  }
}
