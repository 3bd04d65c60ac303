internal import ConverterCore

/// Where an encoder's bytes go.
///
/// An error on the way cannot pass through libjpeg: it waits in ``failure``.
final class JPEGByteSink {
  private let output: OutputFile
  let context: ConversionContext
  /// More bytes than these are of no use.
  private let most: Int
  /// Whether there would have been more.
  private(set) var isFull = false
  private(set) var failure: ConversionError?

  init(_ output: OutputFile, atMost most: Int = .max, in context: ConversionContext) {
    self.output = output
    self.most = most
    self.context = context
  }

  func write(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count <= most - output.byteCount else {
      isFull = true
      return false
    }
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
