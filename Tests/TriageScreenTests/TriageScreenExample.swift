import ConverterCore
import FairyLibrary
import SystemPackage
import TestSupport
import TriageViewer

/// A library, a folder of photos and a trash, and the screen on which the photos are looked through.
struct TriageScreenExample {
  let folder: ScratchFolder
  let library: DocumentLibrary
  let trash: DesktopTrash
  let pictures = MemoryPictures()

  /// - Parameter names: of photos; each holds 10 bytes and its number among them unless it has the content of another.
  init(_ names: [String] = ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"]) throws {
    folder = try ScratchFolder()
    library = try DocumentLibrary(at: FilePath(folder.file("library")))
    trash = DesktopTrash(home: FilePath(folder.file("Trash")))
    for (index, name) in names.enumerated() {
      try folder.write(Array("a photo  \(index)".utf8), to: "photos/\(name)")
    }
  }

  /// The state as a program sees it that is just started.
  var triage: Triage { get throws { try Triage(library) } }

  var photos: [Photo] {
    get throws {
      PhotoFolder.photos(in: [try PhotoFolder.resolved(FilePath(folder.file("photos")))])
    }
  }

  /// The verdicts on all photos that are there, by their names.
  var verdicts: [Verdict?] {
    get throws {
      let triage = try triage
      return try photos.map { triage.verdict(on: $0) }
    }
  }

  /// Marks the library as one that somebody has looked through: nothing is practised.
  func useOnce() throws {
    try triage.keep(TriageSession(folders: [FilePath("/elsewhere")]))
  }

  /// Shows the screen with a script, to its end.
  @discardableResult
  func show(
    columns: Int = 80, rows: Int = 12, reasons: [FilePath: String] = [:],
    _ script: [ScriptedScreen.Step]
  ) throws -> PhotoScreen {
    let screen = PhotoScreen(ScriptedScreen(columns: columns, rows: rows, script))
    let path = try PhotoFolder.resolved(FilePath(folder.file("photos")))
    var task = TriageTask(
      try triage, of: [path], try photos,
      look: { photos in photos.map { SeenPhoto($0, PhotoLook(width: 40, height: 30)) } },
      trash: { trash })
    task.reasons = reasons
    try TriageScreen.run(task, on: screen, showing: pictures, usesColour: true)
    return screen
  }
}

/// Pictures that are there at once, unless they are held back: lines that name them.
final class MemoryPictures: PhotoPictures {
  enum Form {
    case blocks, pixels, none
  }

  var form = Form.blocks
  /// Names of photos that are not there yet.
  var heldBack: Set<String> = []
  /// Why photos cannot be shown, by their names.
  var failures: [String: String] = [:]
  /// What was wanted at each time.
  private(set) var wanted: [[PictureWish]] = []

  var areShown: Bool { form != .none }

  func want(_ wishes: [PictureWish]) { wanted.append(wishes) }

  /// The last that was wanted at all.
  var lastWanted: [PictureWish] { wanted.last { !$0.isEmpty } ?? [] }

  func picture(_ wish: PictureWish) -> PhotoPicture? {
    let name = wish.file.path.lastComponent?.string ?? ""
    if heldBack.contains(name) { return nil }
    if let failure = failures[name] { return PhotoPicture(failure: failure) }
    var picture = PhotoPicture()
    picture.facts = facts
    guard form != .none else { return picture }
    (picture.columns, picture.rows) = (min(20, wish.columns - 1), min(2, wish.rows))
    (picture.x, picture.y) = (part(wish.zoom.x, wish.zoom), part(wish.zoom.y, wish.zoom))
    let text = Array("[\(name) \(wish.zoom.factor)×]".utf8)
    let line = text + [UInt8](repeating: 0x2E, count: max(0, picture.columns - text.count + 1))
    picture.content =
      form == .pixels ? .pixels(text) : .blocks((0..<picture.rows).map { _ in line })
    return picture
  }

  private func part(_ middle: Double, _ zoom: PictureZoom) -> Range<Double> {
    let share = 1 / Double(zoom.factor)
    let start = min(max(middle - share / 2, 0), 1 - share)
    return start..<start + share
  }

  private var facts: PhotoFacts {
    var facts = PhotoFacts()
    (facts.width, facts.height) = (4032, 3024)
    (facts.taken, facts.camera) = ("2026-05-01 12:00:00", "Camera 7")
    facts.place = "48.85830° N, 2.29450° E"
    return facts
  }
}

/// A screen whose keys come from a script, and which keeps the pictures that are put over it.
final class PhotoScreen: PictureScreen {
  private let screen: ScriptedScreen
  /// At each time that something was drawn.
  private(set) var pictures: [[PlacedPicture]] = []

  init(_ screen: ScriptedScreen) { self.screen = screen }

  var size: ScreenSize { screen.size }

  /// What was shown before the screen was left.
  var last: [String] { screen.pictures.last { !$0.isEmpty } ?? [] }
  var lastPainted: [[UInt8]] { screen.painted.last { !$0.isEmpty } ?? [] }
  var lastPictures: [PlacedPicture] { pictures.last { !$0.isEmpty } ?? [] }

  func draw(_ lines: [[UInt8]]) throws(ConversionError) { try draw(lines, []) }

  func draw(_ lines: [[UInt8]], _ pictures: [PlacedPicture]) throws(ConversionError) {
    self.pictures.append(pictures)
    try screen.draw(lines)
  }

  func nextEvent(timeout: Int?) throws(ConversionError) -> ScreenEvent {
    try screen.nextEvent(timeout: timeout)
  }

  func copy(_ text: [UInt8]) throws(ConversionError) { try screen.copy(text) }
}
