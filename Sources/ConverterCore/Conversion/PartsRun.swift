import Synchronization
import SystemPackage

/// A part of a model that becomes a file of its own.
struct Part {
  let destination: OutputFile.Destination
  let write: (OutputFile, ConversionContext) throws(ConversionError) -> Void
}

/// Parts on their way into files, in their order.
///
/// `@unchecked Sendable`: parts are written by several threads at once only where ``outputs(together:)`` is told
/// so; files are touched by one thread at a time.
final class PartsRun: @unchecked Sendable {
  private let parts: [Part]
  private let permissions: FilePermissions?
  private let times: FileTimes?
  private let context: ConversionContext
  /// How many have been begun; under the lock of ``ConversionContext/inOrder(_:claim:work:finish:)``.
  private var begun = 0
  /// The same for those that are complete.
  private var complete: [OutputFile] = []

  /// - Parameters:
  ///   - permissions: those of the input.
  ///   - times: given to the files in place of now.
  init(
    _ parts: [Part], like permissions: FilePermissions?, times: FileTimes?,
    in context: ConversionContext
  ) {
    self.parts = parts
    self.permissions = permissions
    self.times = times
    self.context = context
  }

  /// In a process that never had a second thread, libraries count references and take memory without locks: one
  /// thread is as fast as two then.
  private static let mostForOne = 2

  /// Writes all parts; the files are complete but not yet visible.
  ///
  /// - Parameter together: whether several parts may be written at once.
  func outputs(together: Bool) throws(ConversionError) -> [OutputFile] {
    let isShared = together && context.threads > Self.mostForOne
    let lanes = isShared ? min(context.threads, parts.count) : 1
    let threads = context.threads / max(1, lanes)
    try context.inOrder(lanes: lanes) {
      Lane()
    } claim: { [self] (lane) throws(ConversionError) in
      guard begun < parts.count else { return false }
      lane.part = parts[begun]
      lane.output = try context.files.create(parts[begun].destination, permissions: permissions)
      lane.context = context.forCompanion(threads: threads)
      begun += 1
      if begun < parts.count { context.files.expect(parts[begun].destination) }
      return true
    } work: { (lane) throws(ConversionError) in
      guard let part = lane.part, let output = lane.output, let own = lane.context else { return }
      try part.write(output, own)
    } finish: { [self] (lane) throws(ConversionError) in
      guard let output = lane.output, let own = lane.context else { return false }
      try output.complete(times: times)
      context.adopt(own, ofFurtherPart: !complete.isEmpty)
      complete.append(output)
      (lane.part, lane.output, lane.context) = (nil, nil, nil)
      try context.checkpoint(Double(complete.count) / Double(parts.count))
      return true
    }
    return complete
  }

  /// What one thread has in hand.
  private final class Lane {
    var part: Part?
    var output: OutputFile?
    var context: ConversionContext?
  }
}
