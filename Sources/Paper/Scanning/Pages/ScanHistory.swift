public import ConverterCore

/// A session with its earlier states, so that changes can be undone and done again.
///
/// Only the session itself is stored (``ScanSession/record``); the way back begins anew when it is read.
public struct ScanHistory: Sendable {
  public private(set) var session: ScanSession
  private var past: [ScanSession] = []
  private var future: [ScanSession] = []

  /// How many changes can be undone.
  public static let mostSteps = 200

  public init(_ session: ScanSession = ScanSession()) { self.session = session }

  public var canUndo: Bool { !past.isEmpty }
  public var canRedo: Bool { !future.isEmpty }

  /// Makes a change that can be undone; what was undone before cannot be done again then. A change that throws, or
  /// changes nothing, leaves everything as it was.
  public mutating func change(
    _ edit: (inout ScanSession) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    var changed = session
    try edit(&changed)
    guard changed != session else { return }
    past.append(session)
    if past.count > Self.mostSteps { past.removeFirst() }
    (session, future) = (changed, [])
  }

  /// - Returns: whether there was something to undo.
  @discardableResult
  public mutating func undo() -> Bool {
    guard let before = past.popLast() else { return false }
    future.append(session)
    session = before
    return true
  }

  /// - Returns: whether there was something to do again.
  @discardableResult
  public mutating func redo() -> Bool {
    guard let after = future.popLast() else { return false }
    past.append(session)
    session = after
    return true
  }
}
