import ConverterCore
import Foundation
import SystemPackage
import Testing

@testable import Runner

@Suite struct DistinctOutputsTests {
  /// Both passes over outputs whose inputs are called by their number.
  private func clash(_ outputs: [FilePath]) -> (earlier: String, later: String)? {
    var distinct = DistinctOutputs()
    for output in outputs { distinct.add(output) }
    guard var duplicates = distinct.possibleDuplicates() else { return nil }
    for (index, output) in outputs.enumerated() {
      if let rival = duplicates.rival(of: .file(FilePath("\(index)")), for: output) {
        return (rival.path?.string ?? "-", "\(index)")
      }
    }
    return nil
  }

  @Test(
    "one file spelt in two ways",
    arguments: [
      ("a.jpg", "a.jpg"), ("a.jpg", "./a.jpg"), ("out/a.jpg", "out//a.jpg"),
      ("out/a.jpg", "out/x/../a.jpg"), ("out/a.jpg", "./out/./a.jpg"),
      ("/out/a.jpg", "/../out/a.jpg"),
      ("a.jpg", FilePath(FileManager.default.currentDirectoryPath).appending("a.jpg")),
      ("../a.jpg", FilePath(FileManager.default.currentDirectoryPath).appending("../a.jpg")),
    ] as [(FilePath, FilePath)])
  func same(_ one: FilePath, _ other: FilePath) throws {
    let found = try #require(clash(["x.jpg", one, "y.jpg", other]))
    #expect(found == ("1", "3"))
  }

  @Test(
    "two files",
    arguments: [
      ("a.jpg", "b.jpg"), ("a.jpg", "A.jpg"), ("a.jpg", "out/a.jpg"), ("a.jpg", "/a.jpg"),
      ("out/a.jpg", "outa.jpg"), ("..a.jpg", "a.jpg"), ("a/..b", "a/b"), ("a/...", "a"),
    ] as [(FilePath, FilePath)])
  func different(_ one: FilePath, _ other: FilePath) {
    #expect(clash([one, other]) == nil)
  }

  @Test func none() {
    #expect(clash([]) == nil)
    #expect(clash(["a"]) == nil)
  }

  @Test("names that are not UTF-8 differ by their bytes")
  func bytes() {
    let one = FilePath(platformString: [0x61, CChar(bitPattern: 0xE9), 0])
    let other = FilePath(platformString: [0x61, CChar(bitPattern: 0xE8), 0])
    #expect(clash([one, other]) == nil)
    #expect(clash([one, other, one])?.later == "2")
  }

  @Test("one clash among many, and very many clashes")
  func many() {
    var outputs = (0..<200_000).map { FilePath("out/IMG_\($0).jpg") }
    #expect(clash(outputs) == nil)
    outputs.append("out/IMG_777.jpg")
    #expect(clash(outputs).map { $0 == ("777", "200000") } == true)
    #expect(clash(outputs + outputs) != nil)
  }
}
