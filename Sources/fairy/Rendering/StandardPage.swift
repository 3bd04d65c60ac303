import ConverterCore
import SystemPackage

/// Standard output, as viewers write to it.
final class StandardPage: Page {
  let isJSON: Bool
  let width: Int?
  let usesColour: Bool

  init(_ flags: OutputFlags) {
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
