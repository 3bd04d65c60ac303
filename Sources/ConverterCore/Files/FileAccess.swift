public import SystemPackage

/// What a conversion needs of the file system by name.
///
/// A program that converts by itself uses ``DirectFiles``. A sealed worker may open nothing: it asks its
/// supervisor, which makes and names the files.
public protocol FileAccess: Sendable {
  /// The input of a request, open.
  func open(
    _ input: Request.Input, within limits: Limits
  ) throws(ConversionError) -> InputFile

  /// An output that nobody sees yet.
  ///
  /// - Parameters:
  ///   - destination: where it is to be seen, once it is published.
  ///   - permissions: of the input; nobody may read the output who may not read the input.
  func create(
    _ destination: OutputFile.Destination, permissions: FilePermissions?
  ) throws(ConversionError) -> OutputFile

  /// Prepares an output in advance that will be created next.
  func expect(_ destination: OutputFile.Destination)

  /// A folder to be filled that nobody sees yet.
  ///
  /// - Parameters:
  ///   - path: where it is to be seen, once it is published.
  ///   - arrangement: what becomes of the things in it then.
  ///   - keepsTimes: whether what is put into it gets the times that it has in the input.
  ///   - permissions: of the input; nobody may read what is put into the folder who may not read the input.
  func createFolder(
    _ path: FilePath, _ arrangement: OutputFolder.Arrangement, keepsTimes: Bool,
    permissions: FilePermissions?
  ) throws(ConversionError) -> OutputFolder

  /// Makes a folder visible with all that is in it.
  ///
  /// - Returns: what appeared: the folder, or what was put into a folder that was there.
  func publish(
    _ folder: OutputFolder, conflict: OutputFile.ConflictPolicy
  ) throws(ConversionError) -> [FilePath]

  /// Makes complete outputs visible, all or none.
  ///
  /// - Returns: the paths of those that have one and were not skipped.
  func publish(
    _ outputs: [OutputFile], conflict: OutputFile.ConflictPolicy
  ) throws(ConversionError) -> [FilePath]
}

extension FileAccess {
  public func expect(_: OutputFile.Destination) {}
}
