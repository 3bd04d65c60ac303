import ConverterCore
import Hummingbird
import NIOCore

/// What is to be decided or undone, from a script or a form.
struct TriageRequest {
  /// The fields of a form, or the members of an object.
  let form: Form
  /// Whether a script asks, which is answered as JSON.
  let isScript: Bool

  /// The selection of a large queue.
  private static let mostBytes = 4 << 20
  private static let mostScriptBytes = 64 << 10

  init(_ request: Request) async throws {
    isScript = request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true
    guard isScript else {
      form = try await Form(request, atMost: Self.mostBytes)
      return
    }
    var bytes: [UInt8] = []
    for try await buffer in request.body {
      bytes += buffer.readableBytesView
      guard bytes.count <= Self.mostScriptBytes else {
        throw ConversionError.exceeding(
          .init(fixed: "body", needed: bytes.count, allowed: Self.mostScriptBytes),
          "a decision has at most \(Self.mostScriptBytes) bytes")
      }
    }
    guard let members = try? JSONValue(parsing: bytes).members else {
      throw ConversionError(.usage, "this is no JSON object")
    }
    form = Form(
      fields: members.flatMap { member in
        (member.value.elements ?? [member.value]).map { value in
          (member.key, value.text ?? value.int.map(String.init) ?? "")
        }
      })
  }

  /// All values of a name.
  func all(_ name: String) -> [String] {
    form.fields.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
  }

  /// What makes the request one that is done once: `SESSION:NUMBER`, which the page makes up and counts.
  ///
  /// - Throws: `usage` where it has none.
  func sequence() throws(ConversionError) -> JSONValue.Member {
    guard let session = form["session"], (8...64).contains(session.utf8.count),
      session.utf8.allSatisfy({ $0.isHexadecimalDigit }),
      let number = form["seq"].flatMap({ Int($0) }), number > 0
    else {
      throw ConversionError(
        .usage, "a decision has a \"session\" of hexadecimal digits and a \"seq\" from 1")
    }
    return .init("request", .string("\(session):\(number)"))
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    (0x30...0x39).contains(self) || (0x61...0x66).contains(self)
  }
}

extension Response {
  /// An answer for a script.
  static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(string: value.description)))
  }
}
