/// The attributes of an element; valid during the report of it.
public struct ElementAttributes {
  @usableFromInline let start: UnsafePointer<UnsafePointer<UInt8>?>?
  @usableFromInline let count: Int
  /// Pointers for each attribute: of XML its name, prefix, URI, value and the value's end; of HTML its name and
  /// its value, which ends with a NUL.
  @usableFromInline let pointersEach: Int

  init(start: UnsafePointer<UnsafePointer<UInt8>?>?, count: Int, pointersEach: Int) {
    (self.start, self.count, self.pointersEach) = (start, count, pointersEach)
  }

  /// The value of the attribute of that name, whatever its prefix; empty for one without a value, `nil` where
  /// there is none.
  @inlinable public subscript(name: StaticString) -> UnsafeRawBufferPointer? {
    guard let start else { return nil }
    for index in 0..<count {
      let pointers = start + pointersEach * index
      if let own = pointers[0], ElementName.matches(own, name) { return value(pointers) }
    }
    return nil
  }

  public func text(_ name: StaticString) -> String? {
    self[name].map { String(decoding: $0, as: UTF8.self) }
  }

  @inlinable func value(
    _ pointers: UnsafePointer<UnsafePointer<UInt8>?>
  ) -> UnsafeRawBufferPointer {
    let isXML = pointersEach == 5
    guard let value = pointers[isXML ? 3 : 1] else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    var count = 0
    if isXML {
      count = pointers[4].map { max(0, $0 - value) } ?? 0
    } else {
      while value[count] != 0 { count += 1 }
    }
    return UnsafeRawBufferPointer(start: value, count: count)
  }
}
