import ConverterCore
import FairyLibrary
import SystemPackage
import TestSupport
import Testing
import TriageViewer

/// The queue: what is to be deleted, and the only way in which it is.
@Suite struct QueueTests {
  private let example: TriageScreenExample

  init() throws {
    example = try TriageScreenExample()
    try example.useOnce()
    try example.triage.decide(.delete, on: Array(try example.photos[0...2]))
  }

  private var trashed: [String] {
    (try? FilePath(example.folder.file("Trash/files")).names) ?? []
  }

  @Test func itShowsEachPhotoWithItsPreview() throws {
    let screen = try example.show([.key("q"), .key(.down), .event(.tick)])
    #expect(screen.last[0] == " queue: 3 photos to be deleted" + blank(46) + "2/3")
    #expect(screen.last[1].hasPrefix(" a.jpg" + blank(25) + "10 bytes "))
    #expect(screen.last[1].hasSuffix("[b.jpg 1×].........."))
    #expect(screen.last[2].hasPrefix(" b.jpg"))
    #expect(screen.last[3] == " c.jpg" + blank(25) + "10 bytes")
    #expect(
      screen.last[9].hasPrefix(
        " 10 bytes · 2026-05-01 12:00:00 · 48.85830° N, 2.29450° E · 4032×3024"))
    #expect(screen.last[10] == "  C: move 3 photos to the trash, which frees 30 bytes")
    #expect(screen.last[11] == "↑↓ choose  X take out  → keep  C commit  U undo  Esc back")
  }

  @Test func singleOnesAreTakenOutAgain() throws {
    let screen = try example.show([.key("Q"), .key("x"), .key(.down), .key(.right)])
    #expect(try example.verdicts == [nil, .delete, .keep, nil, nil])
    #expect(screen.last[0].hasPrefix(" queue: 1 photo to be deleted "))
    try example.show([.key("q"), .key("u")])
    #expect(try example.verdicts == [nil, .delete, .delete, nil, nil])
  }

  @Test func nothingIsMovedBeforeYes() throws {
    var asked: [String] = []
    let screen = try example.show([
      .key("q"), .key("c"), .look { asked.append($0[9]) }, .key("n"), .key("c"), .key(.escape),
      .key("c"), .key(.left),
    ])
    #expect(asked == [" Move 3 photos to the trash? Y/N"])
    #expect(screen.last[9] == " nothing was moved")
    #expect(try example.photos.count == 5)
    #expect(trashed.isEmpty)
  }

  @Test func aCommitMovesThemToTheTrash() throws {
    let screen = try example.show([.key("q"), .key("c"), .key("y"), .event(.tick)])
    #expect(
      screen.last[9].hasPrefix(
        " 3 photos in the trash; emptying it frees 30 bytes; fairy triage --restore"))
    #expect(screen.last[10] == " nothing is to be deleted")
    #expect(trashed == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(try example.photos.map { $0.main.path.lastComponent?.string } == ["d.jpg", "e.jpg"])
    // What is left is gone through as before.
    let later = try example.show([])
    #expect(later.last[0].hasSuffix(" 1/2"))
  }

  @Test func afterACommitTheRestGoesOn() throws {
    let screen = try example.show([
      .key("n"), .key("q"), .key("c"), .key("y"), .key(.escape), .key(.right),
    ])
    #expect(screen.last[0].hasPrefix(" d.jpg "))
    #expect(screen.last[0].hasSuffix(" 1/2"))
    #expect(screen.last[10].hasPrefix(" 1/2 · 1 kept · 0 deleted · 0 text "))
  }

  @Test func whatChangedMeanwhileStays() throws {
    try example.folder.write(Array("another photo".utf8), to: "photos/b.jpg")
    let screen = try example.show([.key("q"), .key("c"), .key("y"), .event(.tick)])
    #expect(trashed == ["a.jpg", "c.jpg"])
    let note = " 2 photos in the trash; emptying it frees 20 bytes; 1 photo not"
    #expect(screen.last[9].hasPrefix(note))
  }

  @Test func aNarrowScreenHasThePreviewAbove() throws {
    let screen = try example.show(columns: 40, rows: 14, [.key("q"), .event(.tick)])
    #expect(screen.last[1] == blank(10) + "[a.jpg 1×]..........")
    #expect(screen.last[6] == " a.jpg" + blank(25) + "10 bytes")
    #expect(screen.last[12] == "  C: to the trash, frees 30 bytes")
  }

  private func blank(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension FilePath {
  /// The names in a folder.
  fileprivate var names: [String] {
    get throws {
      try OpenFolder(path: self, follows: false).items()
        .map { String(decoding: $0.name, as: UTF8.self) }
        .filter { $0 != "." && $0 != ".." }.sorted()
    }
  }
}
