import ConverterCore
import PDFObjects
import Synchronization

/// A file from which several threads take streams and put them back, one at a time.
///
/// `@unchecked Sendable`: the file and its objects are touched under the lock alone.
final class SharedFile: @unchecked Sendable {
  private let file: PDFFile
  private let monitor = Monitor()

  init(_ file: PDFFile) {
    self.file = file
  }

  private func use<Result: Sendable>(
    _ body: (PDFFile) throws(ConversionError) -> Result
  ) throws(ConversionError) -> Result {
    monitor.lock()
    defer { monitor.unlock() }
    return try body(file)
  }

  /// Works on streams with all threads that there are, while only as many as these are out of the file.
  ///
  /// - Parameters:
  ///   - tool: what a thread needs for its work and keeps from stream to stream.
  ///   - take: what is worked on; `nil` for a stream that is passed over.
  ///   - work: on any thread.
  ///   - put: takes the result, in the order of `ids`.
  func rework<Tool: AnyObject, Taken: Sendable, Made: Sendable>(
    _ ids: [PDFObject.ID], in context: ConversionContext,
    tool: @escaping @Sendable () -> Tool,
    take: @escaping @Sendable (PDFObject) throws(ConversionError) -> Taken?,
    work: @escaping @Sendable (Taken, Tool) throws(ConversionError) -> Made,
    put: @escaping @Sendable (PDFObject, Made) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    let next = Mutex(0)
    try context.inOrder {
      Piece<Tool, Taken, Made>(tool())
    } claim: { [self] (piece) throws(ConversionError) in
      while let id = next.withLock({ (index) -> PDFObject.ID? in
        guard index < ids.count else { return nil }
        index += 1
        return ids[index - 1]
      }) {
        try context.checkpoint()
        let taken = try use { (file) throws(ConversionError) in try take(file.object(id)) }
        if let taken {
          piece.stream = id
          piece.taken = taken
          return true
        }
      }
      return false
    } work: { (piece) throws(ConversionError) in
      piece.made = try piece.taken.map { (taken) throws(ConversionError) in
        try work(taken, piece.tool)
      }
      piece.taken = nil
    } finish: { [self] (piece) throws(ConversionError) in
      if let id = piece.stream, let made = piece.made {
        try use { (file) throws(ConversionError) in try put(file.object(id), made) }
      }
      piece.made = nil
      return true
    }
  }
}

private final class Piece<Tool, Taken, Made> {
  let tool: Tool
  var stream: PDFObject.ID?
  var taken: Taken?
  var made: Made?

  init(_ tool: Tool) { self.tool = tool }
}
