/// The name of an element, without its prefix; valid during the report of it.
struct XMLName {
  let start: UnsafePointer<UInt8>

  static func == (name: XMLName, text: StaticString) -> Bool {
    matches(name.start, text)
  }

  /// Whether the bytes up to a NUL are those of `text`.
  fileprivate static func matches(_ start: UnsafePointer<UInt8>, _ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    for index in 0..<count where start[index] != text.utf8Start[index] { return false }
    return start[count] == 0
  }
}

/// The attributes of an element; valid during the report of it.
struct XMLAttributes {
  let start: UnsafePointer<UnsafePointer<UInt8>?>?
  let count: Int

  /// The value of the attribute of that name, whatever its prefix.
  subscript(name: StaticString) -> UnsafeRawBufferPointer? {
    guard let start else { return nil }
    for index in 0..<count {
      let fields = start + 5 * index
      if let own = fields[0], XMLName.matches(own, name), let value = fields[3],
        let end = fields[4]
      {
        return UnsafeRawBufferPointer(start: value, count: max(0, end - value))
      }
    }
    return nil
  }

  func text(_ name: StaticString) -> String? {
    self[name].map { String(decoding: $0, as: UTF8.self) }
  }

  /// The value as a whole number that is not negative.
  func number(_ name: StaticString) -> Int? {
    self[name].flatMap { Int(digits: $0) }
  }
}

extension Int {
  /// A number of up to nine digits, and nothing else.
  init?(digits: UnsafeRawBufferPointer) {
    guard (1...9).contains(digits.count) else { return nil }
    var value = 0
    for byte in digits {
      guard byte &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    self = value
  }
}

extension UnsafeRawBufferPointer {
  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount
      && elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: count))
  }
}
