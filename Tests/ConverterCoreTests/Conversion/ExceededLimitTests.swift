import ConverterCore
import Foundation
import Testing

/// `limitExceeded` says which limit it was.
@Suite struct ExceededLimitTests {
  @Test("what is needed is more than what is allowed", arguments: [nil, 5, 11, Int.max])
  func needed(amount: Int?) {
    var limits = Limits.standard
    limits.entries = 10
    let limit = ConversionError.Limit(.entries, needed: amount, of: limits)
    #expect(limit.name == "entries")
    #expect(limit.allowed == 10)
    #expect(limit.needed == max(amount ?? 0, 11))
  }

  @Test("a check fills it", arguments: Limits.Name.allCases)
  func check(name: Limits.Name) {
    let error = #expect(throws: ConversionError.self) {
      try Limits.standard.check(name, Limits.standard[name] + 7, for: "it")
    }
    #expect(
      error?.limit == .init(name, needed: Limits.standard[name] + 7, of: .standard))
  }

  @Test("code that does not know the limits leaves it to the conversion")
  func resolved() {
    let error = ConversionError.exceeding(.init(unresolved: .memory), "m")
    #expect(error.limit?.allowed == nil)
    #expect(error.resolved(by: .standard).limit == .init(.memory, of: .standard))
  }

  /// A source file that makes such an error without a limit would print it without one.
  @Test func everyErrorForALimitHasOne() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources").standardizedFileURL
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var bare: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      guard file.lastPathComponent != "ConversionError.Limit.swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      if text.contains(/ConversionError\(\s*\.limitExceeded/) {
        bare.append(file.lastPathComponent)
      }
    }
    #expect(bare == [])
  }
}
