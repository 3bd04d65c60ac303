import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Run {
  /// Gives the outputs of a conversion their names, each right after the journal has noted it.
  ///
  /// What goes wrong with the outputs makes the outcome a failure.
  ///
  /// - Throws: `writeFailed` when the journal cannot be written.
  func publish(
    _ assignment: Assignment, _ outcome: inout Outcome
  ) throws(ConversionError) {
    var position = 0
    var isJournalBroken = false
    do throws(ConversionError) {
      outcome.bytesOut = assignment.outputs.reduce(0) { $0 + $1.sizeOnDisk }
      outcome.outputs = try DirectFiles().publish(
        assignment.outputs, conflict: assignment.request.conflict
      ) { (name) throws(ConversionError) in
        while assignment.outputs[position].isPublished { position += 1 }
        do throws(ConversionError) {
          try terms.journaling?.noteDone(assignment, position: position, name: name)
        } catch {
          isJournalBroken = true
          throw error
        }
      }
      if outcome.outputs.isEmpty, case .file(let path) = assignment.request.output {
        outcome.status = .skipped("\(path) exists")
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
  /// - Throws: `writeFailed` when the journal cannot be written.
  func finish(_ assignment: Assignment, _ outcome: Outcome) throws(ConversionError) {
    if case .failed(let error) = outcome.status {
      try terms.journaling?.noteFailure(error, of: assignment)
    }
    results.add(assignment.index, assignment.job, outcome)
  }
}

extension OutputFile {
  /// The size of the file, whoever wrote it.
  fileprivate var sizeOnDisk: Int {
    var status = stat()
    guard let descriptor, fstat(descriptor.rawValue, &status) == 0 else { return 0 }
    return Int(status.st_size)
  }
}
