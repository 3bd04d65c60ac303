import Foundation
import TestSupport
import Testing

/// `fairy triage FOLDER` on a terminal, from outside.
@Suite(
  .enabled(
    if: Places.has(program: "python3")
      && FileManager.default.fileExists(atPath: "/usr/lib/x86_64-linux-gnu/libchafa.so.0")))
struct PhotosOnTerminalTests {
  private let scratch: ScratchFolder

  /// A red photo and a blue one.
  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(Self.bitmap(blue: 0, red: 255), to: "photos/a.bmp")
    try scratch.write(Self.bitmap(blue: 255, red: 0), to: "photos/b.bmp")
  }

  /// A bitmap of 64 × 48 pixels in one colour.
  private static func bitmap(blue: UInt8, red: UInt8) -> [UInt8] {
    let (width, height) = (64, 48)
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    let size = 3 * width * height
    let fields = [54 + size, 0, 54, 40, width, height, 24 << 16 | 1, 0, size, 0, 0, 0, 0]
    var bytes = Array("BM".utf8)
    for field in fields { bytes += number(field) }
    for _ in 0..<width * height { bytes += [blue, 0, red] }
    return bytes
  }

  /// - Returns: all that the terminal was sent, as Python writes it.
  private func triage(_ environment: String, _ actions: [String]) throws -> String {
    let script = try scratch.write(Array(terminalScript.utf8), to: "terminal.py")
    let words = actions.map { "'\($0)'" }.joined(separator: " ")
    let result = try Program.shell(
      """
      unset NO_COLOR TMUX STY TERM_PROGRAM KITTY_WINDOW_ID COLORTERM COLUMNS KONSOLE_VERSION
      export XDG_DATA_HOME='\(scratch.file("data"))' \(environment)
      python3 '\(script)' 64 20 \(words) -- "$FAIRY" triage '\(scratch.file("photos"))'
      """)
    let lines = result.lines
    let tail = lines.suffix(4)
    #expect(tail.count == 4 && tail.first == "0", "\(result.text) \(result.error)")
    #expect(tail.dropFirst().prefix(2) == ["True", "True"])
    return tail.last ?? ""
  }

  /// Leaves the queue, the practice and the screen.
  private static let leaving = ["type:\\x1b", "wait:0.2", "type:\\x1b", "wait:0.2", "type:\\x1b"]

  private func names(_ place: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: scratch.file(place))) ?? []).sorted()
  }

  @Test func photosAreDecidedOnUndoneAndCommitted() throws {
    let sent = try triage(
      "TERM=xterm COLORTERM=truecolor",
      [
        "see:a.bmp", "see:255;0;0m", "see:○", "type:\\x1b[D", "see:0;0;255m", "type:u",
        "see:undone: a.bmp", "type:\\x1b[D", "wait:0.2", "type:q", "see:frees", "type:c", "see:Y/N",
        "type:y", "see:in the trash",
      ] + Self.leaving)
    #expect(sent.contains("b.bmp"))
    #expect(names("photos") == ["b.bmp"])
    #expect(names("data/Trash/files") == ["a.bmp"])
  }

  @Test func kittyGetsPixelsThatGoAgain() throws {
    let sent = try triage(
      "TERM=xterm-kitty",
      ["see:_Ga=T", "type:\\x1b[C", "see:_Ga=d,d=A", "type:\\x1b", "wait:0.2", "type:\\x1b"])
    #expect(sent.contains(#"\x1b[2;"#))
    #expect(names("photos") == ["a.bmp", "b.bmp"])
  }

  @Test func othersGetSixels() throws {
    let sent = try triage(
      "TERM=foot", ["see:P0;1;0q", "type:\\x1b", "wait:0.2", "type:\\x1b"])
    #expect(!sent.contains("_G"))
  }

  @Test func withoutColoursPhotosAreDescribed() throws {
    let sent = try triage(
      "TERM=xterm NO_COLOR=1", ["see:64", "type:\\x1b", "wait:0.2", "type:\\x1b"])
    #expect(sent.contains("This terminal shows no pictures."))
  }

  @Test func aPipeGetsAList() throws {
    let result = try Program.shell(
      "XDG_DATA_HOME='\(scratch.file("data"))' \"$FAIRY\" triage '\(scratch.file("photos"))'")
    #expect(result.status == 0)
    #expect(result.lines.count == 2)
    #expect(!result.text.contains("\u{1b}"))
  }
}
