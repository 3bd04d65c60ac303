import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Asks for a password on the terminal.
enum PasswordPrompt {
  /// Whether there is somebody to ask.
  static var isPossible: Bool {
    isatty(FileDescriptor.standardInput.rawValue) == 1 && Console.errorIsTerminal
  }

  /// - Returns: `nil` when nothing was entered, or the terminal would show it.
  static func ask(for name: String) -> Password? {
    let line = TerminalEcho.without { () -> String? in
      Console.standard.noteRaw("Password for \(name): ")
      defer { Console.standard.note("") }
      return readLine(strippingNewline: true)
    }
    guard let line else {
      Console.standard.note("fairy: this terminal would show the password; give it in a file")
      return nil
    }
    guard let line, !line.isEmpty else { return nil }
    return Password(Array(line.utf8))
  }

  /// Does `body` with the passwords of `reading`, and again with what the user enters, as long as that is
  /// wrong; three times at most for each file.
  ///
  /// - Parameters:
  ///   - name: of the file; `nil` where the error says which of several it is.
  ///   - typed: whether the passwords of `reading` were entered for other files.
  static func asking(
    for name: String?, _ reading: inout ReadingOptions, typed: Bool = false,
    _ body: (ReadingOptions) throws -> Void
  ) throws {
    var tries = 0
    var asked: String?
    while true {
      do {
        return try body(reading)
      } catch let error as ConversionError {
        guard isPossible, tries < 3,
          error.code == .missingPassword
            || (error.code == .wrongPassword && (asked != nil || typed))
        else { throw error }
        let file = name ?? error.file?.display ?? Request.Input.standardInput.display
        if file == asked {
          Console.standard.note("That is not the password.")
        } else {
          tries = 0
        }
        guard let password = ask(for: file) else { throw error }
        // The others may have opened the files before this one; what was wrong for this file is forgotten.
        let others = reading.passwords.held.dropFirst(file == asked ? 1 : 0)
        reading.passwords = Passwords([password] + others)
        asked = file
        tries += 1
      }
    }
  }
}
