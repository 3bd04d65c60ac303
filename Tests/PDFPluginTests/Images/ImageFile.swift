import ConverterCore
import SystemPackage
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// A PDF file of one page and one image, from parts as text.
struct ImageFile {
  var width: Int
  var height: Int
  /// Entries of the image's dictionary but for its size and length.
  var entries: String
  var data: [UInt8]
  /// Further objects, from number 6 on, each without its frame.
  var others: [[UInt8]] = []

  var bytes: [UInt8] {
    let content = "q 200 0 0 200 0 0 cm /Im Do Q"
    let image = Array(
      "<< /Type /XObject /Subtype /Image /Width \(width) /Height \(height) \(entries) /Length \(data.count) >>\nstream\n"
        .utf8)
    var objects: [[UInt8]] = [
      Array("<< /Type /Catalog /Pages 2 0 R >>".utf8),
      Array("<< /Type /Pages /Kids [3 0 R] /Count 1 >>".utf8),
      Array(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>"
          .utf8),
      Array("<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream".utf8),
      image + data + Array("\nendstream".utf8),
    ]
    objects += others
    var file = Array("%PDF-1.5\n".utf8)
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(file.count)
      file += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
    }
    let start = file.count
    file += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8)
    for offset in offsets {
      let digits = "\(offset)"
      file += Array(
        "\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n".utf8)
    }
    file += Array(
      "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n".utf8)
    return file
  }

  static func stream(_ entries: String, _ data: [UInt8]) -> [UInt8] {
    Array("<< \(entries) /Length \(data.count) >>\nstream\n".utf8) + data
      + Array("\nendstream".utf8)
  }

  func opened() throws -> PDFFile {
    try PDFFile(InputFile(bytes: bytes), limits: .standard)
  }

  static var context: ConversionContext { ConversionContext(registry: Registry()) }

  /// The image as the plugin sees it.
  func coded() throws -> CodedImage {
    let file = try opened()
    let stream = file.object(PDFObject.ID(number: 5, generation: 0))
    return try #require(try CodedImage(stream, in: Self.context))
  }

  /// What it becomes, in place; and the file with it.
  func recoded(for goal: RecodingGoal) throws -> (image: RecodedImage, file: [UInt8])? {
    let file = try opened()
    let stream = file.object(PDFObject.ID(number: 5, generation: 0))
    guard let coded = try CodedImage(stream, in: Self.context),
      case .recoded(let image) = try coded.recoded(for: goal)
    else { return nil }
    try image.replace(stream, in: ConversionContext(registry: Registry()))
    return (image, try file.written())
  }
}

extension RecodingGoal {
  /// Nothing is resampled.
  static func inPlace(quality: Double = 0.6) -> RecodingGoal {
    RecodingGoal(dpi: 0, targetDPI: 100, monoDPI: 300, quality: Quality(quality))
  }
}

extension PDFFile {
  func written() throws -> [UInt8] {
    let output = try OutputFile(.memory)
    try write(to: output, in: ImageFile.context)
    try output.complete()
    return output.bytes
  }
}

/// Rows of samples as `pdfimages` finds them: PBM, PGM or PPM without its header; PPM that is gray
/// as one sample a pixel.
struct ExtractedImage: Equatable {
  let width: Int
  let height: Int
  /// Of PBM 1 is black, as its rows have it.
  let kind: String
  let samples: [UInt8]

  /// The first image of a file.
  init(of file: [UInt8]) throws {
    let scratch = try ScratchFolder()
    try scratch.write(file, to: "in.pdf")
    let run = try Program.run(
      "/usr/bin/pdfimages", [scratch.file("in.pdf"), scratch.file("x")])
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    let name = try #require(scratch.names.first { $0.hasPrefix("x-") })
    try self.init(portable: try scratch.bytes(name))
  }

  init(portable bytes: [UInt8]) throws {
    let lines = bytes.split(
      separator: 0x0A, maxSplits: bytes[1] == UInt8(ascii: "4") ? 2 : 3,
      omittingEmptySubsequences: false)
    kind = String(decoding: lines[0], as: UTF8.self)
    let size = String(decoding: lines[1], as: UTF8.self).split(separator: " ")
    width = try #require(Int(size[0]))
    height = try #require(Int(size[1]))
    let all = Array(try #require(lines.last))
    let pixels = stride(from: 0, to: all.count - 2, by: 3)
    let isGray =
      kind == "P6" && pixels.allSatisfy { all[$0] == all[$0 + 1] && all[$0] == all[$0 + 2] }
    samples = isGray ? pixels.map { all[$0] } : all
  }
}

/// Numbers that only look random.
struct Noise: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 2 &+ 1 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) ^ state
  }
}

extension Bitmap {
  /// Runs of all lengths, rows that repeat, and noise.
  static func random(width: Int, height: Int, seed: UInt64) -> Bitmap {
    var noise = Noise(seed)
    let rowBytes = (width + 7) / 8
    var bytes = [UInt8](repeating: 0, count: rowBytes * height)
    for y in 0..<height {
      if y > 0, Int.random(in: 0..<3, using: &noise) == 0 {
        for x in 0..<rowBytes { bytes[y * rowBytes + x] = bytes[(y - 1) * rowBytes + x] }
        continue
      }
      var x = Int.random(in: 0...width, using: &noise)
      while x < width {
        let length = Int.random(
          in: 1...[3, 20, 200, 6000][Int.random(in: 0..<4, using: &noise)], using: &noise)
        for position in x..<min(width, x + length) {
          bytes[y * rowBytes + position / 8] |= 0x80 >> UInt8(position % 8)
        }
        x += length + Int.random(in: 1...max(1, length), using: &noise)
      }
    }
    return Bitmap(width: width, height: height, bytes: bytes)
  }
}
