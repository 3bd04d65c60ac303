import ConverterCore
import FairyLibrary
import Foundation
import SystemPackage
import TestSupport
import Testing
import TriageViewer

/// Photos one at a time: what is shown, and what keys decide.
@Suite struct PhotoTests {
  private let example: TriageScreenExample

  init() throws {
    example = try TriageScreenExample()
    try example.useOnce()
  }

  @Test func theFirstScreen() throws {
    let screen = try example.show(rows: 8, [])
    let blank = String(repeating: " ", count: 30)
    #expect(
      screen.last == [
        " a.jpg" + String(repeating: " ", count: 70) + "1/5",
        blank + "[a.jpg 1×]" + String(repeating: ".", count: 10),
        blank + "[a.jpg 1×]" + String(repeating: ".", count: 10),
        "", "",
        " 10 bytes · 2026-05-01 12:00:00 · 48.85830° N, 2.29450° E · 4032×3024 · Camera 7",
        " 0/5 · 0 kept · 0 deleted · 0 text " + String(repeating: "░", count: 40),
        "← delete  → keep  ↑↓ text  Space zoom  U undo  Q queue  G groups  ? help",
      ])
  }

  @Test func keysHaveTheirColours() throws {
    let keys = try #require(try example.show([]).lastPainted.last)
    #expect(ScriptedScreen.parts(of: keys, with: 31) == ["← delete"])
    #expect(ScriptedScreen.parts(of: keys, with: 32) == ["→ keep"])
    #expect(ScriptedScreen.parts(of: keys, with: 36) == ["↑↓ text"])
  }

  @Test func arrowsDecideAndGoOn() throws {
    let screen = try example.show([.key(.left), .key(.right), .key(.up), .key(.down)])
    #expect(try example.verdicts == [.delete, .keep, .text, .text, nil])
    #expect(screen.last[0].hasPrefix(" e.jpg "))
    #expect(screen.last[0].hasSuffix(" 5/5"))
    #expect(screen.last[10].hasPrefix(" 4/5 · 1 kept · 1 deleted · 2 text ████"))
    // Nothing is deleted by a key.
    #expect(try example.photos.count == 5)
  }

  @Test func aDecisionThatCannotBeWrittenIsTakenBack() throws {
    let journal = example.folder.file("library/journal.ndjson")
    var seen: [[String]] = []
    #expect(throws: ConversionError.self) {
      try example.show([
        .act {
          try? FileManager.default.removeItem(atPath: journal)
          try? FileManager.default.createDirectory(
            atPath: journal, withIntermediateDirectories: false)
        },
        .key(.left), .look { seen.append($0) },
      ])
    }
    #expect(seen.last?[0].hasPrefix(" a.jpg ") == true)
    #expect(seen.last?[9].contains("journal.ndjson") == true)
  }

  /// Whoever looks at a photo need not wait for the disk that has the decision on the one before.
  @Test func theNextPhotoIsShownBeforeTheDecisionIsWritten() throws {
    let view = TriageView(
      TriageTask(
        try example.triage, of: [], try example.photos, look: { _ in [] },
        trash: { example.trash }),
      showing: example.pictures, usesColour: false)
    #expect(view.handle(.key(.left)))
    let frame = view.frame(ScreenSize(columns: 80, rows: 12))
    #expect(ScriptedScreen.plain(frame.lines[0]).hasPrefix(" b.jpg "))
    #expect(try example.verdicts[0] == nil)
    #expect(view.settle())
    #expect(try example.verdicts[0] == .delete)
  }

  @Test func theLastDecisionSaysSo() throws {
    let screen = try example.show([ScriptedScreen.Step](repeating: .key(.right), count: 5))
    #expect(screen.last[9].hasPrefix(" all of them are decided on: Q shows"))
    #expect(screen.last[0].hasSuffix("kept · 5/5"))
  }

  @Test func stepsAreUndoneAcrossSessions() throws {
    try example.show([.key(.left), .key(.left), .key(.right)])
    let undo = ScriptedScreen.Step.key("u")
    var notes: [String] = []
    let look = ScriptedScreen.Step.look { notes.append($0[9]) }
    let screen = try example.show([undo, look, .key("U"), look, undo, look, undo, look])
    #expect(
      notes == [
        " undone: c.jpg", " undone: b.jpg", " undone: a.jpg", " there is nothing to undo",
      ])
    #expect(screen.last[0].hasPrefix(" a.jpg "))
    #expect(try example.verdicts == [nil, nil, nil, nil, nil])
  }

  @Test func aSessionGoesOnWhereItWas() throws {
    try example.show([.key("n"), .key(.pageDown), .key("n"), .key("p"), .key(.escape)])
    #expect(try example.show([]).last[0].hasPrefix(" c.jpg "))
    // One that was decided on in the meantime is passed over.
    try example.triage.decide(.keep, on: [try example.photos[2]])
    #expect(try example.show([]).last[0].hasPrefix(" d.jpg "))
  }

  @Test func whatIsDecidedIsShownAndPassedOver() throws {
    try example.triage.decide(.delete, on: [try example.photos[1]])
    var titles: [String] = []
    let look = ScriptedScreen.Step.look { titles.append($0[0]) }
    try example.show([.key(.right), look, .key("p"), look, .key(.home), look, .key(.end), look])
    #expect(titles.map { String($0.prefix(6)) } == [" c.jpg", " b.jpg", " a.jpg", " e.jpg"])
    #expect(titles[1].hasSuffix(" to be deleted · 2/5"))
    #expect(titles[2].hasSuffix(" kept · 1/5"))
  }

  @Test func theNextPhotosAreDecodedAhead() throws {
    try example.triage.decide(.keep, on: [try example.photos[1]])
    try example.show([.event(.tick)])
    let names = example.pictures.lastWanted.map { $0.file.path.lastComponent?.string }
    #expect(names == ["a.jpg", "c.jpg", "d.jpg", "e.jpg"])
    // Whatever is under way in the end is given up.
    #expect(example.pictures.wanted.last == [])
    try example.show([.key(.right), .event(.tick)])
    let later = example.pictures.lastWanted.map { $0.file.path.lastComponent?.string }
    #expect(later == ["c.jpg", "d.jpg", "e.jpg"])
  }

  @Test func aPictureThatIsNotThereIsWaitedFor() throws {
    example.pictures.heldBack = ["a.jpg"]
    let pictures = example.pictures
    let screen = try example.show([
      .until("…"), .act { pictures.heldBack = [] }, .until("[a.jpg 1×]"),
    ])
    #expect(screen.last[0].hasPrefix(" a.jpg "))
  }

  @Test func keysDoNotWaitForPictures() throws {
    example.pictures.heldBack = ["a.jpg", "b.jpg", "c.jpg"]
    let screen = try example.show([.key(.left), .key(.right), .key(.left)])
    #expect(try example.verdicts == [.delete, .keep, .delete, nil, nil])
    #expect(screen.last[1].contains("[d.jpg 1×]"))
  }

  @Test func whatCannotBeShownSaysWhy() throws {
    example.pictures.failures = ["a.jpg": "is cut off"]
    let screen = try example.show([])
    #expect(screen.last[1] == " cannot be shown: is cut off")
  }

  @Test func aPhotoSaysWhyItIsShown() throws {
    let path = try example.photos[0].main.path
    let screen = try example.show(reasons: [path: "dark: 95 % of it"], [])
    #expect(screen.last[9].hasPrefix(" dark: 95 % of it · 10 bytes · 2026-05-01"))
  }

  @Test func theZoomStaysWithinThePhoto() throws {
    let right = [ScriptedScreen.Step](repeating: .key(.right), count: 12)
    let screen = try example.show([.key(" ")] + right + [.key(.up), .event(.tick)])
    let zoom = try #require(example.pictures.lastWanted.first?.zoom)
    #expect(zoom.factor == 2)
    #expect(zoom.x == 0.75)
    #expect(zoom.y == 0.375)
    #expect(screen.last[0].hasSuffix(" 2× · 1/5"))
    #expect(screen.last.last?.hasPrefix("←→↑↓ move") == true)
    // Arrows decide nothing while they move.
    #expect(try example.verdicts == [nil, nil, nil, nil, nil])
  }

  @Test(arguments: [(1, 2), (4, 5), (5, 1), (6, 2)])
  func spaceComesCloserUpToFiveTimes(count: Int, factor: Int) throws {
    let keys = [ScriptedScreen.Step](repeating: .key(" "), count: count)
    try example.show(keys + [.event(.tick)])
    #expect(example.pictures.lastWanted.first?.zoom.factor == factor)
  }

  @Test func escapeShowsTheWholePhotoAndThenEnds() throws {
    let screen = try example.show([
      .key(" "), .key("+"), .key("-"), .key(.escape), .key(.left), .key(.escape), .key(.left),
    ])
    #expect(try example.verdicts == [.delete, nil, nil, nil, nil])
    #expect(screen.last[0].hasSuffix(" 2/5"))
  }

  @Test func helpIsShownOverThePhoto() throws {
    example.pictures.form = .pixels
    var seen: [[String]] = []
    let screen = try example.show(
      rows: 24, [.key("?"), .look { seen.append($0) }, .key(.left), .key("?"), .key(.left)])
    #expect(seen[0].contains { $0.contains("the queue: what is to be deleted; X takes one out") })
    #expect(screen.pictures[1] == [])
    #expect(try example.verdicts == [.delete, nil, nil, nil, nil])
  }

  @Test func picturesMadeOfPixelsAreInTheMiddle() throws {
    example.pictures.form = .pixels
    let screen = try example.show([])
    #expect(
      screen.lastPictures == [
        PlacedPicture(row: 1, column: 30, rows: 2, bytes: Array("[a.jpg 1×]".utf8))
      ])
    #expect(screen.last[1] == "")
  }

  @Test func aNarrowTerminalIsEnough() throws {
    let screen = try example.show(columns: 40, rows: 10, [.key(.left)])
    #expect(screen.last.last == "← del → keep ↑↓ text Space U Q G ?")
    #expect(screen.last[8].hasPrefix(" 1/5 0 kept 1 deleted 0 text █"))
    #expect(screen.last[1] == "          [b.jpg 1×]..........")
    let tiny = try example.show(columns: 12, rows: 4, [.key(.left)])
    #expect(tiny.last.count == 4)
    #expect(try example.verdicts == [.delete, .delete, nil, nil, nil])
  }

  @Test func aTerminalWithoutPicturesTellsWhatIsKnown() throws {
    example.pictures.form = .none
    let screen = try example.show([.key(" ")])
    #expect(
      screen.last[1...8] == [
        " a.jpg", " 4032×3024", " 10 bytes", " 2026-05-01 12:00:00", " Camera 7",
        " 48.85830° N, 2.29450° E", "", " This terminal shows no pictures.",
      ])
    #expect(screen.last[9] == " this terminal shows no pictures")
    #expect(example.pictures.lastWanted.first?.zoom.factor == 1)
  }

  @Test func whatHasPowerOverTheTerminalIsShown() throws {
    let example = try TriageScreenExample(["a\u{1b}[2Jb.jpg"])
    try example.useOnce()
    let screen = try example.show([])
    #expect(screen.last[0].hasPrefix(" a\\u{1B}[2Jb.jpg "))
  }
}
