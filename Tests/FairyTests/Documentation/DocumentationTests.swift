import Foundation
import TestSupport
import Testing

@testable import fairy

/// What the documentation shows is what comes out.
///
/// `Examples/examples.md` has each example with all that it prints. A new example needs a place there; the
/// command line, the output and the status are those of the documentation as it stands.
@Suite struct DocumentationTests {
  private static let golden = "Tests/Golden/Examples/examples.md"

  @Test func everyExampleIsRun() throws {
    let run = Set(try GoldenFile(Self.golden).sessions.flatMap(\.commands).map(\.line))
    let documented = try DocumentedExamples.commands()
    #expect(documented.subtracting(run).sorted() == [])
    #expect(run.subtracting(documented).sorted() == [])
  }

  @Test(arguments: try GoldenFile(golden).sessions)
  func examplesPrintWhatTheyDid(session: GoldenSession) throws {
    #expect(try session.run(in: ExampleFiles.folder()).map(\.description) == [])
  }

  @Test(arguments: try DocumentedExamples.shown())
  func shownOutputComesOut(session: GoldenSession) throws {
    #expect(
      try session.run(in: ExampleFiles.folder(), streams: .together).map(\.description) == [])
  }

  @Test func theTableOfFormatsIsThatOfTheProgram() throws {
    let readme = try String(contentsOfFile: "\(Places.root)/README.md", encoding: .utf8)
    let table = try Program.fairy("formats", "--markdown").text
    #expect(table.hasPrefix("| format |"))
    #expect(readme.contains(table))
  }
}
