import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import JPEGXLPlugin

@Suite struct DamageTests {
  private static func files() throws -> [[UInt8]] {
    [
      try encode(picture(.rgba8, width: 9, height: 7)),
      try encode(picture(.rgb8, width: 24, height: 16), [:]) { $0.quality = Quality(0.5) },
      try encode(
        picture(.gray16, width: 5, height: 5) { $0.metadata.xmp = Array("<x:xmpmeta/>".utf8) }),
    ]
  }

  private func decode(_ bytes: [UInt8], in context: ConversionContext) throws(ConversionError)
    -> [Int]
  {
    try samples(read(bytes, in: context), in: context)
  }

  /// A file that is cut off is the whole picture or none at all.
  @Test func noPrefixIsPartOfAPicture() throws {
    for (number, file) in try Self.files().enumerated() {
      let whole = try decode(file, in: context())
      for count in 0..<file.count {
        let context = try context()
        do {
          #expect(
            try decode(Array(file.prefix(count)), in: context) == whole, "\(number): \(count)")
        } catch {
          #expect(error.code == .damagedInput, "\(number): \(count) of \(file.count): \(error)")
        }
      }
    }
  }

  /// In its header, between headers and pixels, among these.
  @Test func whatIsCutOffIsSaidToBe() throws {
    for (number, file) in try Self.files().enumerated() {
      for count in [20, file.count / 2, file.count - 3] where count < file.count - 2 {
        let error = #expect(throws: ConversionError.self, "\(number): \(count)") {
          _ = try decode(Array(file.prefix(count)), in: context())
        }
        #expect(
          error?.message == "the file is cut off: its JPEG XL data end too early",
          "\(number): \(count) of \(file.count)")
      }
    }
  }

  @Test func whatIsWrongIsNotCutOff() throws {
    var file = try encode(picture(.rgb8, width: 24, height: 16), [:]) { $0.quality = Quality(0.5) }
    for index in file.indices.dropFirst(24) { file[index] = 0xFF }
    let error = #expect(throws: ConversionError.self) { _ = try decode(file, in: context()) }
    #expect(error?.message == "its JPEG XL data are damaged")
  }

  /// Whatever byte is another one: pixels or an error, and no memory beyond the limits.
  @Test func anyByteMayBeWrong() throws {
    var limits = Limits.standard
    limits.pixels = 1 << 16
    limits.memory = 1 << 26
    for file in try Self.files() {
      for index in file.indices {
        for value in [0, 1, 0x7F, 0x80, 0xFF, file[index] &+ 1] as [UInt8] {
          var bytes = file
          bytes[index] = value
          _ = try? decode(bytes, in: context(limits: limits))
        }
      }
    }
  }

  @Test func limitsHold() throws {
    let file = try encode(picture(.rgb8))
    var limits = Limits.standard
    limits.pixels = 1000
    #expect(errorCode { _ = try read(file, in: context(limits: limits)) } == .limitExceeded)
    limits = .standard
    limits.memory = 20_000
    #expect(errorCode { _ = try decode(file, in: context(limits: limits)) } == .limitExceeded)
    limits.memory = 10
    #expect(errorCode { _ = try read(file, in: context(limits: limits)) } == .limitExceeded)
  }

  @Test func noJPEGXLIsRefused() throws {
    for bytes in [[], [0xFF], Array("not a picture".utf8), [0xFF, 0x0A]] as [[UInt8]] {
      #expect(errorCode { _ = try read(bytes, in: context()) } == .damagedInput)
    }
  }
}
