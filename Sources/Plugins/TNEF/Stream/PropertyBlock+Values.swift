import ArchiveModel

/// Values as what they mean; `nil` for a property that is missing or of another type.
extension PropertyBlock {
  func number(_ id: ID, in bytes: [UInt8]) -> Int? {
    guard let value = self[id], value.type == 0x03 else { return nil }
    var cursor = FieldCursor(bytes, value.place)
    return cursor.number(4)
  }

  func text(_ id: ID) -> StoredText? {
    guard let value = self[id] else { return nil }
    switch value.type {
    case Self.unicode: return StoredText(place: value.place, isUnicode: true)
    case Self.string8: return StoredText(place: value.place, isUnicode: false)
    default: return nil
    }
  }

  func data(_ id: ID) -> Range<Int>? {
    guard let value = self[id], value.type == Self.binary else { return nil }
    return value.place
  }

  /// An object behind the number of the interface by which programs reach it.
  func object(_ id: ID, in bytes: [UInt8]) -> (isMessage: Bool, place: Range<Int>)? {
    guard let value = self[id], value.type == Self.object else { return nil }
    var cursor = FieldCursor(bytes, value.place)
    guard let identifier = cursor.take(16), let rest = cursor.take(cursor.left) else { return nil }
    return (bytes[identifier].elementsEqual(Self.messageInterface), rest)
  }

  /// IID_IMessage, 00020307-0000-0000-C000-000000000046.
  private static let messageInterface: [UInt8] = [
    7, 3, 2, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46,
  ]

  /// A moment that is stored in units of 100 ns since 1601, in UTC.
  func time(_ id: ID, in bytes: [UInt8]) -> Timestamp? {
    guard let value = self[id], value.type == 0x40 else { return nil }
    var cursor = FieldCursor(bytes, value.place)
    guard let low = cursor.number(4), let high = cursor.number(4), low | high != 0,
      high < 1 << 31
    else { return nil }
    let (seconds, rest) = (high << 32 | low).quotientAndRemainder(dividingBy: 10_000_000)
    return Timestamp(seconds: seconds - Self.from1601To1970, nanoseconds: rest * 100)
  }

  private static let from1601To1970 = 11_644_473_600
}
