import ConverterCore
import Testing

@testable import FairyCommandLine

@Suite("What terminals can show") struct TerminalGraphicsTests {
  struct Terminal: Sendable, CustomTestStringConvertible {
    let variables: [String: String]
    let form: TerminalGraphics.Form?
    var testDescription: String { variables.sorted { $0.key < $1.key }.description }

    init(_ form: TerminalGraphics.Form?, _ variables: [String: String]) {
      self.form = form
      self.variables = variables
    }
  }

  static let terminals = [
    Terminal(nil, [:]), Terminal(nil, ["TERM": "dumb"]), Terminal(nil, ["TERM": "vt100"]),
    Terminal(.blocks(.indexed), ["TERM": "xterm-256color"]),
    Terminal(.blocks(.indexed), ["TERM": "xterm", "COLORTERM": "yes"]),
    Terminal(.blocks(.trueColour), ["TERM": "xterm-256color", "COLORTERM": "truecolor"]),
    Terminal(.blocks(.trueColour), ["TERM": "xterm", "COLORTERM": "24bit"]),
    Terminal(.blocks(.trueColour), ["TERM": "xterm-direct"]),
    Terminal(.kitty, ["TERM": "xterm-kitty"]),
    Terminal(.kitty, ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"]),
    Terminal(.kitty, ["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"]),
    Terminal(.kitty, ["TERM": "xterm-256color", "KONSOLE_VERSION": "230800"]),
    Terminal(.blocks(.indexed), ["TERM": "xterm-256color", "KONSOLE_VERSION": "210000"]),
    Terminal(.sixel, ["TERM": "foot"]), Terminal(.sixel, ["TERM": "foot-extra"]),
    Terminal(.blocks(.indexed), ["TERM": "footloose"]),
    Terminal(.sixel, ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"]),
    Terminal(
      .blocks(.trueColour),
      [
        "TERM": "tmux-256color", "KITTY_WINDOW_ID": "1", "COLORTERM": "truecolor",
      ]),
    Terminal(.blocks(.indexed), ["TERM": "xterm-kitty", "TMUX": "/tmp/tmux,1,0"]),
    Terminal(.blocks(.indexed), ["TERM": "screen", "TERM_PROGRAM": "iTerm.app"]),
  ]

  @Test(arguments: terminals) func variablesTell(terminal: Terminal) {
    #expect(TerminalGraphics.Form { terminal.variables[$0] } == terminal.form)
  }

  @Test(arguments: [
    // A page in half a window; a wide picture; an icon, by blocks and by pixels.
    (TerminalGraphics.Form.kitty, 595, 842, 20, [28, 20, 224, 320]),
    (.blocks(.indexed), 595 * 64, 842 * 64, 20, [28, 20, 224, 320]),
    (.sixel, 4000, 1000, 20, [79, 10, 632, 160]),
    (.blocks(.trueColour), 16, 16, 20, [16, 8, 128, 128]),
    (.kitty, 16, 16, 20, [2, 1, 16, 16]),
    (.kitty, 100_000, 1, 20, [79, 1, 632, 16]),
  ])
  func picturesKeepTheirShape(
    form: TerminalGraphics.Form, width: Int, height: Int, rows: Int, expected: [Int]
  ) {
    let graphics = TerminalGraphics(form, size: ScreenSize(columns: 80, rows: 40))
    let area = graphics.area(forWidth: width, height: height, rows: rows)
    #expect(area.map { [$0.columns, $0.rows, $0.width, $0.height] } == expected)
  }

  @Test func withoutRoomThereIsNoPicture() {
    let graphics = TerminalGraphics(.kitty, size: ScreenSize(columns: 80, rows: 40))
    #expect(graphics.area(forWidth: 100, height: 100, rows: 3) == nil)
    #expect(graphics.area(forWidth: 0, height: 100, rows: 30) == nil)
    let narrow = TerminalGraphics(.kitty, size: ScreenSize(columns: 7, rows: 40))
    #expect(narrow.area(forWidth: 100, height: 100, rows: 30) == nil)
  }

  @Test(arguments: [(10, 20, true), (0, 0, false), (-1, 20, false), (1 << 40, 20, false)])
  func cellsThatCannotBeAreNotBelieved(width: Int, height: Int, isSound: Bool) {
    let cell = TerminalGraphics.Cell(width: width, height: height)
    let graphics = TerminalGraphics(.sixel, size: ScreenSize(columns: 80, rows: 40), cell: cell)
    #expect((graphics.cell == cell) == isSound)
  }
}
