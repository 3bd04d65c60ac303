import ConverterCore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The fields of a form, or what stands behind the question mark of an address.
struct Form: Sendable {
  /// In their order; a name may occur several times.
  let fields: [(name: String, value: String)]

  /// Reads the body of a request.
  ///
  /// - Throws: `usage` for a body of another kind, `limitExceeded` for one that is too long.
  init(_ request: Request, atMost most: Int) async throws {
    let type = request.headers[.contentType] ?? ""
    guard type.lowercased().hasPrefix("application/x-www-form-urlencoded") else {
      throw ConversionError(.usage, "this is no form")
    }
    var bytes: [UInt8] = []
    for try await buffer in request.body {
      bytes += buffer.readableBytesView
      guard bytes.count <= most else {
        throw ConversionError.exceeding(
          .init(fixed: "form", needed: bytes.count, allowed: most),
          "a form has at most \(most) bytes")
      }
    }
    self.init(encoded: String(decoding: bytes, as: UTF8.self))
  }

  /// - Parameter encoded: `a=1&b=x%20y`
  init(encoded: some StringProtocol) {
    fields = encoded.split(separator: "&").map { field in
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
    }
  }

  init(fields: [(name: String, value: String)]) { self.fields = fields }

  init(_ uri: URI) { self.init(encoded: uri.query ?? "") }

  /// The first value of a name; `nil` where there is none, or an empty one.
  subscript(name: String) -> String? {
    fields.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
  }

  /// The first value of a name, which may be empty; `nil` where there is none.
  func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// A whole number from 0; `standard` for anything else.
  func number(_ name: String, or standard: Int) -> Int {
    self[name].flatMap { Int($0) }.map { max(0, $0) } ?? standard
  }

  private static func decoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+") {
        bytes.append(0x20)
      } else if byte == UInt8(ascii: "%"),
        let value = [UInt8](hexadecimal: String(decoding: rest.prefix(2), as: UTF8.self))?.first,
        rest.count >= 2
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text as a value in an address.
  static func encoded(_ text: String) -> String {
    text.utf8.map { byte -> String in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e:
        return String(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (byte < 16 ? "0" : "") + digits
      }
    }.joined()
  }
}
