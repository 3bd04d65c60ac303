import ConverterCore
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An input that is named outside the sandbox and opened inside.
struct SandboxedInput {
  let input: Request.Input
  /// Whose processor time begins anew with each input.
  private let resources: ResourceLimits?
  /// Where standard input is kept: made outside, so that no folder need be writable inside.
  private let spool: Result<FileDescriptor, ConversionError>?

  init(_ input: Request.Input, resources: ResourceLimits?) {
    self.input = input
    self.resources = resources
    spool =
      input == .standardInput
      ? Result { () throws(ConversionError) in try .unnamedTemporary() } : nil
  }

  /// What the sandbox must let be read: regular files alone, since nothing else is taken for an input,
  /// and all that is in a folder would be readable with it.
  var readable: FilePath? {
    var status = stat()
    guard case .file(let path) = input, path.withPlatformString({ stat($0, &status) }) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return path
  }

  func open(within limits: Limits = .standard) throws(ConversionError) -> InputFile {
    resources?.armProcessorTime()
    return try DirectFiles(spool: spool?.get()).open(input, within: limits)
  }
}
