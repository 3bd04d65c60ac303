import ConverterCore

/// What a supervisor makes for any worker that asks.
extension WorkerProcess {
  /// Makes a file that nobody else ever sees: the worker has it alone. It may ask for any number of them, as it
  /// can have but so many open.
  func grantScratchFile() {
    do throws(ConversionError) {
      let file = try OutputFile(.scratch)
      send(.granted, with: file.descriptor)
    } catch {
      send(.refused(error))
    }
  }
}
