import ArgumentParser
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the user says of an input that its bytes do not say, on every verb that reads a file.
struct ReadingFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file with the password; else the variable FAIRY_PASSWORD, else it is asked for.",
      valueName: "file"))
  var passwordFile: PathArgument?

  @Option(
    help: ArgumentHelp(
      "The encoding of names and text that do not say theirs, such as CP866.",
      valueName: "name"))
  var encoding: String?

  /// - Throws: `inputNotFound`, `readFailed`, `usage` for a password of no characters.
  func options() throws(ConversionError) -> ReadingOptions {
    ReadingOptions(password: try password(), encoding: encoding)
  }

  private func password() throws(ConversionError) -> Password? {
    if let passwordFile {
      var limits = Limits.standard
      limits.input = 1 << 16
      var bytes = try DirectFiles().open(passwordFile.input, within: limits).contents(
        within: limits)
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      guard !bytes.isEmpty else {
        throw ConversionError(.usage, "holds no password", file: passwordFile.path)
      }
      return Password(bytes)
    }
    guard let variable = getenv("FAIRY_PASSWORD"), variable[0] != 0 else { return nil }
    return Password(Array(UnsafeRawBufferPointer(start: variable, count: strlen(variable))))
  }
}
