import ArgumentParser
import ConverterCore
import SystemPackage

/// What the user says of an input that its bytes do not say, on every verb that reads a file.
struct ReadingFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file with the password; several times for inputs with several. Else the variable FAIRY_PASSWORD, else it is asked for.",
      valueName: "file"))
  var passwordFile: [PathArgument] = []

  @Option(
    help: ArgumentHelp(
      "The encoding of names and text that do not say theirs, such as CP866.",
      valueName: "name"))
  var encoding: String?

  /// - Throws: `inputNotFound`, `readFailed`, `usage` for a password of no characters.
  func options() throws(ConversionError) -> ReadingOptions {
    let passwords = try passwords()
    var options = ReadingOptions(passwords: Passwords(passwords), encoding: encoding)
    options.namesPassword = !passwordFile.isEmpty
    return options
  }

  /// Each once, in their order.
  private func passwords() throws(ConversionError) -> [Password] {
    var passwords: [Password] = []
    for file in passwordFile {
      let password = try Self.password(in: file)
      if !passwords.contains(password) { passwords.append(password) }
    }
    guard passwords.isEmpty, let variable = Environment.bytes("FAIRY_PASSWORD"), !variable.isEmpty
    else {
      return passwords
    }
    return [Password(variable)]
  }

  /// What a file or a pipe holds, without the line feed at its end.
  static func password(
    in argument: PathArgument, mayBeEmpty: Bool = false
  ) throws(ConversionError) -> Password {
    var bytes = try contents(of: argument)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard mayBeEmpty || !bytes.isEmpty else {
      throw ConversionError(.usage, "holds no password", file: argument.path)
    }
    return Password(bytes)
  }

  /// Reads a file or a pipe, `<(pass show zip)`; nothing of it is kept on the disk on the way.
  private static func contents(of argument: PathArgument) throws(ConversionError) -> [UInt8] {
    let path = argument.isDash ? nil : argument.path
    let longest = 1 << 16
    do {
      let file = try path.map { try FileDescriptor.open($0, .readOnly, options: .closeOnExec) }
      defer { try? file?.close() }
      var bytes: [UInt8] = []
      while case let more = try (file ?? .standardInput).bytes(atMost: 4096), !more.isEmpty {
        bytes += more
        guard bytes.count <= longest else {
          throw ConversionError(
            .usage, "is no password: it is longer than \(longest) bytes", file: path)
        }
      }
      return bytes
    } catch let error as ConversionError {
      throw error
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      throw ConversionError(.inputNotFound, "there is no such password file", file: path)
    } catch {
      throw ConversionError(.readFailed, "the password cannot be read: \(error)", file: path)
    }
  }
}
