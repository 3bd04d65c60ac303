import ConverterCore
import Deflate
import TestSupport
import Testing

@testable import PDFPlugin

@Suite("Pictures of a file become smaller")
struct CompressedPictureTests {
  /// A soft picture of 400 by 400 pixels on two inches: 200 dpi.
  static func photo(grain: Int = 6) -> [UInt8] {
    var noise = Noise(3)
    return (0..<400 * 400 * 3).map { index in
      let (x, y) = (index / 3 % 400, index / 1200)
      return UInt8((x + y + index % 3 * 40) / 5 + Int.random(in: 0...grain, using: &noise))
    }
  }

  static func file(_ data: [UInt8], content: String = "q 144 0 0 144 0 0 cm /Im Do Q")
    -> [UInt8]
  {
    var file = WrittenPDF()
    file.addPage(3, "/Resources << /XObject << /Im 5 0 R >> >>", content)
    file.add(
      5,
      "/Type /XObject /Subtype /Image /Width 400 /Height 400 /BitsPerComponent 8 /ColorSpace /DeviceRGB",
      stream: data)
    return file.bytes
  }

  @Test(arguments: [("small", 144), ("balanced", 200), ("high", 400)])
  func `A receipt says what each was and became`(preset: String, side: Int) throws {
    let result = try Compressed(Self.file(Self.photo())) { $0.settings["preset"] = preset }
    let image = try #require(result.images.first)
    #expect(result.images.count == 1)
    #expect(image["page"]?.int == 1)
    #expect(image["width"]?.int == 400)
    #expect(image["dpi"]?.double == 200)
    #expect(image["codec"]?.text == "none")
    #expect(image["bytes"]?.int == 480_000)
    #expect(image["why"] == nil)
    #expect(image["became"]?["width"]?.int == side)
    #expect(image["became"]?["height"]?.int == side)
    #expect(image["became"]?["codec"]?.text == "JPEG")
    #expect(image["became"]?["bytes"]?.int ?? .max < result.bytes.count)
    #expect(result.outcome.receipt?["totals"]?["bytesOut"]?.int == result.bytes.count)
  }

  @Test func `Resolution and quality stand above the preset`() throws {
    let coarse = try Compressed(Self.file(Self.photo())) { $0.settings["dpi"] = "50" }
    #expect(coarse.images.first?["became"]?["width"]?.int == 100)
    let fine = try Compressed(Self.file(Self.photo())) { $0.quality = Quality(0.95) }
    let usual = try Compressed(Self.file(Self.photo()))
    #expect(fine.bytes.count > usual.bytes.count)
  }

  @Test func `Without a preset pictures stay`() throws {
    let result = try Compressed(Self.file(Self.photo())) { $0.settings["preset"] = "none" }
    #expect(result.images.first?["became"] == nil)
    #expect(result.images.first?["why"]?.text == "pictures were to stay as they are")
  }

  @Test func `Large pictures in content become objects`() throws {
    var file = WrittenPDF()
    file.addPage(3, "", "")
    let head = "q 144 0 0 144 0 0 cm BI /W 400 /H 400 /BPC 8 /CS /RGB ID "
    file.add(4, "", stream: Array(head.utf8) + Self.photo() + Array("\nEI Q".utf8))
    let result = try Compressed(file.bytes)
    #expect(result.images.count == 1)
    #expect(result.images.first?["became"]?["width"]?.int == 200)
    #expect(result.bytes.count < 60_000)
  }

  /// One in another colour space than those of pictures, which stays.
  @Test func `A picture in content that stays takes what it took`() throws {
    var file = WrittenPDF()
    let spaces = "/Resources << /ColorSpace << /Two [/DeviceN [/A /B] /DeviceGray 9 0 R] >> >>"
    file.addPage(3, spaces, "")
    let head = "q 144 0 0 144 0 0 cm BI /W 300 /H 400 /BPC 8 /CS /Two ID "
    let samples = (0..<300 * 400 * 2).map { UInt8($0 / 600 % 251) }
    let content = Array(head.utf8) + samples + Array("\nEI Q".utf8)
    file.add(4, "/Filter /FlateDecode", stream: try DeflateHandle(level: 9).zlibStream(of: content))
    let result = try Compressed(file.bytes)
    let image = try #require(result.images.first)
    #expect(image["codec"]?.text == "Flate")
    #expect(image["bytes"]?.int ?? .max < file.bytes.count)
    #expect(image["why"]?.text == "its colours are a mixture of inks of its own (DeviceN)")
  }
}
