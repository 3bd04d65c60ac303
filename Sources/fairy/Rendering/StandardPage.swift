import ArgumentParser
import ConverterCore
import SystemPackage

/// Standard output, as viewers write to it.
final class StandardPage: Page {
  let isJSON: Bool
  let width: Int?
  let usesColour: Bool
  let selection: TableSelection
  /// How the user wants to see content.
  let view: View

  /// `--view`.
  enum View: String, CaseIterable, Sendable {
    /// The whole terminal where there is one, else lines.
    case auto
    case full, plain
  }

  private let terminal: Terminal?

  /// - Parameter terminal: the one that a viewer may take as a whole.
  init(
    _ flags: OutputFlags, selection: TableSelection = TableSelection(), view: View = .auto,
    terminal: Terminal? = nil
  ) {
    self.selection = selection
    self.view = view
    isJSON = flags.json
    width = Console.isTerminal && !flags.json ? Console.outputWidth : nil
    usesColour = flags.style.isEnabled
    self.terminal = flags.json ? nil : terminal
  }

  /// Who insists on it hears why it is not to be had.
  var mayTakeScreen: Bool { terminal != nil || (view == .full && !isJSON) }

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
