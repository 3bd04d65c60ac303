import SystemPackage
import TestSupport
import Testing

/// Runs `sandbox-probe`, which enters a sandbox and tries one thing.
enum Probe {
  /// What stopped the attempt; `nil` if nothing did.
  ///
  /// - Parameter sandbox: the probe's options.
  static func attempt(_ words: [String], in sandbox: [String]) throws -> Errno? {
    let result = try Program.run(Program.built("sandbox-probe"), sandbox + words)
    let number = try #require(
      result.lines.last.flatMap { Int32($0) }, "\(words): \(result.status) \(result.text)")
    return number == 0 ? nil : Errno(rawValue: number)
  }
}
