import ConverterCore
import SystemPackage
import TestSupport
import Testing

@testable import Runner

@Suite struct OutputFoldersTests {
  @Test func madeWithTheirParents() throws {
    let scratch = try ScratchFolder()
    var folders = OutputFolders()
    for name in ["a/b/1.jpg", "a/b/2.jpg", "a/c/3.jpg", "a/b/4.jpg", "5.jpg"] {
      try folders.make(for: FilePath(scratch.file(name)))
    }
    try folders.make(for: "relative.jpg")
    #expect(scratch.names == ["a", "a/b", "a/c"])
  }

  @Test func aFileInTheWay() throws {
    let scratch = try ScratchFolder()
    try scratch.write([], to: "a")
    var folders = OutputFolders()
    let error = #expect(throws: ConversionError.self) {
      try folders.make(for: FilePath(scratch.file("a/b/1.jpg")))
    }
    #expect(error?.code == .cannotCreateOutput)
  }
}
