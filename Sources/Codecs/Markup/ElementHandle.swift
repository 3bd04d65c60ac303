public import ConverterCore

/// The name of an element: of XML without its prefix, of HTML in small letters; valid during the report of it.
///
/// It is the library's own text, which a NUL ends.
@safe public struct ElementName: ~Escapable {
  @usableFromInline let start: UnsafePointer<UInt8>

  @_lifetime(borrow start)
  init(start: UnsafePointer<UInt8>) { unsafe self.start = unsafe start }

  // Sheets ask for the names of millions of elements, so that no call is to be paid for it.
  @inlinable public static func == (name: borrowing ElementName, text: StaticString) -> Bool {
    unsafe matches(name.start, text)
  }

  @inlinable public func isOne(of names: [StaticString]) -> Bool {
    for name in names where self == name { return true }
    return false
  }

  /// Whether the bytes up to a NUL are those of `text`: the first that differs is the last that is looked at, and the
  /// NUL differs from all.
  @inlinable static func matches(_ start: UnsafePointer<UInt8>, _ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    for index in 0..<count where unsafe start[index] != text.utf8Start[index] { return false }
    return unsafe start[count] == 0
  }
}

/// The attributes of an element; valid during the report of it.
///
/// The library says how many there are; a NUL ends each name.
@safe public struct ElementAttributes: ~Escapable {
  @usableFromInline let start: UnsafePointer<UnsafePointer<UInt8>?>?
  @usableFromInline let count: Int
  /// Pointers for each attribute: of XML its name, prefix, URI, value and the value's end; of HTML its name and
  /// its value, which ends with a NUL.
  @usableFromInline let pointersEach: Int

  @_lifetime(borrow start)
  init(start: UnsafePointer<UnsafePointer<UInt8>?>?, count: Int, pointersEach: Int) {
    unsafe (self.start, self.count, self.pointersEach) = unsafe (start, count, pointersEach)
  }

  /// The value of the attribute of that name, whatever its prefix; empty for one without a value, `nil` where
  /// there is none.
  @inlinable public subscript(name: StaticString) -> Span<UInt8>? {
    @_lifetime(copy self) get {
      guard let start = unsafe start else { return nil }
      for index in 0..<count {
        let pointers = unsafe start + pointersEach * index
        if let own = unsafe pointers[0], unsafe ElementName.matches(own, name) {
          return unsafe _overrideLifetime(Span(borrowing: value(pointers)), copying: self)
        }
      }
      return nil
    }
  }

  public func text(_ name: StaticString) -> String? { self[name].map { String(decoding: $0) } }

  @inlinable func value(
    _ pointers: UnsafePointer<UnsafePointer<UInt8>?>
  ) -> UnsafeRawBufferPointer {
    let isXML = pointersEach == 5
    guard let value = unsafe pointers[isXML ? 3 : 1] else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    var count = 0
    if isXML {
      count = unsafe pointers[4].map { unsafe max(0, $0 - value) } ?? 0
    } else {
      while unsafe value[count] != 0 { count += 1 }
    }
    return unsafe UnsafeRawBufferPointer(start: value, count: count)
  }
}
