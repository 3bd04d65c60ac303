import ConverterCore

/// The end of a worker's access to what it has made.
extension Run {
  /// Sees that nobody can write the outputs of a file any more, before they are measured and get their names.
  ///
  /// A worker closes an output before it says that it has finished; one that kept it could change a result that is
  /// published. Where the system does not tell, the worker is ended, so that nobody is left who could.
  ///
  /// - Returns: whether the outputs may be published; if not, the worker is condemned, and its file is tried again or
  ///   failed with its end.
  func endAccess(of worker: WorkerProcess, to assignment: Assignment) -> Bool {
    // It serves this file alone, and a folder that it fills moves to its place with everything in it.
    var mustEnd = assignment.access != nil
    for output in assignment.outputs {
      switch terms.writers(output) {
      case .none: continue
      case .unknown: mustEnd = true
      case .some:
        worker.kill(.keptOutput)
        return false
      }
    }
    if mustEnd { dismiss(worker) }
    return true
  }
}
