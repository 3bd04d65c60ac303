import ArgumentParser
import ConverterCore
import Runner

extension PageDescription {
  /// `--view`.
  enum View: String, CaseIterable, Sendable {
    /// The whole terminal where there is one, else lines.
    case auto
    case full, plain
  }

  /// Standard output as it is.
  ///
  /// - Parameter terminal: the one that a viewer may take as a whole.
  init(_ flags: OutputFlags, view: View = .plain, terminal: Terminal? = nil) {
    self.init()
    isJSON = flags.json
    usesColour = flags.style.isEnabled
    width = Console.isTerminal && !flags.json ? Console.outputWidth : nil
    // Nothing is short enough to be printed where the whole terminal is asked for.
    height = width == nil || view == .full ? nil : Console.outputHeight
    graphics = width == nil || view == .plain || !usesColour ? nil : .ofTerminal
    mayTakeScreen = terminal != nil && !flags.json
  }
}

extension PageDescription.View: ExpressibleByArgument {}
