import ConverterCore
import PDFObjects
import Synchronization

extension PDFFile {
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
    put: (PDFObject, Made) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    let lock = Mutex(())
    // Whoever called has given the file away until this returns. Streams are taken out of it and put back with the lock
    // held, and `take` and `put` have no other part of it than the object that they are given then.
    nonisolated(unsafe) let file = self
    try context.inOrder(from: ids[...]) {
      Piece<Tool, Taken, Made>(tool())
    } claim: { (ids, piece) throws(ConversionError) in
      while let id = ids.popFirst() {
        try context.checkpoint()
        let taken = try lock.withLock { _ throws(ConversionError) in
          try unsafe take(file.object(id))
        }
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
    } finish: { (piece) throws(ConversionError) in
      if let id = piece.stream, let made = piece.made {
        try lock.withLock { _ throws(ConversionError) in try unsafe put(file.object(id), made) }
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
