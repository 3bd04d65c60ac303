import SystemPackage
import TestSupport
import Testing

/// Runs `sandbox-probe`, which enters a sandbox and tries one thing.
enum Probe {
  static var path: String { Program.built("sandbox-probe") }

  /// Whether this system has all that the sandbox needs; without it there is nothing to test.
  static let hasSandbox = (try? Program.run(path, ["report"]).status) == 0

  /// Whether this system lets processes have a mount namespace of their own.
  static let hasNamespaces =
    (try? attempt(["look", "/home"], namespacesAlone)) == .some(.noSuchFileOrDirectory)

  /// A kernel without Landlock.
  static let namespacesAlone = ["--sandbox", "auto", "--landlock", "0", "--namespaces", "yes"]

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
    if result.status == 128 + Errno.systemCallSignal { return .killed }
    // It turned into another program.
    if result.status == 0, result.lines.isEmpty { return nil }
    let number = try #require(
      result.lines.last.flatMap { Int32($0) },
      "\(words): \(result.status) \(result.text) \(result.error)")
    return number == 0 ? nil : Errno(rawValue: number)
  }
}

extension Errno {
  /// SIGSYS.
  fileprivate static let systemCallSignal: Int32 = 31
  /// No error number: the process was killed for the call.
  static let killed = Errno(rawValue: 1000 + systemCallSignal)
}

/// Something that a decoder might be made to do.
struct EscapeAttempt: Sendable, CustomTestStringConvertible {
  let words: [String]
  /// What stops it inside.
  let refusal: Errno

  init(_ words: String..., refusal: Errno) {
    self.words = words
    self.refusal = refusal
  }

  var testDescription: String { words.joined(separator: " ") }
}
