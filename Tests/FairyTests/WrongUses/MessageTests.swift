import Foundation
import TestSupport
import Testing

/// What no message may do: show the name of a type of the program's own, name an option that does not exist, or
/// speak of what did not happen.
@Suite struct MessageTests {
  /// Every line that a wrong use is answered with.
  private static func answers() throws -> [(command: String, line: String)] {
    try WrongUseTests.files.flatMap(WrongUseTests.sessions).flatMap(\.commands).flatMap { command in
      command.error.map { (command.line, $0) }
    }
  }

  /// The texts in the calls that make errors, warnings and entries of the ledger, all over the sources.
  private static func literals() throws -> [(place: String, text: String)] {
    let call = #/(ConversionError|ValidationError|\.warn|\.note|Console\.standard\.note)\(/#
    let literal = #/"(?:[^"\\]|\\.)*"/#
    var found: [(String, String)] = []
    for file in try sources() {
      let lines = try String(contentsOfFile: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      // A call with its texts takes no more lines than these.
      var rest = 0
      for (number, line) in lines.enumerated()
      where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        if line.contains(call) { rest = 8 }
        guard rest > 0 else { continue }
        rest = line.hasPrefix("  }") ? 0 : rest - 1
        found += line.matches(of: literal).map { ("\(file):\(number + 1)", String($0.output)) }
      }
    }
    return found
  }

  private static func sources() throws -> [String] {
    let root = "\(Places.root)/Sources"
    return try FileManager.default.subpathsOfDirectory(atPath: root)
      .filter { $0.hasSuffix(".swift") }.map { "\(root)/\($0)" }
  }

  /// The models of the program, by their declarations.
  private static func models() throws -> [String] {
    let declaration = #/(?:struct|class|enum) (\w+): (?:[\w, ]*\b)?Model\b/#
    return try sources().filter { $0.contains("/Models/") }.flatMap { file in
      try String(contentsOfFile: file, encoding: .utf8).matches(of: declaration)
        .map { String($0.output.1) }
    }
  }

  /// Whether a text has a word with a capital letter that begins no sentence of it.
  private static func shows(_ name: String, in text: String) -> Bool {
    text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).dropFirst().contains {
      $0 == name[...]
    }
  }

  @Test func theModelsAreKnown() throws {
    let models = try Self.models()
    #expect(
      Set(models).isSuperset(of: ["Archive", "Picture", "PagedDocument", "Table", "Mailbox"]))
  }

  @Test func noTextOfTheSourcesNamesATypeOfThem() throws {
    let models = try Self.models()
    let literals = try Self.literals()
    #expect(literals.count > 500)
    for (place, text) in literals {
      for model in models where Self.shows(model, in: text) {
        Issue.record("\(place): \(model) in \(text)")
      }
      // Bytes that are shown as text name their encoding.
      let shown = text.replacing("UTF8.self", with: "")
      for word in ["\\(type(of:", "modelName", ".self)", "String(describing:"]
      where shown.contains(word) {
        Issue.record("\(place): \(word) in \(text)")
      }
    }
  }

  @Test func noReaderSpeaksOfWhatItDoesNotKnow() throws {
    for (place, text) in try Self.literals()
    where text.contains("nothing was written") && place.contains("/Reading/") {
      Issue.record(
        "\(place): whoever reads does not know whether anything was to be written: \(text)")
    }
  }

  @Test func noAnswerNamesAType() throws {
    let models = try Self.models()
    for (command, line) in try Self.answers() {
      for model in models where Self.shows(model, in: line) {
        Issue.record("\(command): \(line)")
      }
    }
  }

  @Test func allSpeakWithOneVoice() throws {
    let summary = #/^\d+ (done|to convert)/#
    for (command, line) in try Self.answers() {
      let isOurs = line.hasPrefix("fairy: ") || line.hasPrefix("  ") || line.contains(summary)
      #expect(isOurs, "\(command): \(line)")
      #expect(!line.contains("Usage:") && !line.contains("Error:"), "\(command): \(line)")
    }
  }

  @Test func optionsThatAreNamedExistOrWereTyped() throws {
    let option = #/(?:^|[^\w-])(--?[a-z][a-z-]*)/#
    var known: Set<String> = ["--version", "--help"]
    for verb in [
      "convert", "compress", "merge", "split", "extract", "open", "info", "why", "plan", "formats",
      "worker", "scan",
    ] {
      let help = try Program.fairy(verb, "--help").text
      known.formUnion(help.matches(of: option).map { String($0.output.1) })
    }
    for (command, line) in try Self.answers() {
      for match in line.matches(of: option) where !command.contains(match.output.1) {
        #expect(known.contains(String(match.output.1)), "\(command): \(line)")
      }
    }
  }

  /// Behind the first `;` or question stands advice; before it, only what was typed is spoken of.
  @Test func whatIsSaidToBeWrongWasTyped() throws {
    let option = #/(?:^|[^\w-])(--[a-z][a-z-]*)/#
    for (command, line) in try Self.answers() where line.hasPrefix("fairy: ") {
      let statement = line.prefix { $0 != ";" }
      guard
        !["did you mean", "is missing", "say --", "needs", "add "].contains(
          where: statement.contains)
      else { continue }
      for match in statement.matches(of: option) where !command.contains(match.output.1) {
        Issue.record("\(command): \(line)")
      }
    }
  }
}
