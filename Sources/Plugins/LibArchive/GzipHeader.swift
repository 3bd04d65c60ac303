import ArchiveModel
import ConverterCore

/// What the first header of a gzip file says of the file that was compressed (RFC 1952 §2.3).
struct GzipHeader {
  let modified: Timestamp?
  private let storedName: [UInt8]?

  /// `nil` where the bytes are not those of a header; whoever expands them says what is wrong.
  init?(of input: InputFile) throws(ConversionError) {
    // Longer extra fields and names are not looked at.
    let head = try input.read(at: 0, count: 4096)
    guard head.count >= 10, head[0] == 0x1F, head[1] == 0x8B else { return nil }
    let seconds = (0..<4).reduce(0) { $0 | Int(head[4 + $1]) << (8 * $1) }
    modified = seconds == 0 ? nil : Timestamp(seconds: seconds)
    let flags = head[3]
    var rest = head[10...]
    if flags & 4 != 0 {
      guard rest.count >= 2 else {
        storedName = nil
        return
      }
      let length = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
      rest = rest.dropFirst(2 + length)
    }
    let end = rest.firstIndex(of: 0)
    storedName = flags & 8 != 0 ? end.map { Array(rest[..<$0]) } : nil
  }

  /// The last component of the name, in UTF-8; `nil` where there is none.
  ///
  /// It is Latin-1 by the specification, and UTF-8 by what `gzip` writes on most systems.
  func fileName(override encoding: String?) throws(ConversionError) -> [UInt8]? {
    guard let name = storedName?.split(separator: UInt8(ascii: "/")).last.map({ Array($0) }),
      name != Array(".".utf8), name != Array("..".utf8)
    else { return nil }
    if String(validating: name, as: UTF8.self) != nil { return name }
    if let encoding {
      return try NameDecoder(guessingFrom: [name], override: encoding).decode(name)
    }
    return name.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
  }
}
