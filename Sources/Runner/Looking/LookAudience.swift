public import ConverterCore
public import SystemPackage

/// Receives what a look shows: standard output, standard error and the terminal, which no worker ever holds.
public protocol LookAudience: AnyObject {
  /// Takes what goes to standard output.
  ///
  /// - Parameter bytes: come from a worker: what a terminal is to get of them must be checked.
  /// - Throws: `writeFailed` for all but a reader that has gone away.
  func write(_ bytes: [UInt8]) throws(ConversionError)

  /// Takes a line for standard error; it comes from a worker, too.
  func note(_ line: String)

  /// Whether nobody reads standard output any more; set by the code that notices it first.
  var isGone: Bool { get set }

  /// Takes the whole terminal for as long as `body` runs.
  ///
  /// - Throws: `writeFailed` where there is no terminal to take; what `body` throws.
  func takeScreen(
    _ body: (any WatchingScreen) throws(ConversionError) -> Void
  ) throws(ConversionError)
}

/// A screen whose events can be waited for together with other descriptors.
public protocol WatchingScreen: Screen {
  /// Waits for the next event as ``ConverterCore/Screen/nextEvent(timeout:)`` does.
  ///
  /// - Returns: `nil` when one of `descriptors` can be read, or is closed by its other side.
  func nextEvent(
    timeout: Int?, unless descriptors: [FileDescriptor]
  ) throws(ConversionError) -> ScreenEvent?
}
