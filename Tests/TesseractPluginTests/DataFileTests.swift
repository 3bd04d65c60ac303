import ConverterCore
import TestSupport
import Testing

@testable import TesseractPlugin

/// Files of languages that are damaged are named before tesseract reads them, which does not survive some.
@Suite struct DataFileTests {
  /// Two parts, of which one is not there, as a file has them.
  private static let sound: [UInt8] =
    [2, 0, 0, 0] + [UInt8](repeating: 255, count: 8) + [20, 0, 0, 0, 0, 0, 0, 0] + [1, 2, 3]

  private static func changed(_ index: Int, to value: UInt8) -> [UInt8] {
    var bytes = sound
    bytes[index] = value
    return bytes
  }

  @Test func soundOnesHaveNoProblem() throws {
    #expect(DataFile.problem(of: Self.sound, byteCount: Self.sound.count) == nil)
    let data = try LanguageData()
    for language in data.languages {
      try DataFile(folder: data.folder, language: language).check()
    }
  }

  @Test(
    arguments: [
      ([], "it is empty"), (Array("not tesseract's".utf8), "it does not begin as such a file does"),
      (changed(0, to: 0), "it does not begin as such a file does"),
      (changed(3, to: 128), "it does not begin as such a file does"),
      (changed(12, to: 19), "its parts are not where it says"),
      (changed(19, to: 200), "its parts are not where it says"),
      (changed(13, to: 1), "it is cut off"), (Array(sound.prefix(15)), "it is cut off"),
    ] as [([UInt8], String)])
  func damagedOnesAreTold(bytes: [UInt8], problem: String) throws {
    #expect(DataFile.problem(of: bytes, byteCount: bytes.count) == problem)
    let scratch = try ScratchFolder()
    try scratch.write(bytes, to: "xyz.traineddata")
    let file = DataFile(folder: scratch.path, language: "xyz")
    let error = #expect(throws: ConversionError.self) { try file.check() }
    #expect(error?.code == .missingLibrary)
    #expect(error?.message.contains("xyz.traineddata: \(problem)") == true)
    #expect(error?.message.contains("apt install --reinstall tesseract-ocr-xyz") == true)
  }

  @Test func missingOnesCannotBeRead() {
    let file = DataFile(folder: "/nowhere", language: "eng")
    #expect(errorCode { try file.check() } == .missingLibrary)
  }
}
