public import ConverterCore
import SystemPackage

/// Has a sealed worker list the files of an archive that a pattern names: the process that hands out files reads none.
public struct EntryListing: Sendable {
  private let command: [String]
  private let policy: Sandbox.Policy

  /// - Parameter command: the program to start for a worker, with its arguments.
  public init(command: [String], sandbox policy: Sandbox.Policy) {
    self.command = command
    self.policy = policy
  }

  /// The files that the address of `request.input` names, as inputs, with their sizes where the archive gives them.
  ///
  /// - Throws: `inputNotFound` when there are none, what reading the archive throws, `decoderCrashed`.
  public func files(
    of request: Request
  ) throws(ConversionError) -> [(input: Request.Input, byteCount: Int?)] {
    guard case .entry(let path, let address) = request.input else { return [(request.input, nil)] }
    do throws(ConversionError) {
      let archive = try DirectFiles().open(request.input, within: request.limits)
      let worker = try WorkerProcess.make(command, Confinement(policy))
      worker.limit(ResourceLimits(request.limits, threads: 1))
      worker.send(.list(request), with: archive.descriptor)
      return try answers(of: worker, to: request).map { file in
        (.entry(path, address.replacingLast(file.path)), file.byteCount)
      }
    } catch {
      throw error.about(request.input.path)
    }
  }

  private func answers(
    of worker: WorkerProcess, to request: Request
  ) throws(ConversionError) -> [ListedFile] {
    var files: [ListedFile] = []
    while true {
      switch try worker.answer(to: request, "list") {
      case .files(let some):
        files += some
        try request.limits.check(.entries, files.count, for: "listing the archive")
      case .listed(nil): return files
      case .listed(let error?): throw error
      default: throw .protocolViolation()
      }
    }
  }
}
