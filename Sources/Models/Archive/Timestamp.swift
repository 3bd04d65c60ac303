/// A moment in UTC, or a local time of an unknown place.
public struct Timestamp: Hashable, Sendable {
  /// Since 1970-01-01 00:00: in UTC, or on the clock of an unknown place.
  public let seconds: Int
  private let fraction: Int32
  /// Whether the archive notes local time without saying where, as DOS times in ZIP do.
  public let isWallClock: Bool

  public init(seconds: Int, nanoseconds: Int = 0, isWallClock: Bool = false) {
    self.seconds = seconds
    fraction = Int32(clamping: nanoseconds)
    self.isWallClock = isWallClock
  }

  /// 0..<1,000,000,000
  public var nanoseconds: Int { Int(fraction) }
}
