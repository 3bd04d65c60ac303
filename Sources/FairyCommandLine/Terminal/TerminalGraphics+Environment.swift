import ConverterCore

extension TerminalGraphics {
  /// What the terminal of standard output can show; `nil` where that is nothing.
  static var ofTerminal: TerminalGraphics? {
    guard let form = Form({ Environment[$0] }) else { return nil }
    return TerminalGraphics(
      form, size: ScreenSize(columns: Console.outputWidth, rows: Console.outputHeight),
      cell: Console.outputCell)
  }
}

extension TerminalGraphics.Form {
  /// What a terminal says of itself in variables. It could be asked, too, but one that does not understand the
  /// question would keep everybody waiting for its answer.
  ///
  /// - Parameter variable: the value of a variable of the environment.
  init?(_ variable: (String) -> String?) {
    func value(_ name: String) -> String { variable(name) ?? "" }
    let kind = value("TERM")
    guard !kind.isEmpty, kind != "dumb", !kind.hasPrefix("vt") else { return nil }
    // What stands between passes nothing on that it does not know.
    let isWithin =
      !value("TMUX").isEmpty || !value("STY").isEmpty || kind.hasPrefix("tmux")
      || kind.hasPrefix("screen")
    if !isWithin {
      if Self.showsKittyGraphics(kind, value) {
        self = .kitty
        return
      }
      if Self.showsSixels(kind, value) {
        self = .sixel
        return
      }
    }
    let depth = value("COLORTERM")
    let isDeep = depth == "truecolor" || depth == "24bit" || kind.hasSuffix("-direct")
    self = .blocks(isDeep ? .trueColour : .indexed)
  }

  private static func showsKittyGraphics(_ kind: String, _ value: (String) -> String) -> Bool {
    // A connection to another machine passes on TERM alone.
    kind == "xterm-kitty" || kind == "xterm-ghostty" || !value("KITTY_WINDOW_ID").isEmpty
      || ["ghostty", "WezTerm"].contains(value("TERM_PROGRAM"))
      // From version 22.04 on.
      || (Int(value("KONSOLE_VERSION")) ?? 0) >= 220_400
  }

  private static func showsSixels(_ kind: String, _ value: (String) -> String) -> Bool {
    ["foot", "mlterm", "yaft", "contour"].contains { kind == $0 || kind.hasPrefix("\($0)-") }
      || kind.hasSuffix("-sixel") || ["iTerm.app", "mintty"].contains(value("TERM_PROGRAM"))
      || value("LC_TERMINAL") == "iTerm2"
  }
}
