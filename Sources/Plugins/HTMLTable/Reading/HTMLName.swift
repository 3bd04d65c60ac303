/// The name of an element, in small letters; valid during the report of it.
struct HTMLName {
  let start: UnsafePointer<UInt8>

  static func == (name: HTMLName, text: StaticString) -> Bool { matches(name.start, text) }

  func isOne(of names: [StaticString]) -> Bool { names.contains { self == $0 } }

  /// Whether the bytes up to a NUL are those of `text`.
  fileprivate static func matches(_ start: UnsafePointer<UInt8>, _ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    for index in 0..<count where start[index] != text.utf8Start[index] { return false }
    return start[count] == 0
  }
}

/// The attributes of an element; valid during the report of it.
struct HTMLAttributes {
  let start: UnsafePointer<UnsafePointer<UInt8>?>?
  let count: Int

  /// The value of an attribute; empty for one without a value, `nil` where there is none.
  subscript(name: StaticString) -> String? {
    guard let start else { return nil }
    for index in 0..<count {
      if let own = start[2 * index], HTMLName.matches(own, name) {
        return start[2 * index + 1].map { String(cString: $0) } ?? ""
      }
    }
    return nil
  }

  /// A whole number as browsers find it: white space before it and anything behind it are passed over.
  func number(_ name: StaticString) -> Int? {
    guard let value = self[name] else { return nil }
    let digits = value.drop { $0.isWhitespace }.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { return nil }
    // Any larger number is as large.
    return Int(digits.prefix(9))
  }
}
