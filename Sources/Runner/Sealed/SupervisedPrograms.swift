import ConverterCore
import SystemPackage

/// Programs for a sealed worker, which its supervisor starts.
struct SupervisedPrograms: ProgramLauncher {
  let channel: Channel
  let vocabulary: RequestVocabulary

  func start(
    _ order: ProgramOrder, _ streams: ProgramStreams
  ) throws(ConversionError) -> any StartedProgram {
    let (answer, file) = try channel.ask(WorkerMessage.start(order).json, with: streams.all)
    guard let answer else { throw ConversionError(.interrupted, "the supervisor is gone") }
    switch try SupervisorMessage(answer, vocabulary: vocabulary) {
    case .refused(let error): throw error
    case .notStarted(let error): throw .starting(order.program, error)
    case .started:
      if let file { return SupervisedProgram(report: file) }
      fallthrough
    case .further, .index, .convert, .dryRun, .list, .survey, .page, .look, .errorOutput, .fork,
      .granted, .passwords:
      throw ConversionError(.internalError, "the supervisor started no program")
    }
  }
}

/// A program that the supervisor ends when this is gone.
private final class SupervisedProgram: StartedProgram {
  /// Gives the status once the program has ended.
  private let report: FileDescriptor
  private var knownStatus: Int32?

  init(report: FileDescriptor) { self.report = report }

  deinit { try? report.close() }

  var status: Int32? {
    if let knownStatus { return knownStatus }
    var status: Int32 = 0
    do {
      let count = try withUnsafeMutableBytes(of: &status) { try report.read(into: $0) }
      // A supervisor that ended took the status with it.
      knownStatus = count == MemoryLayout<Int32>.size ? status : -1
    } catch Errno.wouldBlock {
      return nil
    } catch {
      knownStatus = -1
    }
    return knownStatus
  }
}
