import ConverterCore
import FairyLibrary
import TestSupport
import Testing
import TriageViewer

/// Photos that show the same, side by side.
@Suite struct GroupTests {
  private let example: TriageScreenExample

  init() throws {
    example = try TriageScreenExample()
    try example.useOnce()
    for name in ["b.jpg", "d.jpg", "e.jpg"] {
      try example.folder.write(Array("the same photo".utf8), to: "photos/\(name)")
    }
  }

  private let groups: [ScriptedScreen.Step] = [.key("g"), .until("group 1 of 1")]

  @Test func theyStandSideBySideWithTheBestProposed() throws {
    let screen = try example.show(columns: 78, groups)
    #expect(screen.last[0] == " group 1 of 1: the same file" + blank(41) + "3 photos")
    // Each has 26 columns, and its picture is in their middle.
    #expect(
      screen.last[1] == blank(3) + "[b.jpg 1×].........." + blank(6) + "[d.jpg 1×].........."
        + blank(6) + "[e.jpg 1×]..........")
    #expect(screen.last[6] == " b.jpg" + blank(21) + "d.jpg" + blank(21) + "e.jpg")
    #expect(screen.last[7].hasPrefix(" 40×30, 14 bytes" + blank(11) + "40×30, 14 bytes"))
    #expect(screen.last[8].contains("★ best: "))
    #expect(
      screen.last[11]
        == "← delete  → keep  ↑↓ text  Tab next  N group  A keep best  U undo  Esc back")
  }

  @Test func theProposalIsTakenInOneStep() throws {
    let screen = try example.show(groups + [.key("a"), .event(.tick)])
    let verdicts = try example.verdicts
    #expect(verdicts.count { $0 == .keep } == 1)
    #expect(verdicts.count { $0 == .delete } == 2)
    #expect([verdicts[0], verdicts[2]] == [nil, nil])
    #expect(screen.last[9].hasSuffix(" is kept, 2 photos to be deleted"))
    try example.show([.key("u")])
    #expect(try example.verdicts == [nil, nil, nil, nil, nil])
  }

  @Test func keysAreForTheMarkedPhoto() throws {
    let screen = try example.show(groups + [.key(.tab), .key(.left), .key("1"), .key(.right)])
    #expect(try example.verdicts == [nil, .keep, nil, .delete, nil])
    #expect(screen.last[6].contains(" ✓ b.jpg"))
    #expect(screen.last[6].contains(" ✗ d.jpg"))
  }

  @Test func aNarrowScreenShowsOneAtATime() throws {
    let screen = try example.show(columns: 40, groups + [.key(.backTab), .event(.tick)])
    #expect(screen.last[1] == blank(10) + "[e.jpg 1×]..........")
    #expect(screen.last[6] == " e.jpg")
  }

  @Test func photosOfAllKindsAreNoGroup() throws {
    let example = try TriageScreenExample()
    try example.useOnce()
    let screen = try example.show([.key("g"), .until("no two of these photos show the same")])
    #expect(screen.last[0].hasPrefix(" a.jpg "))
  }

  @Test func groupsCanBeLeft() throws {
    let screen = try example.show([.key("g"), .key(.escape), .key(.left)])
    #expect(screen.last[0].hasPrefix(" b.jpg "))
  }

  private func blank(_ count: Int) -> String { String(repeating: " ", count: count) }
}
