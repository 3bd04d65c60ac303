import ConverterCore
import SystemPackage

extension Run {
  /// Hands out files while there is a worker to take one.
  ///
  /// - Returns: whether there may be more to hand out at once.
  func feed() throws(ConversionError) -> Bool {
    // Files that need no worker must not keep those that have one waiting.
    for _ in 0..<64 {
      guard hasFreeWorker, syncing.count < Syncing.most else { return false }
      if !retries.isEmpty {
        try assign(retries.removeFirst())
      } else if !results.isFull, let (index, job) = queue.next() {
        try begin(index, job)
      } else {
        return false
      }
    }
    return true
  }

  var hasFreeWorker: Bool {
    workers.count < mostWorkers || workers.contains(where: \.isFree)
  }

  private func begin(_ index: Int, _ job: Job) throws(ConversionError) {
    var request: Request
    switch job.request {
    case .success(let words): request = words
    case .failure(let error):
      return results.add(index, job, job.refusal(error))
    }
    results.observer.started(index, request)
    if let earlier = try terms.dryRun?.journaling?.forecast(&request) {
      return results.add(index, job, earlier)
    }
    let input: InputFile
    var furtherInputs: [InputFile] = []
    do throws(ConversionError) {
      input = try open(request.input, of: request)
      for further in request.purpose.furtherInputs {
        furtherInputs.append(try open(further, of: request))
      }
    } catch {
      var outcome = Outcome(.failed(error), input: request.input)
      outcome.furtherInputs = request.purpose.furtherInputs
      outcome.inputPages = request.inputPages
      outcome.target = request.purpose.keepsType ? nil : request.target
      return results.add(index, job, outcome)
    }
    if ([input] + furtherInputs).contains(where: \.isStandardOutput) { request.isStreamed = false }
    var assignment = Assignment(
      index, job, request, keys: terms.journaling?.keys(of: request, input), input: input,
      furtherInputs: furtherInputs, domain: domain(of: [input] + furtherInputs, index),
      dryRun: job.isDryRun ? .outcomes : terms.dryRun?.kind)
    if let earlier = try terms.journaling?.earlierOutcome(of: &assignment) {
      results.add(index, job, earlier)
    } else {
      try assign(assignment)
    }
  }

  private func domain(of inputs: [InputFile], _ index: Int) -> TrustDomain {
    switch terms.reuse {
    case .ownFiles: TrustDomain(of: inputs, request: index)
    case .all: .own
    case .none: .request(index)
    }
  }

  func open(
    _ input: Request.Input, of request: Request
  ) throws(ConversionError) -> InputFile {
    do throws(ConversionError) {
      return try terms.open(input, request.limits)
    } catch {
      throw error.about(input.path)
    }
  }

  private func assign(_ assignment: Assignment) throws(ConversionError) {
    var assignment = assignment
    do throws(ConversionError) {
      try makeFolder(for: &assignment)
    } catch {
      return try finish(
        assignment, assignment.outcome(.failed(error.about(assignment.request.input.path))),
        isLasting: false)
    }
    guard let worker = try worker(for: assignment) else {
      // The system starts no further process; those that there are take the file later.
      return retries.insert(assignment, at: 0)
    }
    worker.domain = assignment.domain
    worker.assignment = assignment.handedOut()
    let others = workers.count { $0.assignment != nil } - 1 + retries.count + queue.waiting
    let threads = assignment.hazards.suspected.isEmpty ? max(1, terms.jobs / (others + 1)) : 1
    worker.limit(ResourceLimits(assignment.request.limits, threads: threads))
    for further in assignment.furtherInputs { worker.send(.further, with: further.descriptor) }
    if let index = assignment.request.options.reading.index, let path = index.path {
      worker.send(.index(path), with: index.descriptor)
    }
    let request = assignment.requestForWorker
    worker.send(
      assignment.dryRun.map { .dryRun(request, $0) }
        ?? .convert(request, threads: threads, hazards: assignment.hazards),
      with: assignment.input.descriptor)
  }

  /// Makes the folder that the file is to become, before there is a worker, whose sandbox leaves it
  /// this folder and no other.
  private func makeFolder(for assignment: inout Assignment) throws(ConversionError) {
    guard case .folder(let path, let arrangement) = assignment.request.output,
      !assignment.isDryRun
    else { return }
    guard
      !assignment.input.isFolder
        || assignment.input.path?.isReadAsWhole(in: terms.catalog) == true
    else {
      throw ConversionError(.usage, "is a folder already: there is nothing to extract")
    }
    if terms.makesFolders { try folders.make(for: path) }
    assignment.folder = try OutputFolder(
      path, arrangement, keepsTimes: assignment.request.keepsTimes,
      permissions: assignment.input.permissions)
  }

  /// A worker that has nothing to do and may read the file; a new one for a file that another crashed on, for an old
  /// one may suffer from what it did before.
  ///
  /// - Returns: `nil` when none can be started now.
  /// - Throws: when none can be started and there is none.
  private func worker(for assignment: Assignment) throws(ConversionError) -> WorkerProcess? {
    if let idle = workers.firstIndex(where: { $0.isFree && $0.suits(assignment) }) {
      return workers[idle]
    }
    if workers.count >= mostWorkers, let idle = workers.firstIndex(where: \.isFree) {
      workers.remove(at: idle)
    }
    do throws(ConversionError) {
      let folders =
        [assignment.folder?.descriptor].compactMap(\.self)
        + assignment.folders.compactMap(\.descriptor)
      let worker = try source.worker(
        assignment.access, folders: folders,
        isOneOfMany: hasDedicatedWorkers && assignment.needsOwnWorker)
      hasDedicatedWorkers = hasDedicatedWorkers || assignment.needsOwnWorker
      workers.append(worker)
      return worker
    } catch {
      guard !workers.isEmpty else { throw error }
      mostWorkers = workers.count
      return nil
    }
  }
}

extension Assignment {
  /// Whether its worker is likely to get no other file.
  fileprivate var needsOwnWorker: Bool {
    domain != .own || !request.options.reading.passwords.held.isEmpty
  }
}

extension WorkerProcess {
  /// Whether it may read the file: it has read none of another domain, and the kernel's limits for it are not lower
  /// than the file's.
  fileprivate func suits(_ assignment: Assignment) -> Bool {
    guard assignment.attempt == 1, assignment.access == nil else { return false }
    return (domain == nil || domain == assignment.domain)
      && limits.covers(ResourceLimits(assignment.request.limits, threads: 1))
  }
}

extension InputFile {
  /// Whether standard output is this file (`>> a.csv`), which would change while it is read.
  fileprivate var isStandardOutput: Bool {
    guard let identity, let status = FileDescriptor.standardOutput.status else {
      return false
    }
    return identity == FileIdentity(status)
  }
}
