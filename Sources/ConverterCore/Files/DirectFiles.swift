public import SystemPackage

/// The file system itself.
public struct DirectFiles: FileAccess {
  public init() {}

  public func open(
    _ input: Request.Input, within limits: Limits
  ) throws(ConversionError) -> InputFile {
    switch input {
    case .file(let path): try InputFile(path: path, allowsFolder: true)
    case .entry(let path, _): try InputFile(path: path)
    case .standardInput: try InputFile(spooling: .standardInput, within: limits)
    }
  }

  public func create(
    _ destination: OutputFile.Destination, permissions: FilePermissions?
  ) throws(ConversionError) -> OutputFile {
    try OutputFile(destination, permissions: permissions)
  }

  public func createFolder(
    _ path: FilePath, _ arrangement: OutputFolder.Arrangement, keepsTimes: Bool,
    permissions: FilePermissions?
  ) throws(ConversionError) -> OutputFolder {
    try OutputFolder(path, arrangement, keepsTimes: keepsTimes, permissions: permissions)
  }

  public func publish(
    _ folder: OutputFolder, conflict: OutputFile.ConflictPolicy
  ) throws(ConversionError) -> [FilePath] {
    try folder.publish(conflict: conflict).paths
  }

  public func publish(
    _ outputs: [OutputFile], conflict: OutputFile.ConflictPolicy
  ) throws(ConversionError) -> [FilePath] {
    try publish(outputs.map { ($0, conflict) }) { _, _ in }
  }

  /// The same, each output with a policy of its own.
  ///
  /// - Parameter announce: called with the position of each output and its name, right before it is
  ///   given.
  package func publish(
    _ outputs: [(output: OutputFile, conflict: OutputFile.ConflictPolicy)],
    announce: (Int, FilePath) throws(ConversionError) -> Void
  ) throws(ConversionError) -> [FilePath] {
    // What replaces another file cannot be taken back, so that all others are looked at first.
    for (output, conflict) in outputs where conflict == .fail {
      if case .file(let path) = output.destination, FileIdentity(path: path) != nil {
        throw .exists(path)
      }
    }
    var published: [FilePath] = []
    var new: [FilePath] = []
    do throws(ConversionError) {
      for (position, (output, conflict)) in outputs.enumerated() {
        let path = try output.publish(conflict: conflict) { (name) throws(ConversionError) in
          try announce(position, name)
        }
        guard let path else { continue }
        published.append(path)
        if conflict != .overwrite { new.append(path) }
      }
      return published
    } catch {
      for path in new { path.removeFile() }
      throw error
    }
  }
}
