import ConverterCore
import SystemPackage

/// The files of one conversion in a sealed worker: those that its supervisor grants.
struct GrantedFiles: FileAccess {
  let inputs: [(Request.Input, InputFile)]
  /// The folder that it may fill, if its request makes one.
  let folder: FileDescriptor?
  let channel: Channel
  let vocabulary: RequestVocabulary

  func open(_ input: Request.Input, within _: Limits) throws(ConversionError) -> InputFile {
    guard let granted = inputs.first(where: { $0.0 == input }) else {
      throw ConversionError(.internalError, "the supervisor gave no such file to read")
    }
    return granted.1
  }

  func create(
    _ destination: OutputFile.Destination, permissions _: FilePermissions?
  ) throws(ConversionError) -> OutputFile {
    if destination == .memory { return try OutputFile(.memory) }
    let (answer, file) = try channel.ask(WorkerMessage.wants(destination).json)
    guard let answer else { throw ConversionError(.interrupted, "the supervisor is gone") }
    switch try SupervisorMessage(answer, vocabulary: vocabulary) {
    case .refused(let error): throw error
    case .granted:
      if let file { return OutputFile(destination, granted: file) }
      fallthrough
    default:
      throw ConversionError(.internalError, "the supervisor gave no file to write")
    }
  }

  func expect(_ destination: OutputFile.Destination) {
    if destination != .memory { channel.askEarly(WorkerMessage.wants(destination).json) }
  }

  func createFolder(
    _ path: FilePath, _ arrangement: OutputFolder.Arrangement, keepsTimes: Bool,
    permissions: FilePermissions?
  ) throws(ConversionError) -> OutputFolder {
    guard let folder else {
      throw ConversionError(.internalError, "the supervisor gave no folder to fill")
    }
    return OutputFolder(
      granted: folder, for: path, arrangement, keepsTimes: keepsTimes, permissions: permissions
    ) { [channel] deferred in
      channel.send(WorkerMessage.deferred(deferred).json)
    }
  }

  func publish(
    _ folder: OutputFolder, conflict _: OutputFile.ConflictPolicy
  ) throws(ConversionError) -> [FilePath] { [] }

  /// Nothing is named here: the supervisor names the outputs once it is told that they are complete.
  func publish(
    _ outputs: [OutputFile], conflict _: OutputFile.ConflictPolicy
  ) throws(ConversionError) -> [FilePath] {
    outputs.compactMap { output in
      if case .file(let path) = output.destination { path } else { nil }
    }
  }
}
