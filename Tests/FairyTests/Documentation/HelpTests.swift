import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import FairyCommandLine

/// `--help` of every verb.
@Suite struct HelpTests {
  private static let verbs: [[String]] =
    [[]]
    + Fairy.configuration.subcommands.compactMap { $0.configuration.commandName }
    .filter { $0 != "manual" }.map { [$0] }

  private static func help(of verb: [String], columns: Int) throws -> String {
    let result = try Program.run(
      Program.fairy, verb + ["--help"], environment: ["COLUMNS": "\(columns)"])
    #expect(result.status == 0, "\(result.error)")
    return result.text
  }

  @Test(arguments: verbs, [40, 60, 80])
  func everyLineFits(verb: [String], columns: Int) throws {
    let help = try Self.help(of: verb, columns: columns)
    for line in help.split(separator: "\n") where line.count > columns {
      // One word, such as a line of JSON, cannot be divided; the parser leaves the line of usage to the terminal.
      let isUsage = columns >= NarrowHelp.enough && line.hasPrefix("USAGE:")
      if isUsage || !line.contains(" ") { continue }
      Issue.record("\(columns) columns: \(line)")
    }
  }

  /// Words are neither broken nor lost where lines are short.
  @Test(arguments: verbs, [40, 60])
  func wordsStayWhole(verb: [String], columns: Int) throws {
    func words(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\n" } }
    #expect(
      try words(Self.help(of: verb, columns: columns)) == words(Self.help(of: verb, columns: 900)))
  }

  @Test func explanationsStandBelowWhereThereIsNoRoomBeside() throws {
    let help = try Self.help(of: ["scan"], columns: 40)
    #expect(help.contains("\n  --split\n      Make two pages of an open book.\n"))
    #expect(
      help.contains("\n  fairy scan photos/ --filter bw\n      --languages eng -o batch.pdf\n"))
  }

  /// What the parser lists of an option is not listed by its explanation as well.
  @Test func valuesAreListedOnce() throws {
    let program = try VerbHelp.ofProgram()
    for verb in program.verbs {
      for argument in verb.arguments where argument.values.count > 1 {
        let words = argument.abstract.split { !$0.isLetter && !$0.isNumber && $0 != "-" }
        let isTwice = argument.values.allSatisfy { value in words.contains { $0 == value } }
        #expect(!isTwice, "\(verb.name) \(argument.names): \(argument.abstract)")
      }
    }
  }
}
