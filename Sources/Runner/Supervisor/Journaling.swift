public import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A run's journal, and how it is used.
public struct Journaling {
  public let journal: Journal
  /// Of fairy: another version may make other bytes of the same input.
  public let version: String
  /// Whether files that failed before are tried again.
  public let retriesFailed: Bool

  public init(_ journal: Journal, version: String, retriesFailed: Bool) {
    self.journal = journal
    self.version = version
    self.retriesFailed = retriesFailed
  }

  /// What a file is noted under.
  struct Keys {
    let done, failed: JournalKey
  }

  /// `nil` for what comes or goes through a standard stream.
  func keys(of request: Request, _ input: InputFile) -> Keys? {
    guard let times = input.times else { return nil }
    let request = request.anywhere
    func key(isAttempt: Bool) -> JournalKey? {
      JournalKey(
        request, version: version, byteCount: input.byteCount, modified: times.modified,
        isAttempt: isAttempt)
    }
    guard let done = key(isAttempt: false), let failed = key(isAttempt: true) else { return nil }
    return Keys(done: done, failed: failed)
  }

  /// How a file ended in an earlier run, if that still holds.
  ///
  /// If the file or the request has changed since, or the run was killed between the names of several
  /// outputs, the results of then are in the way. They are fairy's own: the assignment may replace them, unless somebody
  /// edited them since, or said by name what is to happen to what exists.
  func earlierOutcome(of assignment: inout Assignment) throws(ConversionError) -> Outcome? {
    guard let keys = assignment.keys, let input = assignment.request.input.path else { return nil }
    var outcome: Outcome
    switch try journal.lookup(keys.done, attempt: keys.failed, input: input) {
    case .unknown: return nil
    case .stale(let outputs, let inPart, let inputModified):
      if !assignment.request.$conflict || inPart {
        let reason: ReplacementReason =
          if inPart {
            .unfinished
          } else if let inputModified {
            inputModified == assignment.input.times?.modified ? .options : .input
          } else {
            .unknown
          }
        assignment.mayReplace(outputs.filter(\.isUnedited).map(\.path), because: reason)
      }
      return nil
    case .done(let record):
      outcome = assignment.outcome(.skipped("was done before"))
      outcome.outputs = record.outputs.map(\.path)
      outcome.bytesOut = record.bytesOut
    case .failed(let record):
      guard !retriesFailed, case .failed(let code, let message, let limit) = record.ending
      else { return nil }
      var error = ConversionError(
        code, "\(message) (in an earlier run; --retry-failed tries again)", file: input)
      error.limit = limit
      outcome = assignment.outcome(.failed(error))
    }
    outcome.duration = .zero
    outcome.isEarlier = true
    return outcome
  }

  /// What the journal has on record for a request.
  ///
  /// - Parameter request: gets to replace what is fairy's own.
  /// - Returns: how it ended in an earlier run, if that still holds.
  public func forecast(_ request: inout Request) throws(ConversionError) -> Outcome? {
    guard var assignment = assignment(of: request) else { return nil }
    let outcome = try earlierOutcome(of: &assignment)
    request = assignment.requestForWorker
    return outcome
  }

  /// A request that is only to be looked up; `nil` where its input cannot be opened.
  private func assignment(of request: Request) -> Assignment? {
    guard request.input != .standardInput,
      let input = try? DirectFiles().open(request.input, within: request.limits)
    else { return nil }
    return Assignment(
      0, Job(.success(request)), request, keys: keys(of: request, input), input: input,
      domain: .own)
  }

  /// What a run over `jobs` would replace of earlier results, in words: `replaces 12 earlier results (other options)`.
  public func replacements(by jobs: some JobSource) throws(ConversionError) -> [String] {
    guard !journal.isEmpty else { return [] }
    var jobs = jobs
    var counts: [ReplacementReason: Int] = [:]
    while case .job(let job) = try jobs.next() {
      guard case .success(let request) = job.request,
        var assignment = assignment(of: request),
        try earlierOutcome(of: &assignment) == nil, !assignment.replaceable.isEmpty
      else { continue }
      counts[assignment.replacementReason, default: 0] += 1
    }
    return ReplacementReason.allCases.compactMap { reason in
      guard let count = counts[reason] else { return nil }
      return "replaces \(count) earlier result\(count == 1 ? "" : "s") (\(reason.rawValue))"
    }
  }

  /// Notes that a file is done, right before one of its outputs gets its name.
  ///
  /// - Parameters:
  ///   - position: of the output among those of the file.
  ///   - name: that it is to get.
  ///   - digests: of the contents of the outputs.
  func noteDone(
    _ assignment: Assignment, position: Int, name: FilePath, digests: [FileDescriptor: String]
  ) throws(ConversionError) {
    guard let key = assignment.keys?.done, let input = assignment.request.input.path else { return }
    // All outputs were noted with the first, unless this one gets another name than was planned.
    guard position == 0 || assignment.outputs[position].destination != .file(name) else { return }
    var outputs: [JournalRecord.Output] = []
    for (index, output) in assignment.outputs.enumerated() {
      guard case .file(let planned) = output.destination, let descriptor = output.descriptor else {
        continue
      }
      outputs.append(
        try .init(
          path: index == position ? name : planned, of: descriptor,
          replaces: assignment.conflict(over: output) == .overwrite,
          digest: digests[descriptor]))
    }
    try journal.append(
      JournalRecord(
        key: key, input: input, bytesIn: assignment.input.byteCount,
        inputModified: assignment.input.times?.modified, ending: .done(outputs)))
  }

  /// Notes that a folder is done, right before it gets its name.
  func noteDone(_ assignment: Assignment, folder name: FilePath) throws(ConversionError) {
    guard let key = assignment.keys?.done, let input = assignment.request.input.path else { return }
    try journal.append(
      JournalRecord(
        key: key, input: input, bytesIn: assignment.input.byteCount,
        inputModified: assignment.input.times?.modified, ending: .done([.init(folder: name)])))
  }

  /// Notes a failure that another run would meet again.
  func noteFailure(_ error: ConversionError, of assignment: Assignment) throws(ConversionError) {
    guard error.code.isLasting, let key = assignment.keys?.failed,
      let input = assignment.request.input.path
    else { return }
    try journal.append(
      JournalRecord(
        key: key, input: input, bytesIn: assignment.input.byteCount,
        ending: .failed(error.code, message: error.message, limit: error.limit)))
  }
}

extension ConversionError.Code {
  /// Whether the file or the request is to blame, rather than the state that the system was in.
  fileprivate var isLasting: Bool {
    switch self {
    case .usage, .damagedInput, .unsupportedContent, .unsafeEntry, .requirementNotMet, .unknownType,
      .noRoute,
      .internalError, .decoderCrashed, .limitExceeded, .missingPassword, .wrongPassword:
      true
    case .inputNotFound, .missingLibrary, .outputExists, .changedMeanwhile, .cannotCreateOutput,
      .readFailed, .writeFailed, .interrupted, .sandboxUnavailable:
      false
    }
  }
}
