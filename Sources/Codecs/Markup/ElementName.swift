/// The name of an element: of XML without its prefix, of HTML in small letters; valid during the report of it.
public struct ElementName {
  @usableFromInline let start: UnsafePointer<UInt8>

  init(start: UnsafePointer<UInt8>) { self.start = start }

  // Sheets ask for the names of millions of elements, so that no call is to be paid for it.
  @inlinable public static func == (name: ElementName, text: StaticString) -> Bool {
    matches(name.start, text)
  }

  @inlinable public func isOne(of names: [StaticString]) -> Bool { names.contains { self == $0 } }

  /// Whether the bytes up to a NUL are those of `text`.
  @inlinable static func matches(_ start: UnsafePointer<UInt8>, _ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    for index in 0..<count where start[index] != text.utf8Start[index] { return false }
    return start[count] == 0
  }
}
