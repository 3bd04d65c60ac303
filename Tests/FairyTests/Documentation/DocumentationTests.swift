import Foundation
import TestSupport
import Testing

@testable import FairyCommandLine

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

  /// The page ends with what the program prints: no row is missing, old or added by hand.
  @Test func theTableOfFormatsIsThatOfTheProgram() throws {
    let page = try String(contentsOfFile: "\(Places.root)/docs/formats.md", encoding: .utf8)
    let table = try Program.fairy("formats", "--markdown").text
    let start = try #require(page.range(of: "| format |")?.lowerBound)
    #expect(table.hasPrefix("| format |"))
    #expect(String(page[start...]) == table)
  }

  /// The README's table has each verb that `fairy --help` lists, in the same order, and no other.
  @Test func everyVerbIsInTheReadme() throws {
    let readme = try String(contentsOfFile: "\(Places.root)/README.md", encoding: .utf8)
    let rows = readme.split(separator: "\n")
      .compactMap { $0.firstMatch(of: /^\| `fairy ([a-z]+)/) }.map { String($0.output.1) }
    let verbs = try VerbHelp.ofProgram().verbs.filter(\.isShown).map(\.name)
    #expect(!verbs.isEmpty)
    #expect(rows == verbs)
  }
}
