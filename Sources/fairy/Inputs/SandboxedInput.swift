import ConverterCore
import Runner
import SystemPackage

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

  /// What the sandbox must let be read: a regular file, or a folder with all that is in it.
  var readable: FilePath? {
    guard let path = input.openedPath, path.isRegularFile || path.isFolder else { return nil }
    return path
  }

  /// The file that is to be opened by name: the input itself, or the archive that it is in.
  func open(within limits: Limits = .standard) throws(ConversionError) -> InputFile {
    return try DirectFiles(spool: spool?.get()).open(input, within: limits)
  }
}
