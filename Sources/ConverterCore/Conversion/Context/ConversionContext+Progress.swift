/// How far it is, and when it has to stop.
extension ConversionContext {
  /// Call it between units of work of at most some milliseconds. It counts as a heartbeat.
  ///
  /// - Parameter fraction: how much of the conversion is done, 0…1, where it is known.
  /// - Throws: `interrupted` when the conversion was cancelled, `limitExceeded` when it ran too long.
  public func checkpoint(_ fraction: Double? = nil) throws(ConversionError) {
    try progress.check(fraction)
  }

  /// Reports that the conversion goes on, though it is not known how far it is.
  public func sendHeartbeat() { progress.sendHeartbeat() }

  /// Begins a part of the whole, for work whose steps tell how far each of them is, such as the pages of a document.
  ///
  /// - Parameters:
  ///   - start: the fraction of the whole that is done, 0…1.
  ///   - length: what the part adds to it; with 0 its steps say nothing of how far they are.
  package func beginPortion(at start: Double, length: Double = 0) {
    progress.beginPortion(at: start, length: length)
  }

  /// The time until ``checkpoint(_:)`` throws; negative afterwards.
  public var timeLeft: Duration { progress.timeLeft }
}
