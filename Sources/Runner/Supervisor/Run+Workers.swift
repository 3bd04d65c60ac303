import ConverterCore
import SystemPackage

extension Run {
  /// Receives the messages of a worker, and takes notice of its exit.
  ///
  /// - Returns: whether it may have sent more: one that sends messages without end must not keep the others
  ///   waiting.
  func listen(to worker: WorkerProcess) throws(ConversionError) -> Bool {
    for _ in 0..<64 {
      // What a worker sends after it was killed is discarded: it only has to end.
      if worker.killReason != nil {
        if worker.channel.drain() { try reap(worker) }
        return false
      }
      guard let received = try? worker.channel.receive(waiting: false) else {
        worker.kill(.protocolViolation)
        continue
      }
      switch received {
      case .nothing: return false
      case .closed:
        try reap(worker)
        return false
      case .message(let json):
        worker.assignment?.lastActivity = .now
        if let message = try? WorkerMessage(json) {
          try handle(message, from: worker)
          worker.channel.closeUnexpectedFiles()
        } else {
          worker.kill(.protocolViolation)
        }
      }
    }
    return true
  }

  private func handle(
    _ message: WorkerMessage, from worker: WorkerProcess
  ) throws(ConversionError) {
    switch message {
    case .ready(let missing) where !worker.isReady:
      worker.isReady = true
      failedStarts = 0
      if !hasNotedMissing, !missing.isEmpty {
        results.observer.noted(Sandbox.note(ofMissing: missing))
      }
      hasNotedMissing = true
    case .unfit(let error) where !worker.isReady:
      throw error
    case .ready, .unfit:
      worker.kill(.protocolViolation)
    case .progress(let fraction):
      if let assignment = worker.assignment {
        results.observer.progressed(
          assignment.index, assignment.job, min(max(fraction, 0), 1))
      }
    case .hazard(let step, let isOver):
      guard worker.assignment?.note(hazard: step, isOver: isOver) == true else {
        return worker.kill(.protocolViolation)
      }
    case .wants(let destination):
      grant(destination, to: worker)
    case .wantsPasswords:
      guard let assignment = worker.assignment else { return worker.kill(.protocolViolation) }
      worker.grant(assignment.request.options.reading.passwords)
    case .start(let order):
      guard let assignment = worker.assignment else { return worker.kill(.protocolViolation) }
      worker.start(order, among: declared, within: assignment.request.limits)
    case .deferred(let deferred):
      guard let assignment = worker.assignment, let folder = assignment.folder else {
        return worker.kill(.protocolViolation)
      }
      do throws(ConversionError) {
        try folder.add(deferred)
      } catch {
        worker.assignment = nil
        worker.kill(nil)
        try finish(
          assignment,
          assignment.outcome(.failed(error.about(assignment.request.input.path))))
      }
    case .files, .listed, .surveyed, .forked, .note, .takesScreen, .looked:
      worker.kill(.protocolViolation)
    case .finished(let result, let leaving, let modified):
      let isDedicated = worker.assignment?.access != nil || worker.knowsPasswords
      try conclude(result, modified: modified, from: worker)
      if leaving || isDedicated, worker.assignment == nil { workers.removeAll { $0 === worker } }
    }
  }

  /// Makes the file that a worker asks for, if it is one of those that its request may write.
  private func grant(_ destination: OutputFile.Destination, to worker: WorkerProcess) {
    guard let assignment = worker.assignment else { return worker.kill(.protocolViolation) }
    if destination == .scratch { return worker.grantScratchFile() }
    guard !assignment.isDryRun,
      worker.assignment?.grants.admit(destination, for: assignment.request, in: terms.catalog)
        == true
    else { return worker.kill(.protocolViolation) }
    if destination == .stream { return grantStream(to: worker) }
    do throws(ConversionError) {
      if terms.makesFolders, case .file(let path) = destination {
        try folders.make(for: path)
      }
      let output = try OutputFile(destination, permissions: assignment.input.permissions)
      worker.assignment?.add(output)
      worker.send(.granted, with: output.descriptor)
    } catch {
      worker.send(.refused(error))
    }
  }

  /// Names the outputs of a file that a worker has finished, and passes the result on.
  ///
  /// - Parameter modified: of a file in an archive.
  private func conclude(
    _ result: JSONValue, modified: Int?, from worker: WorkerProcess
  ) throws(ConversionError) {
    guard let assignment = worker.assignment,
      var outcome = try? Outcome(json: result, catalog: terms.catalog),
      outcome.isPossible(for: assignment)
    else { return worker.kill(.protocolViolation) }
    guard !outcome.hasOutputs || endAccess(of: worker, to: assignment) else { return }
    if !outcome.hasOutputs { account(for: assignment, of: worker) }
    worker.assignment = nil
    worker.programs.end()
    worker.discardErrorOutput()
    // What the supervisor knows itself it does not take from a worker.
    outcome.input = assignment.request.input
    outcome.unused = assignment.request.options.named(outcome.unused)
    if !assignment.request.purpose.keepsType { outcome.target = assignment.request.target }
    if assignment.isDryRun { return try finish(assignment, outcome) }
    // It does not know what is in a folder or an archive.
    if outcome.input.address != nil {
      outcome.inputModified = modified
    } else if assignment.folders.isEmpty {
      outcome.bytesIn = assignment.bytesIn
    }
    outcome.outputs = []
    outcome.bytesOut = 0
    outcome.duration = assignment.spent
    if let relay = assignment.relay {
      dismiss(worker)
      return concludeStream(relay, of: assignment, outcome)
    }
    guard outcome.hasOutputs else { return try finish(assignment, outcome) }
    if assignment.folder != nil {
      try publishFolder(of: assignment, &outcome)
      try finish(assignment, outcome)
    } else {
      try conclude(assignment, outcome)
    }
  }

  /// Draws the conclusions from a worker's end.
  private func reap(_ worker: WorkerProcess) throws(ConversionError) {
    workers.removeAll { $0 === worker }
    worker.drainErrorOutput()
    let (status, memoryPeak) = worker.reap()
    guard let assignment = worker.assignment else { return }
    guard worker.isReady || worker.killReason != nil else {
      // It has not seen its file yet, so the file is not to blame.
      failedStarts += 1
      guard failedStarts < 5 else {
        throw ConversionError(
          .internalError, "workers end before they begin: \(worker.errorText.printable)")
      }
      return retries.insert(assignment, at: 0)
    }
    let exit = WorkerExit(
      status: status, killReason: worker.killReason, errorOutput: worker.errorText,
      memoryPeak: memoryPeak, limits: assignment.request.limits)
    // The step that ended it is left out, as long as that is one of many.
    if assignment.hasTimeLeft, assignment.relay == nil,
      let again = assignment.withoutHazard(after: exit)
    {
      return retries.append(again)
    }
    // The limit is the file's: who has used it up alone would so again. What standard output has got already cannot
    // be written a second time.
    if assignment.attempt == 1, assignment.hasTimeLeft, assignment.relay == nil {
      return retries.append(assignment.again(after: exit))
    }
    let error = exit.error(after: assignment.firstExit).about(assignment.request.input.path)
    let outcome = assignment.outcome(.failed(error))
    if let relay = assignment.relay { return concludeStream(relay, of: assignment, outcome) }
    try finish(assignment, outcome, isLasting: !exit.isFromOutside)
  }
}

extension Outcome {
  /// Whether there is something to publish.
  fileprivate var hasOutputs: Bool { if case .done = status { true } else { isPartial } }

  /// Whether a worker can have come to this.
  fileprivate func isPossible(for assignment: Assignment) -> Bool {
    if assignment.isDryRun { return !hasOutputs }
    return switch status {
    case .done:
      !assignment.outputs.isEmpty || assignment.folder != nil || assignment.relay != nil
    case .planned: false
    case .skipped: true
    case .failed:
      !isPartial || !assignment.outputs.isEmpty || assignment.folder != nil
        || assignment.relay != nil
    }
  }
}
