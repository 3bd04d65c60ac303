import ArgumentParser
import ConverterCore
import SystemPackage

/// Standard output, as viewers write to it.
final class StandardPage: Page {
  let isJSON: Bool
  let width: Int?
  let height: Int?
  let usesColour: Bool
  let graphics: TerminalGraphics?
  let selection: TableSelection
  private let terminal: Terminal?

  /// `--view`.
  enum View: String, CaseIterable, Sendable {
    /// The whole terminal where there is one, else lines.
    case auto
    case full, plain
  }

  /// - Parameter terminal: the one that a viewer may take as a whole.
  init(
    _ flags: OutputFlags, selection: TableSelection = TableSelection(), view: View = .auto,
    terminal: Terminal? = nil
  ) {
    self.selection = selection
    isJSON = flags.json
    width = Console.isTerminal && !flags.json ? Console.outputWidth : nil
    // Nothing is short enough to be printed where the whole terminal is asked for.
    height = width == nil || view == .full ? nil : Console.outputHeight
    usesColour = flags.style.isEnabled
    graphics = width == nil || view == .plain || !usesColour ? nil : .ofTerminal
    self.terminal = flags.json ? nil : terminal
  }

  var mayTakeScreen: Bool { terminal != nil }

  func takeScreen(
    _ body: (any Screen) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    guard let terminal else {
      throw ConversionError(.writeFailed, "there is no terminal to show it on")
    }
    try TerminalScreen.take(terminal, body)
  }

  func write(_ lines: [UInt8]) throws(ConversionError) -> Bool {
    Console.standard.print(bytes: lines)
    try Console.standard.check()
    return !Console.standard.isOutputGone
  }
}

extension StandardPage.View: ExpressibleByArgument {}
