public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file system itself.
public struct DirectFiles: FileAccess {
  private let spool: FileDescriptor?

  /// - Parameter spool: the empty file that standard input is to be kept in, where none can be made any
  ///   more when it is opened; it is closed with that input.
  public init(spool: FileDescriptor? = nil) { self.spool = spool }

  public func open(
    _ input: Request.Input, within limits: Limits
  ) throws(ConversionError) -> InputFile {
    switch input {
    case .file(let path): try InputFile(path: path)
    case .standardInput: try InputFile(spooling: .standardInput, into: spool, within: limits)
    }
  }

  public func create(
    _ destination: OutputFile.Destination, permissions: FilePermissions?
  ) throws(ConversionError) -> OutputFile {
    try OutputFile(destination, permissions: permissions)
  }

  public func publish(
    _ outputs: [OutputFile], conflict: OutputFile.ConflictPolicy
  ) throws(ConversionError) -> [FilePath] {
    try publish(outputs, conflict: conflict) { _ in }
  }

  /// - Parameter announce: called with each name right before it is given.
  package func publish(
    _ outputs: [OutputFile], conflict: OutputFile.ConflictPolicy,
    announce: (FilePath) throws(ConversionError) -> Void
  ) throws(ConversionError) -> [FilePath] {
    var published: [FilePath] = []
    do throws(ConversionError) {
      for output in outputs {
        if let path = try output.publish(conflict: conflict, announce: announce) {
          published.append(path)
        }
      }
      return published
    } catch {
      // What replaced another file cannot be taken back; new files can.
      if conflict != .overwrite {
        for path in published { _ = path.withPlatformString { unlink($0) } }
      }
      throw error
    }
  }
}
