import ConverterCore
import FairyLibrary
import TestSupport
import Testing
import TriageViewer

/// What is practised the first time.
@Suite struct PracticeTests {
  private let example: TriageScreenExample

  init() throws { example = try TriageScreenExample() }

  private func practice(_ lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix(" ○ ") || $0.hasPrefix(" ✓ ") }
  }

  @Test func fourLinesAreTickedOff() throws {
    var seen: [[String]] = []
    let look = ScriptedScreen.Step.look { seen.append($0) }
    try example.show(
      rows: 24, [look, .key(.left), look, .key(.up), .key("u"), look, .key("q"), .key("q"), look])
    #expect(
      practice(seen[0]) == [
        " ○ ← to be deleted, → kept", " ○ ↑ or ↓ kept, and its words noted",
        " ○ U takes back, as often as you like", " ○ Q shows what is to go. Esc skips this",
      ])
    #expect(seen[0].count == 24)
    #expect(practice(seen[1]).map { $0.prefix(2) } == [" ✓", " ○", " ○", " ○"])
    #expect(practice(seen[2]).map { $0.prefix(2) } == [" ✓", " ✓", " ✓", " ○"])
    #expect(practice(seen[3]).isEmpty)
  }

  @Test func escapeSkipsIt() throws {
    let screen = try example.show(rows: 24, [.key(.escape), .key(.left)])
    #expect(practice(screen.last).isEmpty)
    #expect(try example.verdicts == [.delete, nil, nil, nil, nil])
  }

  @Test func itComesOnce() throws {
    try example.show(rows: 24, [])
    #expect(practice(try example.show(rows: 24, []).last).isEmpty)
  }

  @Test func aLowScreenHasNoRoomForIt() throws {
    let screen = try example.show(rows: 13, [.event(.tick), .key(.escape), .key(.left)])
    #expect(practice(screen.last).isEmpty)
    #expect(try example.verdicts == [nil, nil, nil, nil, nil])
  }
}
