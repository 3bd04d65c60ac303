import SystemPackage
import TestSupport
import Testing

/// Runs `sandbox-probe`, which enters a sandbox and tries one thing.
enum Probe {
  static var path: String { Program.built("sandbox-probe") }

  /// Whether this system can put up all walls; without them there is nothing to test.
  static let hasWalls = (try? Program.run(path, ["report"]).status) == 0

  /// Whether the test run itself stands in no container that refuses what only root may do.
  static let isUnconfined =
    (try? attempt(["change-root", "/"], ["--sandbox", "off"])) == .some(nil)
    && (try? attempt(["new-namespace"], ["--sandbox", "off"])) == .some(nil)

  /// Tries something.
  ///
  /// - Parameters:
  ///   - words: the attempt and its arguments.
  ///   - sandbox: the probe's options.
  /// - Returns: what stopped it; `nil` if nothing did.
  static func attempt(
    _ words: [String], _ sandbox: [String], in folder: String? = nil
  ) throws -> Errno? {
    let result = try Program.run(path, sandbox + words, in: folder)
    // It turned into another program.
    if result.status == 0, result.lines.isEmpty { return nil }
    let number = try #require(
      result.lines.last.flatMap { Int32($0) },
      "\(words): \(result.status) \(result.text) \(result.error)")
    return number == 0 ? nil : Errno(rawValue: number)
  }
}

/// Something that a decoder might be made to do.
struct Trespass: Sendable, CustomTestStringConvertible {
  let words: [String]
  /// What stops it inside.
  let refusal: Errno

  init(_ words: String..., refusal: Errno) {
    self.words = words
    self.refusal = refusal
  }

  var testDescription: String { words.joined(separator: " ") }
}
