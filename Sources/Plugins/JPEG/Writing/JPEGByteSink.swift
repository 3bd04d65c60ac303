internal import ConverterCore

/// Where an encoder's bytes go.
///
/// An error on the way cannot pass through libjpeg: it waits in ``failure``.
final class JPEGByteSink {
  private let output: OutputFile
  let context: ConversionContext
  private(set) var failure: ConversionError?

  init(_ output: OutputFile, in context: ConversionContext) {
    self.output = output
    self.context = context
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do {
      try output.write(bytes)
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Whether the conversion goes on.
  func checkpoint() -> Bool {
    do {
      try context.checkpoint()
      return true
    } catch {
      failure = error
      return false
    }
  }
}
