import ConverterCore

/// What a worker is given on request, whatever it was asked to do.
extension WorkerProcess {
  /// Handles the messages that a worker may send at any time while it shows a file.
  ///
  /// - Parameters:
  ///   - passwords: that it gets when it asks for them.
  ///   - programs: those that it may have started.
  ///   - limits: of what it does.
  /// - Returns: whether it was such a message.
  func answer(
    _ message: WorkerMessage, _ passwords: Passwords, _ programs: DeclaredPrograms,
    within limits: Limits
  ) -> Bool {
    switch message {
    case .progress: break
    case .wants(.scratch): grantScratchFile()
    case .wantsPasswords: grant(passwords)
    case .start(let order): start(order, among: programs, within: limits)
    default: return false
    }
    return true
  }

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
