import TestSupport
import Testing

@testable import Runner

/// `--engine paddle`: what is said where it is not installed, and what it reads where it is.
@Suite struct PaddleEngineTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  static let isInstalled = InstalledPackages.assignments.count == 2

  /// A white picture.
  private func picture() throws {
    try scratch.write(
      Array("P5 64 64 255\n".utf8) + [UInt8](repeating: 255, count: 64 * 64), to: "a.pgm")
  }

  @Test(arguments: [
    ["convert", "a.pgm", "--to", "txt", "--set", "engine=paddle"],
    ["scan", "a.pgm", "--engine", "paddle"],
  ])
  func aMissingEngineIsNamedWithWhatInstallsIt(words: [String]) throws {
    try picture()
    for variable in InstalledPackages.variables {
      let result = try Program.run(
        Program.fairy, words + ["-o", "out"], in: scratch.path, environment: [variable: "none"])
      #expect(result.status == 69, "\(result.error)")
      #expect(result.error.contains("`pip install onnxruntime rapidocr`"))
      #expect(scratch.names == ["a.pgm"])
    }
  }

  @Test func aLibraryThatIsNoneIsNamed() throws {
    try picture()
    let library = try scratch.write([1, 2, 3], to: "folder/libonnxruntime.so.1")
    try scratch.write([1], to: "folder/PP-OCRv6_det_small.onnx")
    try scratch.write([1], to: "folder/PP-OCRv6_rec_small.onnx")
    let result = try Program.run(
      Program.fairy, ["convert", "a.pgm", "--to", "txt", "--set", "engine=paddle", "-o", "-"],
      in: scratch.path,
      environment: [
        "FAIRY_ONNXRUNTIME": library, "FAIRY_PADDLE_MODELS": scratch.file("folder"),
      ])
    #expect(result.status == 69, "\(result.error)")
    #expect(result.error.contains("libonnxruntime.so.1 cannot be opened"))
  }

  @Test(.enabled(if: PaddleEngineTests.isInstalled, "pip install onnxruntime rapidocr"))
  func aPictureWithoutWordsIsSaid() throws {
    try picture()
    let result = try Program.run(
      Program.fairy, ["convert", "a.pgm", "--to", "txt", "--set", "engine=paddle", "-o", "-"],
      in: scratch.path)
    #expect(result.status == 65, "\(result.error)")
    #expect(result.error.contains("no words were recognised in it"))
  }

  private static let pages = [
    (
      "fixtures/others/words.png",
      ["The quick brown fox jumped over", "the lazy dog and went home to read", "a book"]
    ),
    (
      "ocr/phototest.tif",
      [
        "This is a lot of 12 point text to test the",
        "ocr code and see if it works on all types", "of file format.",
        "The quick brown dog jumped over the",
      ]
    ),
  ]

  @Test(
    .enabled(if: PaddleEngineTests.isInstalled, "pip install onnxruntime rapidocr"),
    arguments: Sample.present(pages, name: \.0))
  func wordsOfAPageAreRead(name: String, words: [String]) throws {
    let result = try Program.fairy(
      "convert", Sample(name).path, "--to", "txt", "--set", "engine=paddle", "-o", "-")
    #expect(result.status == 0, "\(result.error)")
    #expect(Array(result.lines.filter { !$0.isEmpty }.prefix(words.count)) == words)
  }
}
