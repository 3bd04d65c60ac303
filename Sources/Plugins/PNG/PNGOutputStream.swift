import ConverterCore

/// Where libpng's bytes go.
final class PNGOutputStream {
  /// Why a write failed, if it did.
  private(set) var failure: ConversionError?

  private let output: OutputFile

  init(_ output: OutputFile) {
    self.output = output
  }

  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do {
      try output.write(bytes)
      return true
    } catch {
      failure = error
      return false
    }
  }
}
