public import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Has a sealed worker tell which files of an archive a pattern names: whoever hands out files never reads
/// one.
public struct EntryListing: Sendable {
  private let command: [String]
  private let policy: Sandbox.Policy

  /// - Parameter command: the program to start for a worker, with its arguments.
  public init(command: [String], sandbox policy: Sandbox.Policy) {
    self.command = command
    self.policy = policy
  }

  /// The files that the address of `request.input` names, as inputs, with their sizes where the archive
  /// says them.
  ///
  /// - Throws: `inputNotFound` when there are none, what reading the archive throws, `decoderCrashed`.
  public func files(
    of request: Request
  ) throws(ConversionError) -> [(input: Request.Input, byteCount: Int?)] {
    guard case .entry(let path, let address) = request.input else { return [(request.input, nil)] }
    do throws(ConversionError) {
      let archive = try DirectFiles().open(request.input, within: request.limits)
      let worker = try WorkerProcess.make(command)
      worker.send(.begin(policy, folder: nil))
      worker.send(.list(request), with: archive.descriptor)
      return try answers(of: worker, within: request.limits).map { file in
        (.entry(path, address.replacingLast(file.path)), file.byteCount)
      }
    } catch {
      throw error.about(request.input.path)
    }
  }

  private func answers(
    of worker: WorkerProcess, within limits: Limits
  ) throws(ConversionError) -> [ListedFile] {
    var files: [ListedFile] = []
    let deadline = SuspendingClock.now + .seconds(min(limits.seconds, limits.stall))
    while true {
      switch try worker.channel.receive(waiting: false) {
      case .nothing:
        guard worker.saysMore(before: deadline) else {
          throw ConversionError(
            .limitExceeded,
            "took longer than \(min(limits.seconds, limits.stall)) seconds to list; raise the limits "
              + "with --limit seconds=NUMBER --limit stall=NUMBER")
        }
      case .closed: throw death(of: worker, limits)
      case .message(let json):
        switch try WorkerMessage(json) {
        case .ready, .progress: continue
        case .unfit(let error): throw error
        case .files(let some):
          files += some
          try limits.check(.entries, files.count, for: "listing the archive")
        case .listed(nil): return files
        case .listed(let error?): throw error
        case .wants, .deferred, .finished:
          throw ConversionError(.decoderCrashed, "the worker sent what no worker sends")
        }
      }
    }
  }

  private func death(of worker: WorkerProcess, _ limits: Limits) -> ConversionError {
    let (status, memoryPeak) = worker.reap()
    return Death(
      status: status, verdict: nil, complaint: worker.complaint, memoryPeak: memoryPeak,
      limits: limits
    ).error(after: nil)
  }
}

extension WorkerProcess {
  /// Waits until there is something to receive, or the worker has ended.
  fileprivate func saysMore(before deadline: SuspendingClock.Instant) -> Bool {
    while true {
      let left = deadline - .now
      guard left > .zero else { return false }
      var polled = [
        pollfd(fd: channel.socket.rawValue, events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: isMute ? -1 : complaints.rawValue, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&polled, 2, Int32(clamping: left.components.seconds * 1000 + 1))
      guard count > 0 else { continue }
      hearComplaints()
      if polled[0].revents != 0 { return true }
    }
  }
}
