import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A run's journal, and what of it counts.
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

  /// `nil` for what comes or goes through a standard stream.
  func key(of request: Request, _ input: InputFile) -> JournalKey? {
    input.times.flatMap { times in
      JournalKey(
        request, version: version, byteCount: input.byteCount, modified: times.modified)
    }
  }

  /// How a file ended in an earlier run, if that still holds.
  ///
  /// If the file or the request has changed since, the result of then is in the way of the new one, and
  /// is fairy's own: the assignment may replace it.
  func earlierOutcome(of assignment: inout Assignment) throws(ConversionError) -> Outcome? {
    guard let key = assignment.key, let input = assignment.request.input.path else { return nil }
    var outcome: Outcome
    var entry = try journal.lookup(key, input: input)
    if entry == .unknown {
      // A failure is noted under its limits.
      let failure = key.ofFailure(within: assignment.request.limits)
      entry = try journal.lookup(failure, input: input)
    }
    switch entry {
    case .unknown: return nil
    case .outdated:
      if [.fail, .skip].contains(assignment.request.conflict) {
        assignment.request.conflict = .overwrite
      }
      return nil
    case .partly(let record):
      // The run was killed between the names of one file's outputs: all are made again.
      for output in record.outputs where output.isThere {
        _ = output.path.withPlatformString { unlink($0) }
      }
      return nil
    case .done(let record):
      outcome = assignment.outcome(.skipped("was done before"))
      outcome.outputs = record.outputs.map(\.path)
      outcome.bytesOut = record.bytesOut
    case .failed(let record):
      guard !retriesFailed, case .failed(let code, let message) = record.ending else { return nil }
      let error = ConversionError(
        code, "\(message) (in an earlier run; --retry-failed tries again)", file: input)
      outcome = assignment.outcome(.failed(error))
    }
    outcome.duration = .zero
    outcome.isEarlier = true
    return outcome
  }

  /// Notes that a file is done, right before one of its outputs gets its name.
  ///
  /// - Parameters:
  ///   - position: of the output among those of the file.
  ///   - name: that it is to get.
  func noteDone(
    _ assignment: Assignment, position: Int, name: FilePath
  ) throws(ConversionError) {
    guard let key = assignment.key, let input = assignment.request.input.path else { return }
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
          replaces: assignment.request.conflict == .overwrite))
    }
    try journal.append(
      JournalRecord(
        key: key, input: input, bytesIn: assignment.input.byteCount, ending: .done(outputs)))
  }

  /// Notes a failure that another run would meet again.
  func noteFailure(_ error: ConversionError, of assignment: Assignment) throws(ConversionError) {
    guard error.code.isLasting, let key = assignment.key,
      let input = assignment.request.input.path
    else { return }
    try journal.append(
      JournalRecord(
        key: key.ofFailure(within: assignment.request.limits), input: input,
        bytesIn: assignment.input.byteCount,
        ending: .failed(error.code, message: error.message)))
  }
}

extension ConversionError.Code {
  /// Whether the file or the request is to blame, rather than the state that the system was in.
  fileprivate var isLasting: Bool {
    switch self {
    case .usage, .damagedInput, .unsupportedContent, .requirementNotMet, .unknownType, .noRoute,
      .internalError, .decoderCrashed, .limitExceeded, .missingPassword, .wrongPassword:
      true
    case .inputNotFound, .missingLibrary, .outputExists, .cannotCreateOutput, .readFailed,
      .writeFailed, .interrupted, .sandboxUnavailable:
      false
    }
  }
}
