import ArgumentParser
import ConverterCore
import Foundation
import TestSupport
import Testing

@testable import FairyCommandLine

/// Manual pages, as `man` would show them.
@Suite struct ManualTests {
  private static let pages: [(name: String, verb: String?)] =
    [("fairy", nil)]
    + Fairy.configuration.subcommands.compactMap { $0.configuration.commandName }
    .filter { $0 != "manual" }.map { ("fairy-\($0)", $0) }

  private static func mdoc(_ verb: String?) throws -> [UInt8] {
    try Program.run(Program.fairy, ["manual"] + [verb].compactMap(\.self)).output
  }

  @Test func everyVerbHasAPage() throws {
    #expect(try Program.fairy("manual", "--list").lines == Self.pages.map(\.name))
  }

  @Test(
    .enabled(if: Places.has(program: "mandoc"), "mandoc is not installed"),
    arguments: pages.map(\.verb))
  func pagesAreClean(verb: String?) throws {
    let page = try Self.mdoc(verb)
    let result = try Program.run("/usr/bin/env", ["mandoc", "-T", "lint"], input: page)
    // Pages that refer to each other are not installed while they are checked.
    let complaints = result.lines.filter { !$0.contains("referenced manual not found") }
    #expect(complaints == [])
  }

  @Test(.enabled(if: Places.has(program: "mandoc"), "mandoc is not installed"))
  func textIsShownAsItIs() throws {
    let result = try Program.run(
      "/usr/bin/env", ["mandoc", "-T", "utf8", "-O", "width=200"], input: Self.mdoc("convert"))
    let text = result.text.replacing(/.\u{8}/, with: "")
    #expect(text.contains("How close to the source: 0…1 (0.8), 2…100 (80)"))
    #expect(text.contains("--keep-times, --no-keep-times"))
    #expect(text.contains("fairy convert 'photos.zip//2024/*.heic' --to jpeg -o out/"))
    #expect(text.contains("77      A password is missing or wrong."))
  }

  @Test func everyStatusIsExplained() {
    let explained = Set(ExitCode.meanings.map(\.status))
    #expect(explained.isSuperset(of: ConversionError.Code.allCases.map(\.status)))
  }

  @Test func unknownVerbsHaveNoPage() throws {
    let result = try Program.fairy("manual", "paint")
    #expect(result.status == 64)
    #expect(result.error == "fairy: there is no verb \"paint\"; fairy --help lists them\n")
  }
}
