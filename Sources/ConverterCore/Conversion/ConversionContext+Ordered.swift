extension ConversionContext {
  /// Works through a stream in pieces: each is claimed in order, worked on by any thread, and finished in
  /// order.
  ///
  /// So what must be done one after the other (finding where the next piece ends; writing) is, and the rest
  /// keeps ``threads`` busy. A piece is used again when it is finished: memory is that of some pieces,
  /// whatever the length of the stream. The first error stops everything and is thrown.
  ///
  /// - Parameters:
  ///   - lanes: how many threads; `nil` for ``threads``.
  ///   - source: what the pieces are claimed from; nobody else has it from here on.
  ///   - makePiece: makes an empty piece; called for as many as are needed.
  ///   - claim: fills a piece with what comes next, and does not keep it; `false` where nothing does. One thread
  ///     at a time.
  ///   - work: works on a claimed piece. Several threads at once, each on its own piece.
  ///   - finish: takes the result; `false` where no more is wanted. One thread at a time, in the order of
  ///     the claims. It may change what the caller has, who waits.
  public func inOrder<Source, Piece: AnyObject>(
    lanes: Int? = nil, from source: sending Source, _ makePiece: @escaping @Sendable () -> Piece,
    claim: @escaping @Sendable (inout Source, Piece) throws(ConversionError) -> Bool,
    work: @escaping @Sendable (Piece) throws(ConversionError) -> Void,
    finish: (Piece) throws(ConversionError) -> Bool
  ) throws(ConversionError) {
    let line = Line(from: source, claim: claim, work: work)
    let context = self
    withoutActuallyEscaping(finish) { finish in
      // What it captures is the caller's, who waits here until all threads have ended. Of these one at a time calls it:
      // the one whose turn it is, and a turn is passed on under a lock. The other closures cannot reach it, since they
      // are Sendable.
      nonisolated(unsafe) let finish = finish
      // A thread that cannot be started leaves its share to the others. (One more than cores, for those that
      // wait for their turn, was tried: it costs more in memory to touch than it wins.)
      let helpers = (1..<max(1, lanes ?? threads)).compactMap { _ in
        WorkerThread { unsafe line.run(with: makePiece(), finish, in: context) }
      }
      unsafe line.run(with: makePiece(), finish, in: context)
      for helper in helpers { helper.join() }
    }
    if let failure = line.failure { throw failure }
  }
}

/// The pieces under way.
///
/// Unchecked, since what changes is touched by one thread at a time: `source`, `claimed` and `isAtEnd` with the lock of
/// `claiming` held alone. The source is this line's own: it was sent here, and leaves only to `claim`. All else is
/// Sendable.
private final class Line<Source, Piece: AnyObject>: @unchecked Sendable {
  private let claim: @Sendable (inout Source, Piece) throws(ConversionError) -> Bool
  private let work: @Sendable (Piece) throws(ConversionError) -> Void

  private struct Turns {
    /// The number of the piece whose turn it is to be finished.
    var current = 0
    var isOver = false
    var failure: ConversionError?
  }

  private let turns = Monitor(Turns())
  private let claiming = Monitor(())
  private var source: Source
  /// The number that the next claimed piece gets; under `claiming`.
  private var claimed = 0
  /// Whether there is nothing more to claim; under `claiming`.
  private var isAtEnd = false

  var failure: ConversionError? { turns.withLock { $0.failure } }

  init(
    from source: sending Source,
    claim: @escaping @Sendable (inout Source, Piece) throws(ConversionError) -> Bool,
    work: @escaping @Sendable (Piece) throws(ConversionError) -> Void
  ) {
    (self.source, self.claim, self.work) = (source, claim, work)
  }

  func run(
    with piece: Piece, _ finish: (Piece) throws(ConversionError) -> Bool,
    in context: ConversionContext
  ) {
    while let (mine, claimed) = next(piece, in: context) {
      do throws(ConversionError) {
        try claimed.get()
        try work(piece)
        guard awaitTurn(mine) else { return }
        if try !finish(piece) { stop(nil) }
        pass()
      } catch {
        // Pieces before this one may still come to their end; what they find wrong comes first.
        if awaitTurn(mine) { stop(error) }
        return
      }
    }
  }

  /// - Returns: the number of the piece, and whether it could be claimed; `nil` at the end.
  private func next(
    _ piece: Piece, in context: ConversionContext
  ) -> (number: Int, claimed: Result<Void, ConversionError>)? {
    claiming.withLock { _ in
      guard !hasStopped, !isAtEnd else { return nil }
      do throws(ConversionError) {
        try context.checkpoint()
      } catch {
        // Who is told to stop waits for nothing.
        stop(error)
        return nil
      }
      return claimNext(piece)
    }
  }

  /// Called with the lock held.
  private func claimNext(
    _ piece: Piece
  ) -> (number: Int, claimed: Result<Void, ConversionError>)? {
    defer { claimed += 1 }
    do throws(ConversionError) {
      guard try claim(&source, piece) else {
        isAtEnd = true
        return nil
      }
      return (claimed, .success(()))
    } catch {
      isAtEnd = true
      return (claimed, .failure(error))
    }
  }

  private var hasStopped: Bool { turns.withLock { $0.isOver } }

  /// - Returns: whether there is a turn to come to.
  private func awaitTurn(_ number: Int) -> Bool {
    turns.wait { turns -> Bool? in
      if turns.isOver { return false }
      return turns.current == number ? true : nil
    }
  }

  private func pass() {
    turns.withLock { $0.current += 1 }
    turns.broadcast()
  }

  private func stop(_ error: ConversionError?) {
    turns.withLock { turns in
      turns.isOver = true
      if turns.failure == nil { turns.failure = error }
    }
    turns.broadcast()
  }
}
