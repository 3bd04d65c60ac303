import ConverterCore
import Testing

@testable import FairyWeb

@Suite struct MultipartReaderTests {
  private static let form =
    "--b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n"
    + "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a %22b%22.txt\"\r\n"
    + "Content-Type: text/plain\r\n\r\n1\r\n--\r\n--bb\r\n2\r\n"
    + "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\"\r\n\r\n\r\n--b--\r\n"

  private static let events: [MultipartReader.Event] = [
    .begin(field: "note", fileName: nil), .bytes(Array("hello".utf8)), .end,
    .begin(field: "files", fileName: "a \"b\".txt"), .bytes(Array("1\r\n--\r\n--bb\r\n2".utf8)),
    .end,
    .begin(field: "files", fileName: ""), .end,
  ]

  /// Bytes that follow each other are one event, however they came.
  private func joined(_ events: [MultipartReader.Event]) -> [MultipartReader.Event] {
    events.reduce(into: []) { joined, event in
      if case .bytes(let more) = event, case .bytes(let bytes)? = joined.last {
        joined[joined.count - 1] = .bytes(bytes + more)
      } else {
        joined.append(event)
      }
    }
  }

  private func events(of form: String, by size: Int) throws -> [MultipartReader.Event] {
    var reader = try #require(MultipartReader(contentType: "multipart/form-data; boundary=b"))
    var events: [MultipartReader.Event] = []
    let bytes = Array(form.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      events += try reader.read(bytes[start..<min(bytes.count, start + size)])
    }
    try reader.finish()
    return joined(events)
  }

  /// Boundaries are found wherever the pieces in which the body comes are cut.
  @Test(arguments: 1...40) func readsPiecesOfAnySize(_ size: Int) throws {
    // The boundary "bb" of the text begins with the boundary "b": only a line that is the boundary ends a part.
    let form = Self.form.replacing("--bb", with: "--cb")
    let expected = Self.events.map { event -> MultipartReader.Event in
      guard case .bytes(let bytes) = event else { return event }
      return .bytes(
        Array(String(decoding: bytes, as: UTF8.self).replacing("--bb", with: "--cb").utf8))
    }
    #expect(try events(of: form, by: size) == expected)
  }

  @Test func refusesABodyThatEndsTooEarly() throws {
    let bytes = Array(Self.form.replacing("--bb", with: "--cb").utf8)
    for count in 0..<bytes.count - 4 {
      var reader = try #require(MultipartReader(contentType: "multipart/form-data; boundary=b"))
      #expect(throws: ConversionError.self) {
        _ = try reader.read(bytes.prefix(count))
        try reader.finish()
      }
    }
  }

  @Test func refusesHeadsWithoutEnd() throws {
    var reader = try #require(MultipartReader(contentType: "multipart/form-data; boundary=b"))
    #expect(throws: ConversionError.self) {
      _ = try reader.read(Array("--b\r\n".utf8))
      for _ in 0..<100 { _ = try reader.read([UInt8](repeating: 0x41, count: 1000)) }
    }
  }

  @Test(arguments: ["text/plain", "multipart/form-data", "multipart/form-data; boundary=", ""])
  func isNoFormWithFiles(_ type: String) {
    #expect(MultipartReader(contentType: type) == nil)
  }
}
