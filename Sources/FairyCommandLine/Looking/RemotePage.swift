import ConverterCore
import Runner

/// Standard output as viewers in a worker write to it: with a heading, which is printed when there is something
/// below it.
final class RemotePage: Page {
  let isJSON: Bool
  let width: Int?
  let height: Int?
  let usesColour: Bool
  let graphics: TerminalGraphics?
  let groups: OptionGroups
  let mayTakeScreen: Bool
  /// The file's name without its folder.
  var title: String?
  var heading: String?
  private let output: LookOutput

  init(_ output: LookOutput, _ description: PageDescription, _ groups: OptionGroups) {
    self.output = output
    self.groups = groups
    isJSON = description.isJSON
    width = description.width
    height = description.height
    usesColour = description.usesColour
    graphics = description.graphics
    mayTakeScreen = description.mayTakeScreen
  }

  func takeScreen(_ body: (any Screen) throws(ConversionError) -> Void) throws(ConversionError) {
    try output.takeScreen(body)
  }

  func omitTitle() { heading = nil }

  func write(_ lines: [UInt8]) throws(ConversionError) -> Bool {
    if let heading { print(heading + "\n") }
    heading = nil
    return output.write(lines)
  }

  /// Writes text to standard output as it is.
  @discardableResult
  func print(_ text: String) -> Bool { output.write(Array(text.utf8)) }

  /// Writes a line to standard error.
  func note(_ line: String) { output.note(line) }
}
