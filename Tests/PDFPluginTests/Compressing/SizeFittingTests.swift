import ConverterCore
import TestSupport
import Testing

@testable import PDFPlugin

@Suite("Files are brought to a size")
struct SizeFittingTests {
  @Test(arguments: [60000, 12000, 8000, 5000])
  func `The result is the best that fits`(maximum: Int) throws {
    let input = CompressedPictureTests.file(CompressedPictureTests.photo())
    let result = try Compressed(input) { $0.maximumBytes = maximum }
    #expect(result.error == nil)
    #expect(result.bytes.count <= maximum)
    // The whole picture at the best quality takes less than the largest of these; from one percent of quality
    // to the next it is 8 % and more.
    #expect(result.bytes.count > maximum * 90 / 100 || maximum == 60000, "\(result.bytes.count)")
    // Not what it was in between.
    #expect(result.images.first?["codec"]?.text == "none")
    #expect(result.images.first?["bytes"]?.int == 480_000)
  }

  @Test func `What cannot be reached is said, with the smallest that can`() throws {
    let input = CompressedPictureTests.file(CompressedPictureTests.photo())
    let result = try Compressed(input) { $0.maximumBytes = 500 }
    #expect(result.error?.code == .limitExceeded)
    #expect(result.error?.message.contains("the smallest is about") == true)
    #expect(result.bytes.isEmpty)
  }

  /// What is compressed again lies in a scratch file then, and is moved when the file is measured.
  @Test func `Pictures that are too much for memory are brought down, too`() throws {
    var noise = Noise(5)
    // Flate takes six bits of each sample, and does not see as far back as where they come again.
    let rows = (0..<50 * 2500).map { _ in UInt8.random(in: 0..<64, using: &noise) << 2 }
    var file = WrittenPDF()
    for page in 0..<4 {
      var samples: [UInt8] = []
      for _ in 0..<48 { samples += rows[page...] + rows[..<page] }
      file.addPage(
        3 + page * 3, "/Resources << /XObject << /Im \(5 + page * 3) 0 R >> >>",
        "q 612 0 0 612 0 0 cm /Im Do Q")
      file.add(
        5 + page * 3,
        "/Type /XObject /Subtype /Image /Width 2500 /Height 2400 /BitsPerComponent 8 /ColorSpace /DeviceGray",
        stream: samples)
    }
    let result = try Compressed(file.bytes) { $0.maximumBytes = 2_000_000 }
    #expect(result.error == nil)
    #expect(result.bytes.count <= 2_000_000)
    #expect(result.bytes.count > 1_000_000)
    #expect(result.images.count == 4)
    for image in result.images {
      #expect(image["codec"]?.text == "none")
      #expect(image["bytes"]?.int == 6_000_000)
      #expect(image["became"]?["codec"]?.text == "JPEG")
    }
  }

  @Test func `Pictures in content are brought down, too`() throws {
    var file = WrittenPDF()
    file.addPage(3, "", "")
    let head = "q 144 0 0 144 0 0 cm BI /W 400 /H 400 /BPC 8 /CS /RGB ID "
    file.add(
      4, "", stream: Array(head.utf8) + CompressedPictureTests.photo() + Array("\nEI Q".utf8))
    let result = try Compressed(file.bytes) { $0.maximumBytes = 12000 }
    #expect(result.error == nil)
    #expect(result.bytes.count <= 12000)
    #expect(result.images.count == 1)
  }

  /// Whether what may just fit does is known when it is written.
  @Test func `What needs no more than is allowed is not refused`() throws {
    var noise = Noise(7)
    var file = WrittenPDF()
    file.addPage(3, "", "0 0 m")
    file.add(9, "", stream: (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &noise) })
    file.addPage(10, "/Own 9 0 R", "0 0 m")
    let least = try Compressed(file.bytes).bytes.count
    #expect(least > 100_000)
    let result = try Compressed(file.bytes) {
      $0.maximumBytes = least + 100
      $0.quality = Quality(0.9)
    }
    #expect(result.error == nil)
    #expect(result.bytes.count <= least + 100)
  }
}
