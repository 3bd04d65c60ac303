import ConverterCore
import SystemPackage

extension Run {
  /// Hears what a worker has said, its death included.
  func listen(to worker: WorkerProcess) throws(ConversionError) {
    // One that talks without end must not keep the others waiting.
    for _ in 0..<64 {
      let received: Channel.Received
      do throws(ConversionError) {
        received = try worker.channel.receive(waiting: false)
      } catch {
        return dismiss(worker)
      }
      switch received {
      case .nothing: return
      case .closed: return try bury(worker)
      case .message(let json):
        let message: WorkerMessage
        do throws(ConversionError) {
          message = try WorkerMessage(json)
        } catch {
          return dismiss(worker)
        }
        try handle(message, from: worker)
      }
    }
  }

  private func handle(
    _ message: WorkerMessage, from worker: WorkerProcess
  ) throws(ConversionError) {
    switch message {
    case .ready(let missing):
      worker.isReady = true
      stillbirths = 0
      if !hasNotedWalls, !missing.isEmpty {
        results.observer.noted(Sandbox.note(ofMissing: missing))
      }
      hasNotedWalls = true
    case .unfit(let error):
      throw error
    case .progress(let fraction):
      worker.assignment?.lastSign = .now
      if let index = worker.assignment?.index { results.observer.progressed(index, fraction) }
    case .wants(let destination):
      grant(destination, to: worker)
    case .finished(let result, let leaving):
      if leaving { workers.removeAll { $0 === worker } }
      try conclude(result, from: worker)
    }
  }

  /// Ends a worker that sends what no worker sends.
  private func dismiss(_ worker: WorkerProcess) {
    worker.verdict = .spokeNonsense
    worker.kill()
  }

  /// Makes the file that a worker asks for, if it is one of those that its request may write.
  private func grant(_ destination: OutputFile.Destination, to worker: WorkerProcess) {
    guard let assignment = worker.assignment, assignment.request.mayWrite(destination),
      assignment.outputs.count < Assignment.mostOutputs
    else { return dismiss(worker) }
    do throws(ConversionError) {
      if terms.makesFolders, case .file(let path) = destination {
        try folders.make(for: path)
      }
      let output = try OutputFile(destination, permissions: assignment.input.permissions)
      worker.assignment?.outputs.append(output)
      worker.channel.send(SupervisorMessage.granted.json, with: output.descriptor)
    } catch {
      worker.channel.send(SupervisorMessage.refused(error).json)
    }
  }

  /// Names the outputs of a file that a worker has finished, and passes the result on.
  private func conclude(
    _ result: JSONValue, from worker: WorkerProcess
  ) throws(ConversionError) {
    guard let assignment = worker.assignment,
      var outcome = try? Outcome(json: result, catalog: terms.catalog),
      !outcome.isDone || !assignment.outputs.isEmpty
    else { return dismiss(worker) }
    worker.assignment = nil
    worker.forgetComplaints()
    // What the supervisor knows itself it does not take from a worker.
    outcome.input = assignment.request.input
    outcome.target = assignment.request.target
    outcome.bytesIn = assignment.input.byteCount
    if outcome.isDone { try publish(assignment, &outcome) }
    try finish(assignment, outcome)
  }

  /// Draws the conclusions from a worker's end.
  private func bury(_ worker: WorkerProcess) throws(ConversionError) {
    workers.removeAll { $0 === worker }
    worker.hearComplaints()
    let (status, memoryPeak) = worker.reap()
    guard let assignment = worker.assignment else { return }
    guard worker.isReady || worker.verdict != nil else {
      // It has not seen its file yet, so the file is not to blame.
      stillbirths += 1
      guard stillbirths < 5 else {
        throw ConversionError(
          .internalError, "workers end before they begin: \(worker.complaint.printable)")
      }
      return retries.insert(assignment, at: 0)
    }
    let death = Death(
      status: status, verdict: worker.verdict, complaint: worker.complaint,
      memoryPeak: memoryPeak, limits: assignment.request.limits)
    guard assignment.attempt > 1 else { return retries.append(assignment.again(after: death)) }
    let error = death.error(after: assignment.firstDeath).about(assignment.request.input.path)
    let outcome = assignment.outcome(.failed(error))
    try finish(assignment, outcome)
  }
}

extension Outcome {
  fileprivate var isDone: Bool { if case .done = status { true } else { false } }
}
