import ConverterCore
import Foundation
import TestSupport

@testable import FairyCommandLine

/// The examples that README, `docs/`, help and manual show.
enum DocumentedExamples {
  /// Blocks of commands in Markdown.
  static func sessions() throws -> [GoldenSession] {
    let documents = try FileManager.default.contentsOfDirectory(atPath: "\(Places.root)/docs")
      .filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    return try (["README.md"] + documents).flatMap { try GoldenFile($0).sessions }
  }

  /// Blocks that show what their commands print, too.
  static func shown() throws -> [GoldenSession] {
    try sessions().filter { session in session.commands.contains { !$0.output.isEmpty } }
  }

  /// The commands in Markdown and in the help texts, of which the manual is made, without comments.
  static func commands() throws -> Set<String> {
    let program = try VerbHelp.ofProgram()
    let help = ([program] + program.verbs).flatMap(\.examples).map(\.command)
    let documents = try sessions().flatMap(\.commands)
      .map { $0.line.replacing(/\s+# .*$/, with: "") }
    return Set(help + documents).subtracting(notRun)
  }

  /// What runs these tests, and what serves until it is interrupted (Tests/Web).
  private static let notRun = [
    "scripts/test", "fairy serve", "fairy serve ~/Pictures", "fairy serve ~/Pictures:rw",
    "fairy serve --open fairy://library", "fairy serve --phone",
  ]
}
