import ConverterCore

/// How far the clocks where the user is are ahead of UTC, at any time.
///
/// The system is asked once for each span of 18 hours; an archive of 100,000 entries has few days.
public struct LocalZone: Sendable {
  private struct Span {
    var number = Int.min
    /// Seconds ahead of UTC, all the time; `nil` for a span in which the clocks are changed.
    var offset: Int?
  }

  private var spans = [Span](repeating: Span(), count: 256)

  public init() {}

  /// Seconds that the clocks are ahead of UTC.
  ///
  /// - Parameter seconds: since 1970-01-01 00:00 UTC.
  public mutating func offset(at seconds: Int) -> Int {
    let number = seconds >> 16
    let index = number & (spans.count - 1)
    if spans[index].number != number {
      let first = Self.systemOffset(at: number << 16)
      let last = Self.systemOffset(at: number << 16 | 0xFFFF)
      spans[index] = Span(number: number, offset: first == last ? first : nil)
    }
    return spans[index].offset ?? Self.systemOffset(at: seconds)
  }

  /// The moment that a clock of this zone shows `seconds`.
  ///
  /// What it shows twice when clocks are put back is the first or the second time; what it never shows
  /// when they are put forward is moved on by the hour that is missing.
  ///
  /// - Parameter seconds: since 1970-01-01 00:00 on the clock.
  public mutating func moment(ofClock seconds: Int) -> Int {
    let estimate = seconds &- offset(at: seconds)
    return seconds &- offset(at: estimate)
  }

  fileprivate static func systemOffset(at seconds: Int) -> Int {
    LocalTime.offset(at: seconds) ?? 0
  }
}

extension Timestamp {
  /// The moment in seconds since 1970-01-01 00:00 UTC; a local time is taken for one of the user's zone.
  public func systemSeconds(in zone: inout LocalZone) -> Int {
    isWallClock ? zone.moment(ofClock: seconds) : seconds
  }

  /// The same, for a single timestamp.
  public var systemSeconds: Int {
    guard isWallClock else { return seconds }
    let estimate = seconds &- LocalZone.systemOffset(at: seconds)
    return seconds &- LocalZone.systemOffset(at: estimate)
  }
}
