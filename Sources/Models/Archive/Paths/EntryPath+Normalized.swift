internal import ConverterCore

extension EntryPath {
  /// The same path without components that say nothing: empty ones and `.`.
  ///
  /// An absolute path becomes a relative one by this; ``hazard`` reports it.
  public var normalized: EntryPath {
    guard !Self.isNormal(bytes.span) else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for component in components where !(component.count == 1 && component.first == 0x2E) {
      if !result.isEmpty { result.append(0x2F) }
      result += component
    }
    return EntryPath(result)
  }

  /// Whether no component is empty or `.`.
  private static func isNormal(_ bytes: Span<UInt8>) -> Bool {
    var start = 0
    for index in 0...bytes.count where index == bytes.count || bytes[index] == 0x2F {
      if index == start { return bytes.isEmpty }
      if index == start + 1, bytes[start] == 0x2E { return false }
      start = index + 1
    }
    return true
  }

  /// The last component of the path; the path itself where it has only one.
  public var lastComponent: ArraySlice<UInt8> {
    let end = bytes.lastIndex { $0 != 0x2F }.map { $0 + 1 } ?? 0
    let start = bytes[..<end].lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
    return bytes[start..<end]
  }

  /// The path as messages show it: escaped, in quotation marks, and shortened where it is very long.
  public var shown: String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.count > 240 else { return "\"\(text.printable)\"" }
    let scalars = text.unicodeScalars
    let head = String(scalars.prefix(100)).printable
    let tail = String(String.UnicodeScalarView(scalars.suffix(60))).printable
    return "\"\(head)…\(tail)\""
  }
}
