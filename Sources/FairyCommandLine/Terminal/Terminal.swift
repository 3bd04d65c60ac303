import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal that somebody sits at: where keys come from, and where is drawn.
struct Terminal {
  let input: FileDescriptor
  let output: FileDescriptor

  /// The terminal of standard output, where a whole screen can be drawn on it.
  ///
  /// Keys come from standard input, or past it where that is a file or a pipe.
  static func find() -> Terminal? {
    guard let kind = Environment["TERM"], kind != "dumb", !kind.isEmpty,
      isatty(FileDescriptor.standardOutput.rawValue) == 1
    else { return nil }
    if isatty(FileDescriptor.standardInput.rawValue) == 1 {
      return Terminal(input: .standardInput, output: .standardOutput)
    }
    guard
      let keys = try? FileDescriptor.open(FilePath("/dev/tty"), .readWrite, options: [.closeOnExec])
    else { return nil }
    return Terminal(input: keys, output: .standardOutput)
  }
}
