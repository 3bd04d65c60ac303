import ConverterCore

/// What a worker is given on request, whatever it was asked to do.
extension WorkerProcess {
  /// Gives the passwords of a request to the worker that has it in hand.
  func grant(_ passwords: Passwords) {
    if !passwords.held.isEmpty { knowsPasswords = true }
    send(.passwords(passwords.held))
  }

  /// Makes a file that nobody else ever sees: the worker has it alone. What it has of them is measured while it has
  /// them.
  func grantScratchFile() {
    do throws(ConversionError) {
      let file = try OutputFile(.scratch)
      send(.granted, with: file.descriptor)
      if !account.add(file) { kill(.protocolViolation) }
    } catch {
      send(.refused(error))
    }
  }
}
