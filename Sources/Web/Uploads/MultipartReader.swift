import ConverterCore

/// Reads the body of a form with files (RFC 7578), as it comes, in little memory.
///
/// Whatever follows the head of a part up to the next boundary is passed on at once; no more than a boundary is held back.
struct MultipartReader {
  enum Event: Equatable {
    /// A part begins: a field, or a file with its name.
    case begin(field: String, fileName: String?)
    case bytes([UInt8])
    /// The part has ended.
    case end
  }

  private enum State { case preamble, head, content, over }

  private let boundary: [UInt8]
  private var buffer: [UInt8]
  private var state = State.preamble

  private static let mostHeadBytes = 16 << 10

  /// - Parameter contentType: the header of the request.
  /// - Returns: `nil` for a body of another kind, or one without a boundary.
  init?(contentType: String) {
    let parts = contentType.split(separator: ";").map { part in
      String(part.drop { $0 == " " })
    }
    guard parts.first?.lowercased() == "multipart/form-data",
      let parameter = parts.dropFirst().first(where: { $0.lowercased().hasPrefix("boundary=") })
    else { return nil }
    let value = parameter.dropFirst("boundary=".count).filter { $0 != "\"" }
    guard (1...70).contains(value.utf8.count) else { return nil }
    boundary = Array("\r\n--\(value)".utf8)
    // The first boundary has no line before it.
    buffer = Array("\r\n".utf8)
  }

  /// Takes more of the body.
  ///
  /// - Throws: `damagedInput` for what is no such form.
  mutating func read(_ bytes: some Sequence<UInt8>) throws(ConversionError) -> [Event] {
    buffer += bytes
    var events: [Event] = []
    while let event = try next() { events.append(contentsOf: event) }
    return events
  }

  /// To be called when the body is over.
  ///
  /// - Throws: `damagedInput` where it ends too early.
  func finish() throws(ConversionError) {
    guard state == .over else { throw Self.damaged("ends too early") }
  }

  /// - Returns: `nil` when more bytes are needed.
  private mutating func next() throws(ConversionError) -> [Event]? {
    switch state {
    case .preamble:
      guard let place = place(of: boundary) else {
        dropAllButTail()
        return nil
      }
      return try endBoundary(behind: place.upperBound, [])
    case .head: return try head()
    case .content:
      guard let place = place(of: boundary) else {
        let count = buffer.count - boundary.count
        guard count > 0 else { return nil }
        let bytes = Array(buffer.prefix(count))
        buffer.removeFirst(count)
        return [.bytes(bytes)]
      }
      let bytes = Array(buffer[..<place.lowerBound])
      return try endBoundary(
        behind: place.upperBound, (bytes.isEmpty ? [] : [.bytes(bytes)]) + [.end])
    case .over:
      buffer = []
      return nil
    }
  }

  private func place(of text: [UInt8]) -> Range<Int>? {
    buffer.span.firstOffset(of: text.span).map { $0..<$0 + text.count }
  }

  private mutating func dropAllButTail() {
    guard buffer.count > boundary.count else { return }
    buffer.removeFirst(buffer.count - boundary.count)
  }

  /// What follows a boundary: a line end before the next part, or two hyphens at the end.
  private mutating func endBoundary(
    behind place: Int, _ events: [Event]
  ) throws(ConversionError) -> [Event]? {
    guard buffer.count >= place + 2 else { return nil }
    switch Array(buffer[place..<place + 2]) {
    case Array("--".utf8): state = .over
    case Array("\r\n".utf8): state = .head
    default: throw Self.damaged("has a boundary that nothing follows")
    }
    buffer.removeFirst(place + 2)
    return events
  }

  private mutating func head() throws(ConversionError) -> [Event]? {
    guard let end = place(of: Array("\r\n\r\n".utf8)) else {
      guard buffer.count <= Self.mostHeadBytes else { throw Self.damaged("has a part without end") }
      return nil
    }
    let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).split(
      separator: "\r\n")
    buffer.removeFirst(end.upperBound)
    state = .content
    for line in lines {
      guard let colon = line.firstIndex(of: ":"),
        line[..<colon].lowercased() == "content-disposition"
      else { continue }
      let value = line[line.index(after: colon)...]
      guard let field = Self.parameter("name", of: value) else { break }
      return [.begin(field: field, fileName: Self.parameter("filename", of: value))]
    }
    throw Self.damaged("has a part without a name")
  }

  /// A quoted parameter; browsers write `"` in a name as `%22`, and line ends as `%0D` and `%0A`.
  private static func parameter(_ name: String, of value: Substring) -> String? {
    guard let start = value.firstRange(of: " \(name)=\"") else { return nil }
    let rest = value[start.upperBound...]
    guard let end = rest.firstIndex(of: "\"") else { return nil }
    return String(rest[..<end]).replacing("%22", with: "\"").replacing("%0D", with: "\r")
      .replacing("%0A", with: "\n")
  }

  private static func damaged(_ what: String) -> ConversionError {
    ConversionError(.damagedInput, "the form \(what)")
  }
}
