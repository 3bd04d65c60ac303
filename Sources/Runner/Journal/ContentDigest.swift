import ConverterCore
import Deflate
import SystemPackage

/// A digest of a file's content, by which an edit is noticed that leaves its size and time as they were.
///
/// CRC-32 is no protection against somebody who means to deceive, and costs a tenth of a millisecond for a megabyte.
enum ContentDigest {
  /// The digest of a file as it stands in journals, `crc32:0badf00d`; `nil` where it cannot be read, or libdeflate is not
  /// there.
  static func of(_ path: FilePath) -> String? {
    guard let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else {
      return nil
    }
    defer { try? file.close() }
    return of(file)
  }

  /// The same of an open file.
  static func of(_ file: FileDescriptor) -> String? {
    guard let deflate = try? DeflateHandle(level: 1) else { return nil }
    let buffer = ByteBuffer(capacity: 1 << 18)
    var checksum: UInt32 = 0
    var offset = 0
    while true {
      buffer.removeAll()
      guard let count = try? buffer.append(1 << 18, from: file, at: offset) else { return nil }
      guard count > 0 else { break }
      checksum = deflate.crc32(buffer.span, after: checksum)
      offset += count
    }
    let digits = String(checksum, radix: 16)
    return "crc32:" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
