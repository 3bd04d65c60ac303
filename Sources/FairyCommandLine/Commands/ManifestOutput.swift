import ConverterCore
import Runner

/// What a run would do, as a manifest: `plan --manifest-out`.
struct ManifestOutput {
  private let workload: Workload

  init(_ workload: Workload) {
    self.workload = workload
  }

  /// - Throws: `usage` for standard input or output among the requests; `outputExists`, `writeFailed`.
  func write(
    to path: PathArgument, onConflict conflict: OutputFile.ConflictPolicy?
  ) throws(ConversionError) {
    let output = try OutputFile(path.isDash ? .standardOutput : .file(path.path))
    var writer = ManifestWriter(to: output)
    var jobs = workload.jobs
    while case .job(let job) = try jobs.next() {
      let request = try job.request.get()
      guard let input = request.input.openedPath, request.output.path != nil else {
        throw ConversionError(
          .usage, "a manifest names files: standard input and output cannot be in it")
      }
      try writer.add(request, bytes: input.size)
    }
    try output.complete()
    // The policy of the requests is theirs; a manifest is only replaced when that is said, too.
    try output.publish(conflict: conflict == .overwrite ? .overwrite : .fail)
    Console.standard.note(
      "fairy: requests: \(workload.files), of \(Amounts.bytes(workload.bytes)) of input")
  }
}
