import ConverterCore
import SystemPackage

extension FilePath {
  /// The path for people: control characters and bytes that are not UTF-8 are shown escaped, so that
  /// a name can neither move the cursor nor break the line.
  var display: String {
    bytes.withUnsafeBufferPointer { buffer in
      var text = ""
      var rest = buffer[...]
      while let first = rest.first {
        let scalar = (1...min(4, rest.count)).lazy
          .compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
        if let scalar, !scalar.isEmpty {
          text += scalar.printable
          rest = rest.dropFirst(scalar.utf8.count)
        } else {
          text += "\\x" + String(first, radix: 16, uppercase: true)
          rest = rest.dropFirst()
        }
      }
      return text
    }
  }

  /// The members that name the path in JSON: its text, and its exact bytes where they are not UTF-8.
  func members(_ key: String) -> [JSONValue.Member] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard String(validating: bytes, as: UTF8.self) == nil else {
      return [.init(key, .string(text))]
    }
    let hex = bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    return [.init(key, .string(text)), .init("\(key)Hex", .string(hex))]
  }

  private var bytes: [UInt8] {
    withPlatformString { pointer in
      var bytes: [UInt8] = []
      var cursor = pointer
      while cursor.pointee != 0 {
        bytes.append(UInt8(bitPattern: cursor.pointee))
        cursor += 1
      }
      return bytes
    }
  }
}
