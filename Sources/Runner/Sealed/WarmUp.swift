public import ConverterCore
import Synchronization
import SystemPackage

/// Conversions of a file of its own that a template does before it goes on forking workers.
///
/// What a process finds out once, such as which types conform to a protocol and where the functions of libraries are,
/// its workers know from then on. No file of the user is read for it.
public struct WarmUp: Sendable {
  private let name: String
  private let bytes: [UInt8]
  private let targets: [ContentType]

  /// - Parameters:
  ///   - name: of the file, with an extension.
  ///   - bytes: its content.
  ///   - targets: what it becomes, one after the other: each is made of the one before.
  public init(of name: String, _ bytes: [UInt8], to targets: [ContentType]) {
    (self.name, self.bytes, self.targets) = (name, bytes, targets)
  }

  /// Runs the conversions; where one fails, the rest is left out, as no result is needed.
  func run(with converter: Converter) {
    var input = InputFile(bytes: bytes, name: name)
    for target in targets {
      let files = WarmUpFiles(input: input)
      let request = Request(input: .file(FilePath(name)), target: target, output: .memory)
      let context = converter.context(for: request, files: files)
      guard case .done = converter.convert(request, in: context).status,
        let result = files.result.withLock(\.self)
      else { return }
      input = InputFile(bytes: result, name: nil)
    }
  }
}

/// Files that are in memory alone.
private final class WarmUpFiles: FileAccess {
  private let input: InputFile
  let result = Mutex<[UInt8]?>(nil)

  init(input: InputFile) { self.input = input }

  func open(_: Request.Input, within _: Limits) throws(ConversionError) -> InputFile { input }

  func create(
    _: OutputFile.Destination, permissions _: FilePermissions?
  ) throws(ConversionError) -> OutputFile { try OutputFile(.memory) }

  func createFolder(
    _: FilePath, _: OutputFolder.Arrangement, keepsTimes _: Bool, permissions _: FilePermissions?
  ) throws(ConversionError) -> OutputFolder {
    throw ConversionError(.internalError, "the warm-up makes no folder")
  }

  func publish(
    _: OutputFolder, conflict _: OutputFile.ConflictPolicy
  ) throws(ConversionError) -> [FilePath] { [] }

  func publish(
    _ outputs: [OutputFile], conflict _: OutputFile.ConflictPolicy
  ) throws(ConversionError) -> [FilePath] {
    result.withLock { $0 = outputs.first?.bytes }
    return []
  }
}
