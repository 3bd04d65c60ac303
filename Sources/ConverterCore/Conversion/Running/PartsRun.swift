import Synchronization
import SystemPackage

/// A part of a model that becomes a file of its own.
struct Part {
  let destination: OutputFile.Destination
  let write: (OutputFile, ConversionContext) throws(ConversionError) -> Void
}

/// Parts on their way into files, in their order.
struct PartsRun {
  let parts: [Part]
  /// Those of the input.
  let permissions: FilePermissions?
  /// Given to the files in place of now.
  let times: FileTimes?
  let context: ConversionContext

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
    // They are only read here. What one of them does to be written is done by several threads at once where `together`
    // says that parts do not share what changes; otherwise one thread does it.
    nonisolated(unsafe) let parts = parts
    let (count, part) = unsafe (parts.count, { @Sendable (number: Int) in unsafe parts[number] })
    let (context, permissions) = (context, permissions)
    var complete: [OutputFile] = []
    try context.inOrder(lanes: lanes, from: 0) {
      Lane()
    } claim: { (begun, lane) throws(ConversionError) in
      guard begun < count else { return false }
      lane.part = part(begun)
      lane.output = try context.files.create(part(begun).destination, permissions: permissions)
      lane.context = context.forCompanion(threads: threads)
      begun += 1
      if begun < count { context.files.expect(part(begun).destination) }
      return true
    } work: { (lane) throws(ConversionError) in
      guard let part = lane.part, let output = lane.output, let own = lane.context else { return }
      try part.write(output, own)
    } finish: { (lane) throws(ConversionError) in
      guard let output = lane.output, let own = lane.context else { return false }
      try output.complete(times: times)
      context.adoptResult(of: own, ofFurtherPart: !complete.isEmpty)
      complete.append(output)
      (lane.part, lane.output, lane.context) = (nil, nil, nil)
      try context.checkpoint(Double(complete.count) / Double(count))
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
