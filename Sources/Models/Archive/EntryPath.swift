import ConverterCore

/// The path of an entry within its archive.
///
/// It is what the archive says, decoded to UTF-8 in normal form C, with `/` between components and no
/// slash at the end, and nothing else changed: a path like `../x` stays one, and is refused by whoever
/// would write it. Bytes that no encoding explains stay as they are.
public struct EntryPath: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The parts between slashes; empty ones are left out.
  public var components: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "/")) }

  /// The path for messages, without power over a terminal.
  public var printable: String { String(decoding: bytes, as: UTF8.self).printable }
}
