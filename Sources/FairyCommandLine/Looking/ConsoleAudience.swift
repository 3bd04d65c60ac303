import ConverterCore
import Runner
import SystemPackage

/// Standard output, standard error and the terminal, as those who look at files have them.
final class ConsoleAudience: LookAudience {
  private let terminal: Terminal?
  /// What of the bytes of workers a terminal gets; `nil` where standard output is none.
  private var filter: TerminalFilter?
  /// Whether an empty line comes before the next bytes.
  private var isSetOff = false
  private var hasNoReader = false

  /// - Parameters:
  ///   - terminal: the one that a viewer may take as a whole.
  ///   - graphics: how pictures are shown there.
  init(terminal: Terminal?, graphics: TerminalGraphics?) {
    self.terminal = terminal
    filter = Console.isTerminal ? TerminalFilter(graphics: graphics?.form) : nil
  }

  /// Begins with what one file has to show.
  ///
  /// - Parameter isSetOff: whether an empty line stands before it, where there is anything.
  func beginOutput(isSetOff: Bool) { self.isSetOff = isSetOff }

  func write(_ bytes: [UInt8]) throws(ConversionError) {
    if isSetOff { Console.standard.print("") }
    isSetOff = false
    Console.standard.print(bytes: filter?.pass(bytes) ?? bytes)
    try Console.standard.check()
  }

  /// Shows what may be left of what a file had to show.
  func endOutput() throws(ConversionError) {
    guard let rest = filter?.finish(), !rest.isEmpty else { return }
    Console.standard.print(bytes: rest)
    try Console.standard.check()
  }

  func note(_ line: String) {
    filter?.forgetLines()
    Console.standard.note(String(decoding: TerminalFilter.harmless(line), as: UTF8.self))
  }

  var isGone: Bool {
    get { hasNoReader || Console.standard.isOutputGone }
    set { hasNoReader = newValue }
  }

  func takeScreen(
    _ body: (any WatchingScreen) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    guard let terminal else {
      throw ConversionError(.writeFailed, "there is no terminal to show it on")
    }
    try TerminalScreen.take(terminal) { (screen) throws(ConversionError) in try body(screen) }
  }
}
