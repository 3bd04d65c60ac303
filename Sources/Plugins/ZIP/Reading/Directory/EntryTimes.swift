import ArchiveModel
import ConverterCore

extension CentralRecord {
  /// When the file was modified, from what says it best.
  func modified(in bytes: Span<UInt8>) -> Timestamp? {
    var best: (rank: Int, time: Timestamp)?
    if extraByteCount > 0 {
      var fields = ExtraFields(bytes, extra)
      while let (identifier, content) = fields.next() {
        guard let (rank, time) = Self.time(identifier, bytes, content), rank > best?.rank ?? 0
        else { continue }
        best = (rank, time)
      }
    }
    return best?.time ?? Timestamp(dosTime: dosTime)
  }

  private static func time(
    _ identifier: UInt16, _ bytes: Span<UInt8>, _ content: Range<Int>
  ) -> (rank: Int, time: Timestamp)? {
    let start = content.lowerBound
    func seconds(at offset: Int) -> Timestamp {
      Timestamp(seconds: Int(Int32(bitPattern: bytes.uint32(at: start + offset))))
    }
    switch identifier {
    case ExtraFields.Identifier.ntfs:
      return ntfsTime(bytes, content).map { (3, $0) }
    case ExtraFields.Identifier.extendedTimestamp where content.count >= 5 && bytes[start] & 1 != 0:
      return (2, seconds(at: 1))
    case ExtraFields.Identifier.infoZIPUnix where content.count >= 8,
      ExtraFields.Identifier.pkwareUnix where content.count >= 8:
      return (1, seconds(at: 4))
    default: return nil
    }
  }

  /// Attribute 1 of the field: three times in units of 100 ns since 1601 (APPNOTE 4.5.5).
  private static func ntfsTime(
    _ bytes: Span<UInt8>, _ content: Range<Int>
  ) -> Timestamp? {
    guard content.count >= 4 else { return nil }
    var attributes = ExtraFields(bytes, content.lowerBound + 4..<content.upperBound)
    while let (tag, value) = attributes.next() {
      guard tag == 1, value.count >= 8 else { continue }
      let units = bytes.uint64(at: value.lowerBound)
      guard units > 0, units <= UInt64(Int64.max) else { return nil }
      let (seconds, rest) = Int(units).quotientAndRemainder(dividingBy: 10_000_000)
      return Timestamp(seconds: seconds - 11_644_473_600, nanoseconds: rest * 100)
    }
    return nil
  }
}

extension Timestamp {
  /// A date and a time of MS-DOS, in an unknown time zone; `nil` for what no calendar has.
  ///
  /// - Parameter dosTime: the date in the upper 16 bits (years from 1980, months, days), the time in the
  ///   lower (hours, minutes, two seconds each).
  init?(dosTime: UInt32) {
    let (date, time) = (Int(dosTime >> 16), Int(dosTime & 0xFFFF))
    let day = CivilDate(year: 1980 + (date >> 9), month: date >> 5 & 15, day: date & 31)
    let (hour, minute, second) = (time >> 11, time >> 5 & 63, (time & 31) * 2)
    guard let day, hour < 24, minute < 60, second < 60 else { return nil }
    self.init(
      seconds: day.daysSince1970 * 86400 + hour * 3600 + minute * 60 + second, isWallClock: true)
  }
}
