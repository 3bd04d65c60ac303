import ConverterCore
import SystemPackage

/// What a `.trashinfo` file says: where a file was, and when it was moved.
struct TrashInfo: Equatable {
  /// As it stands there: absolute in the trash of the home folder, else from the top folder of the file system on.
  let path: [UInt8]
  /// In local time, without a zone: `2026-11-22T21:16:36`
  let date: String

  private static let head = "[Trash Info]"

  /// The whole file.
  var text: String { "\(Self.head)\nPath=\(Self.encoded(path))\nDeletionDate=\(date)\n" }

  init(path: [UInt8], date: String) { (self.path, self.date) = (path, date) }

  /// Reads a file of any program.
  ///
  /// - Returns: `nil` for what is none.
  init?(_ text: [UInt8]) {
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    guard lines.first.map({ $0 == Self.head }) ?? false else { return nil }
    func value(_ key: String) -> Substring? {
      lines.first { $0.hasPrefix(key + "=") }.map { $0.dropFirst(key.utf8.count + 1) }
    }
    guard let path = value("Path").flatMap({ Self.decoded($0) }), !path.isEmpty else { return nil }
    (self.path, date) = (path, String(value("DeletionDate") ?? ""))
  }

  /// As RFC 2396 has it: letters, digits and `-_.~/` as they are, all other bytes as `%XX`.
  private static func encoded(_ path: [UInt8]) -> String {
    var text = ""
    for byte in path {
      let scalar = Unicode.Scalar(byte)
      if byte < 0x80,
        scalar.properties.isAlphabetic || "0123456789-_.~/".unicodeScalars.contains(scalar)
      {
        text.unicodeScalars.append(scalar)
      } else {
        text += "%" + String(UInt16(byte) + 0x100, radix: 16, uppercase: true).dropFirst()
      }
    }
    return text
  }

  /// - Returns: `nil` where a `%` stands before no two digits.
  private static func decoded(_ text: Substring) -> [UInt8]? {
    var (bytes, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.count >= 2
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
