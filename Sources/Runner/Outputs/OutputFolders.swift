public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Makes the folders that outputs go to, each when its first output is about to be written.
public struct OutputFolders {
  /// Inputs come a folder after the other, so the last one answers nearly all questions.
  private var last: FilePath?

  public init() {}

  /// - Throws: `cannotCreateOutput`.
  public mutating func make(for output: FilePath) throws(ConversionError) {
    let folder = output.removingLastComponent()
    guard folder != last else { return }
    try Self.make(folder)
    last = folder
  }

  /// Makes folders again that another process, which had made them, took for left behind meanwhile.
  ///
  /// - Throws: `cannotCreateOutput`.
  mutating func restore(for outputs: [FilePath]) throws(ConversionError) {
    for folder in Set(outputs.map { $0.removingLastComponent() }) { try Self.make(folder) }
  }

  private static func make(_ folder: FilePath) throws(ConversionError) {
    guard !folder.isEmpty, !folder.isFolder else { return }
    let parent = folder.removingLastComponent()
    if parent != folder { try make(parent) }
    guard folder.makeFolder() else {
      let error = Errno(rawValue: errno)
      guard error != .fileExists else { return }
      throw ConversionError(
        .cannotCreateOutput, "the folder cannot be made: \(error)", file: folder, cause: error)
    }
    MadeFolders.remember(folder)
  }
}
