import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A converted file whose outputs are not all on the disk yet.
struct Syncing {
  let assignment: Assignment
  let outcome: Outcome
  /// How many outputs are still on their way.
  var left: Int
  /// Of the contents of those that have come there.
  var digests: [FileDescriptor: String] = [:]
  var error: ConversionError?

  /// How many files may be on their way before no further one is begun.
  static var most: Int { 64 }
}

extension Run {
  /// Gives the outputs of a conversion their times and names; those that must last go to the disk first.
  func conclude(
    _ assignment: Assignment, _ outcome: Outcome
  ) throws(ConversionError) {
    let times = assignment.request.keepsTimes ? outcome.times(of: assignment.input) : nil
    for output in assignment.outputs { output.setTimes(times) }
    let lasting = assignment.outputs.filter { mustLast($0, of: assignment) }
    guard lasting.isEmpty else {
      let files = lasting.compactMap(\.descriptor)
      syncing[assignment.index] = Syncing(
        assignment: assignment, outcome: outcome, left: files.count)
      for file in files { syncer.add(assignment.index, file) }
      return
    }
    var outcome = outcome
    try publish(assignment, &outcome)
    try finish(assignment, outcome)
  }

  /// Whether a power cut must not take the output once it has its name: somebody notes that it is done, or
  /// it takes the place of something.
  private func mustLast(_ output: OutputFile, of assignment: Assignment) -> Bool {
    guard let path = output.destination.path else { return false }
    return terms.journaling != nil || terms.syncsAll
      || assignment.conflict(over: output) == .overwrite && FileIdentity(path: path) != nil
  }

  /// Names the outputs that have come to the disk.
  func publishSynced() throws(ConversionError) {
    for (index, finding) in syncer.takeDone() {
      guard var file = syncing.removeValue(forKey: index) else { continue }
      let error = finding.error
      file.left -= 1
      if let (output, text) = finding.digest { file.digests[output] = text }
      if let error { file.error = file.assignment.outputs.first?.writing(error) }
      guard file.left == 0 else {
        syncing[index] = file
        continue
      }
      if let relay = file.assignment.relay {
        try finishStream(relay, of: file, error)
        continue
      }
      var outcome = file.outcome
      if let error = file.error {
        outcome.status = .failed(error.about(file.assignment.request.input.path))
      } else {
        try publish(file.assignment, &outcome, digests: file.digests)
      }
      try finish(file.assignment, outcome)
    }
  }

  /// Gives the outputs of a conversion their names, each right after the journal has noted it.
  ///
  /// What goes wrong with the outputs makes the outcome a failure.
  ///
  /// - Parameter digests: of their contents.
  /// - Throws: `writeFailed` when the journal cannot be written.
  func publish(
    _ assignment: Assignment, _ outcome: inout Outcome, digests: [FileDescriptor: String] = [:]
  ) throws(ConversionError) {
    var isJournalBroken = false
    do throws(ConversionError) {
      outcome.bytesOut = assignment.outputs.reduce(0) { $0.clampedSum($1.measure?.length ?? 0) }
      if terms.makesFolders {
        try folders.restore(for: assignment.outputs.compactMap(\.destination.path))
      }
      outcome.outputs = try DirectFiles().publish(
        assignment.outputs.map { ($0, assignment.conflict(over: $0)) }
      ) { (position, name) throws(ConversionError) in
        do throws(ConversionError) {
          try terms.journaling?.noteDone(
            assignment, position: position, name: name, digests: digests)
        } catch {
          isJournalBroken = true
          throw error
        }
      }
      for path in outcome.outputs { MadeFolders.forget(around: path) }
      let paths = assignment.outputs.compactMap(\.destination.path)
      if outcome.outputs.isEmpty, let text = Outcome.existing(paths) {
        outcome.status = .skipped(text)
      }
    } catch {
      if isJournalBroken { throw error }
      outcome.status = .failed(error.about(assignment.request.input.path))
      outcome.outputs = []
      outcome.bytesOut = 0
    }
  }

  /// Passes on how a file ended, and notes a failure for later runs.
  ///
  /// - Parameter isLasting: whether another run would meet the failure again.
  /// - Throws: `writeFailed` when the journal cannot be written.
  func finish(
    _ assignment: Assignment, _ outcome: Outcome, isLasting: Bool = true
  ) throws(ConversionError) {
    if isLasting, case .failed(let error) = outcome.status {
      try terms.journaling?.noteFailure(error, of: assignment)
    }
    results.add(assignment.index, assignment.job, outcome)
  }
}

extension Run {
  /// Makes a folder visible that a worker has filled.
  ///
  /// - Throws: `writeFailed` when the journal cannot be written.
  func publishFolder(
    of assignment: Assignment, _ outcome: inout Outcome
  ) throws(ConversionError) {
    guard let folder = assignment.folder else { return }
    var isJournalBroken = false
    do throws(ConversionError) {
      let publication = try folder.publish(conflict: assignment.request.conflict) {
        (name) throws(ConversionError) in
        guard !outcome.isPartial else { return }
        do throws(ConversionError) {
          try terms.journaling?.noteDone(assignment, folder: name)
        } catch {
          isJournalBroken = true
          throw error
        }
      }
      outcome.outputs = publication.paths
      outcome.bytesOut = publication.contents.byteCount
      outcome.note(skipped: publication.skipped)
    } catch {
      if isJournalBroken { throw error }
      outcome.status = .failed(error.about(assignment.request.input.path))
      outcome.isPartial = false
      outcome.outputs = []
    }
  }
}

extension Outcome {
  /// Says what was left out because something stands in its place.
  fileprivate mutating func note(skipped: [FilePath]) {
    guard let first = skipped.first else { return }
    if outputs.isEmpty { status = .skipped("\(first) exists") }
    ledger += skipped.map {
      LedgerEntry("file \($0.string)", .dropped, why: "it exists, and was left as it is")
    }
  }

  /// The times that the output gets: those of the input, or of the file in the archive.
  fileprivate func times(of opened: InputFile) -> FileTimes? {
    guard input.address != nil else { return opened.times }
    return inputModified.map {
      let (seconds, rest) = $0.quotientAndRemainder(dividingBy: 1_000_000_000)
      return rest < 0
        ? FileTimes(modified: seconds - 1, nanoseconds: rest + 1_000_000_000)
        : FileTimes(modified: seconds, nanoseconds: rest)
    }
  }
}
