import ArgumentParser
import ConverterCore

/// The passwords of what is written, on the verbs that can write documents.
struct EncryptionFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file with the password that opens the result (PDF), in place of the input's; an empty file lets "
        + "everybody open it.", valueName: "file"))
  var userPasswordFile: PathArgument?

  @Option(
    help: ArgumentHelp(
      "A file with the password that gives all rights to the result (PDF); what others may do is said with "
        + "--set permissions=print,copy,….", valueName: "file"))
  var ownerPasswordFile: PathArgument?

  /// - Throws: `inputNotFound`, `readFailed`, `usage`.
  func apply(to options: inout ConversionOptions) throws(ConversionError) {
    if let userPasswordFile {
      options.userPassword = try ReadingFlags.password(in: userPasswordFile, mayBeEmpty: true)
    }
    if let ownerPasswordFile {
      options.ownerPassword = try ReadingFlags.password(in: ownerPasswordFile)
    }
  }
}
