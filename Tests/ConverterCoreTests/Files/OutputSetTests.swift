import SystemPackage
import TestSupport
import Testing

@testable import ConverterCore

@Suite struct OutputSetTests {
  private func set(of count: Int) throws -> OutputSet {
    try OutputSet(
      .file("/nowhere/a.pdf"), companions: (1...count).map(String.init), conflict: .fail,
      input: InputFile(bytes: []), hasMain: false)
  }

  @Test func partsAreNamedAfterTheMainFile() throws {
    #expect(
      try set(of: 2).destinations == [.file("/nowhere/a-1.pdf"), .file("/nowhere/a-2.pdf")])
  }

  /// Each is an open file until all are complete.
  @Test func moreThanCanBeOpenAreRefusedBeforeAnyIsMade() throws {
    #expect(try set(of: OutputSet.mostFiles).destinations.count == OutputSet.mostFiles)
    let error = #expect(throws: ConversionError.self) { try set(of: OutputSet.mostFiles + 1) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("would become 10001 files") == true)
  }
}
