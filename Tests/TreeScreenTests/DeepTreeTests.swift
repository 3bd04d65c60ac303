import ConverterCore
import TestSupport
import Testing
import TreeModel

/// A million containers within each other: a copy of them all for each line would take hours.
@Suite("Deep trees answer at once", .serialized)
struct DeepTreeTests {
  static let depth = 1_000_000

  private static func keys() -> [ScriptedScreen.Step] {
    [
      .key(.end), .key(.up), .key(.up), .key(.pageUp), .key("K"), .key("H"), .key(.down),
      .key(.pageDown), .key("g"), .key(.pageDown), .key(.farDown), .key("J"), .key("G"), .key("0"),
      .key("E"), .key("5"), .key("e"), .key("G"), .key("E"), .key("h"), .key("l"),
    ]
  }

  @Test("to every key", arguments: ["[", "{\"a\":"])
  func keys(opening: String) throws {
    let clock = ContinuousClock()
    var last = clock.now
    var slowest = Duration.zero
    var steps: [ScriptedScreen.Step] = [.look { _ in last = clock.now }]
    for key in Self.keys() {
      steps.append(key)
      // Wishes may need another round.
      steps.append(.until("the wish") { !($0.last ?? "").hasPrefix("going") })
      steps.append(
        .look { _ in
          slowest = max(slowest, clock.now - last)
          last = clock.now
        })
    }
    try run(text(opening), columns: 80, rows: 40, steps)
    // In a release build it is a tenth of a second; nothing that grows with the square is near.
    #expect(slowest < .seconds(3))
  }

  @Test("in their middle, where there is a value", arguments: ["[", "{\"a\":"])
  func middle(opening: String) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let screen = try run(
      text(opening), columns: 80, rows: 20,
      [.key("0"), .key("/")] + ScriptedScreen.Step.type("needle") + [
        .key(.enter), searched, .key("k"), .key("k"), .key("j"), .key("j"), .key("j"), .key("p"),
        .until("the path is not copied", { $0.last?.contains("longer than 1 MiB") == true }),
        .key("\\"),
      ] + ScriptedScreen.Step.type("a") + [.key(.enter), searched, .key("v"), .key(.escape)])
    #expect(screen.pictures.contains { $0.contains { $0.contains("needle") } })
    #expect(clock.now - start < .seconds(30))
  }

  private func text(_ opening: String) -> String {
    let closing = opening == "[" ? "]" : "}"
    return String(repeating: opening, count: Self.depth) + "\"needle\""
      + String(repeating: closing, count: Self.depth)
  }
}
