import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Run {
  /// How a file ended in an earlier run, if that still holds.
  func earlierOutcome(of assignment: Assignment) throws(ConversionError) -> Outcome? {
    nil
  }

  /// Gives the outputs of a conversion their names, right after the journal has noted them.
  ///
  /// What goes wrong with the outputs makes the outcome a failure.
  func publish(
    _ assignment: Assignment, _ outcome: inout Outcome
  ) throws(ConversionError) {
    do throws(ConversionError) {
      outcome.bytesOut = assignment.outputs.reduce(0) { $0 + $1.sizeOnDisk }
      outcome.outputs = try DirectFiles().publish(
        assignment.outputs, conflict: assignment.request.conflict)
    } catch {
      outcome.status = .failed(error.about(assignment.request.input.path))
      outcome.outputs = []
      outcome.bytesOut = 0
    }
  }

  func note(_ assignment: Assignment, _ outcome: Outcome) throws(ConversionError) {}
}

extension OutputFile {
  /// The size of the file, whoever wrote it.
  fileprivate var sizeOnDisk: Int {
    var status = stat()
    guard let descriptor, fstat(descriptor.rawValue, &status) == 0 else { return 0 }
    return Int(status.st_size)
  }
}
