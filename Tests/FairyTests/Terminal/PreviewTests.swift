import Foundation
import TestSupport
import Testing

/// What `open` sends to a terminal for a page and for a picture.
@Suite(
  "Pictures on terminals",
  .enabled(
    if: Places.has(program: "python3") && Places.has(program: "pdftoppm")
      && FileManager.default.fileExists(atPath: "/usr/lib/x86_64-linux-gnu/libchafa.so.0")))
struct PreviewTests {
  /// A page of 100 × 100 points, red above and blue below.
  private static let page = """
    %PDF-1.4
    1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
    2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
    3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R >> endobj
    4 0 obj << /Length 59 >> stream
    1 0 0 rg 0 50 100 50 re f 0 0 1 rg 0 0 100 50 re f         \n
    endstream endobj
    trailer << /Root 1 0 R >>

    """

  /// - Returns: all that the terminal was sent, as Python writes it, without the escape characters of colours.
  private func open(
    _ environment: String, _ options: String = "", name: String = "a.pdf"
  ) throws -> String {
    let scratch = try ScratchFolder()
    let script = try scratch.write(Array(terminalScript.utf8), to: "terminal.py")
    try scratch.write(Array(Self.page.utf8), to: "a.pdf")
    let result = try Program.shell(
      """
      unset NO_COLOR TMUX STY TERM_PROGRAM KITTY_WINDOW_ID COLORTERM COLUMNS KONSOLE_VERSION
      export \(environment); cd '\(scratch.file("."))'
      python3 '\(script)' 40 20 -- "$FAIRY" open \(name) \(options)
      """)
    let lines = result.lines
    #expect(lines.count == 4 && lines.first == "0", "\(result.text) \(result.error)")
    return lines.last ?? ""
  }

  @Test func blocksShowThePage() throws {
    let sent = try open("TERM=xterm COLORTERM=truecolor")
    #expect(sent.contains("48;2;255;0;0m") || sent.contains("38;2;255;0;0m"))
    #expect(sent.contains("48;2;0;0;255m") || sent.contains("38;2;0;0;255m"))
    #expect(sent.contains("  Pages      1"))
  }

  @Test func otherwiseWith240Colours() throws {
    let sent = try open("TERM=xterm-256color")
    #expect(sent.contains(";5;196m") && sent.contains(";5;21m"))
    #expect(!sent.contains(";2;255"))
  }

  @Test func kittyGetsPixels() throws {
    #expect(try open("TERM=xterm-kitty").contains(#"\x1b_Ga=T,f=32,s="#))
  }

  @Test func othersGetSixels() throws {
    #expect(try open("TERM=foot").contains(#"\x1bP0;1;0q"#))
  }

  @Test(arguments: [
    ("TERM=dumb", ""), ("TERM=xterm-kitty NO_COLOR=1", ""), ("TERM=xterm-kitty", "--view plain"),
    ("TERM=xterm-kitty", "--json"), ("TERM=xterm-kitty", "--color never"),
  ])
  func whoWantsTextGetsText(environment: String, options: String) throws {
    let sent = try open(environment, options)
    #expect(!sent.contains(#"\x1b_G"#) && !sent.contains(#"\xe2\x96"#))
  }

  @Test func aPipeGetsText() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array(Self.page.utf8), to: "a.pdf")
    let result = try Program.shell(
      "export TERM=xterm-kitty; \"$FAIRY\" open a.pdf", in: scratch.file("."))
    #expect(result.status == 0)
    #expect(!result.text.contains("\u{1b}"))
  }
}
