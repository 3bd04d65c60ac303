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
    default:
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
    do {
      // A supervisor that ended took the status with it.
      knownStatus = Int32(littleEndianBytes: try report.bytes(atMost: Int32.bitWidth / 8)) ?? -1
    } catch Errno.wouldBlock {
      return nil
    } catch {
      knownStatus = -1
    }
    return knownStatus
  }
}
