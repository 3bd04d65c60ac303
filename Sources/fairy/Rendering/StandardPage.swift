import ConverterCore
import SystemPackage

/// Standard output, as viewers write to it.
final class StandardPage: Page {
  let isJSON: Bool
  let width: Int?
  let height: Int?
  let usesColour: Bool
  private let terminal: Terminal?

  /// - Parameter terminal: the one that a viewer may take as a whole.
  init(_ flags: OutputFlags, terminal: Terminal? = nil) {
    isJSON = flags.json
    width = Console.isTerminal && !flags.json ? Console.outputWidth : nil
    height = width == nil ? nil : Console.outputHeight
    usesColour = flags.style.isEnabled
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
