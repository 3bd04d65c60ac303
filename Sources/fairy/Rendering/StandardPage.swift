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

  init(_ flags: OutputFlags, selection: TableSelection = TableSelection(), view: View = .auto) {
    self.selection = selection
    self.view = view
    isJSON = flags.json
    width = Console.isTerminal && !flags.json ? Console.outputWidth : nil
    usesColour = flags.style.isEnabled
  }

  func write(_ lines: [UInt8]) throws(ConversionError) -> Bool {
    Console.standard.print(bytes: lines)
    try Console.standard.check()
    return !Console.standard.isOutputGone
  }
}

extension StandardPage.View: ExpressibleByArgument {}
