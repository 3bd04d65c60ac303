import JPEG2000

@testable import JPEG2000Plugin

/// Codestreams made by opj_compress 2.5 of pictures of 6×4 pixels, all but ``tiles`` with one resolution; the
/// comment of the program is taken out. Pixel (x, y) is number 6y + x.
enum TinyJPEG2000 {
  /// 8 bits: 10 times the number; 100 + 9 times that of the chroma sample, 200 less as much.
  static let s420 = bytes(
    "ff4fff51002f000000000006000000040000000000000000000000060000000400000000000000000003070101070202"
      + "070202ff52000c00000001000004040001ff5c00044040ff90000a00000000003b0001ff93df80b8121a85a54baff0"
      + "529d6c174b7a7c1f5e7522dc049cec02c3e70c06416d1e3e67cfb41c04f312cb1b2e8fffd9")
  /// 8 bits, signed: 10 times the number less 128.
  static let signed = bytes(
    "ff4fff510029000000000006000000040000000000000000000000060000000400000000000000000001870101ff5200"
      + "0c00000001000004040001ff5c00044040ff90000a0000000000280001ff93df80b8121a85a54baff0529d6c174b7a"
      + "7c1f5e7522dc049cec02ffd9")
  /// 1 bit: x + y, its lowest.
  static let bit = bytes(
    "ff4fff510029000000000006000000040000000000000000000000060000000400000000000000000001000101ff5200"
      + "0c00000001000004040001ff5c00044008ff90000a0000000000130001ff93d180118049ffd9")
  /// 2 bits: x + y, the lowest two.
  static let twoBits = bytes(
    "ff4fff510029000000000006000000040000000000000000000000060000000400000000000000000001010101ff5200"
      + "0c00000001000004040001ff5c00044010ff90000a00000000001a0001ff93dd2811e6a37f0bd44e5b589fffd9"
  )
  /// 12 bits: 170 times the number; two by two tiles, of which the picture begins in the middle of the first.
  static let tiles = bytes(
    "ff4fff5100290000000000090000000500000003000000010000000400000004000000020000000000010b0101ff5200"
      + "0c00000001000104040001ff5c00074060686870ff90000a0000000000210001ff93c7ec04084fc0fc00e1fb020009"
      + "cb950991cb7fff90000a00010000001f0001ff93c7ec080707597fa1fb030009a15f8e007fff90000a00020000001a"
      + "0001ff93cfe408046ac0fc00c009cb95ff90000a0003000000160001ff93cfe410020d1d7880ffd9")

  static let numbers = Array(0..<24)

  private static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  /// A JP2 file around a codestream.
  ///
  /// - Parameters:
  ///   - depths: `BPC` of each component.
  ///   - boxes: what stands behind `ihdr` in `jp2h`.
  static func file(
    _ codestream: [UInt8], depths: [UInt8] = [7], width: Int = 6, height: Int = 4,
    boxes: [[UInt8]], after: [UInt8] = []
  ) -> [UInt8] {
    let areAlike = depths.allSatisfy { $0 == depths[0] }
    let size = JP2Boxes.box(
      "ihdr",
      JP2Boxes.number(height, 4) + JP2Boxes.number(width, 4) + JP2Boxes.number(depths.count, 2)
        + [areAlike ? depths[0] : 255, 7, 0, 0])
    return JP2Boxes.start + JP2Boxes.box("jp2h", size + boxes.flatMap { $0 })
      + JP2Boxes.box("jp2c", codestream) + after
  }

  static func colour(_ number: Int) -> [UInt8] {
    JP2Boxes.box("colr", [1, 0, 0] + JP2Boxes.number(number, 4))
  }

  /// The codestream of a file that the writer made.
  static func codestream(of file: [UInt8]) -> [UInt8] {
    let start = file.indices.first { file[$0...].starts(with: [0xFF, 0x4F, 0xFF, 0x51]) } ?? 0
    return Array(file[start...])
  }
}
