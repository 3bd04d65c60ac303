#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension NumberText {
  /// A number as C prints it with an exponent, with so many digits.
  static func printed(_ value: Double, digits: Int) -> [UInt8]? {
    var room = [CChar](repeating: 0, count: 40)
    // It is told how much room there is, and gets the two arguments that the format asks for.
    let written = unsafe withVaList([Int32(digits - 1), value]) {
      unsafe vsnprintf(&room, room.count, "%.*e", $0)
    }
    guard written > 0, written < room.count else { return nil }
    return room[..<Int(written)].map { UInt8(bitPattern: $0) }
  }
}
