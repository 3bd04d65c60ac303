import ConverterCore

/// What a viewer in a sealed worker requests of the screen that its supervisor holds.
enum ScreenRequest: Equatable {
  /// Shows lines; there is no answer.
  case draw([[UInt8]])
  /// - timeout: in milliseconds; `nil` waits for as long as it takes.
  case nextEvent(timeout: Int?)
  case copy([UInt8])
}

/// The answer to a ``ScreenRequest``, and what a screen begins with.
struct ScreenAnswer: Equatable {
  var size: ScreenSize
  var event: ScreenEvent?
  /// Why it was not done.
  var refusal: ConversionError?

  static func == (one: Self, other: Self) -> Bool {
    one.size == other.size && one.event == other.event
      && one.refusal?.message == other.refusal?.message
  }
}

extension ScreenRequest {
  var json: JSONValue {
    switch self {
    case .draw(let lines):
      .object([
        .init("draw", .array(lines.map { .string(String(decoding: $0, as: UTF8.self)) }))
      ])
    case .nextEvent(let timeout):
      .object([.init("event", timeout.map { .integer($0) } ?? .null)])
    case .copy(let text):
      .object([.init("copy", .string(text.hexadecimal))])
    }
  }

  /// - Throws: `damagedInput` for what is no such request.
  init(_ json: JSONValue) throws(ConversionError) {
    if let lines = json["draw"]?.elements {
      self = .draw(lines.map { Array(($0.text ?? "").utf8) })
    } else if let timeout = json["event"] {
      self = .nextEvent(timeout: timeout.int.map { max(0, $0) })
    } else if let text = json["copy"]?.text.flatMap([UInt8].init(hexadecimal:)) {
      self = .copy(text)
    } else {
      throw ConversionError(.damagedInput, "no message of a worker")
    }
  }
}

extension ScreenAnswer {
  var json: JSONValue {
    .object([
      .init("columns", .integer(size.columns)), .init("rows", .integer(size.rows)),
      .init("event", event?.json ?? .null),
      .init("refusal", refusal?.json(besides: nil) ?? .null),
    ])
  }

  /// - Throws: `damagedInput` for what is no such answer.
  init(_ json: JSONValue) throws(ConversionError) {
    guard let columns = json["columns"]?.int, let rows = json["rows"]?.int else {
      throw ConversionError(.damagedInput, "no message of a supervisor")
    }
    size = ScreenSize(columns: columns, rows: rows)
    if let event = json["event"], event != .null { self.event = try ScreenEvent(event) }
    if let error = json["refusal"], error != .null {
      refusal = try ConversionError(json: error, besides: nil)
    }
  }
}

extension ScreenEvent {
  fileprivate var json: JSONValue {
    switch self {
    case .character(let scalar): .object([.init("character", .integer(Int(scalar.value)))])
    case .key(.control(let scalar)): .object([.init("control", .integer(Int(scalar.value)))])
    case .key(let key): .object([.init("key", .integer(Self.keys.firstIndex(of: key) ?? 0))])
    case .paste(let text): .object([.init("paste", .string(text))])
    case .resize: .string("resize")
    case .tick: .string("tick")
    case .end: .string("end")
    }
  }

  fileprivate init(_ json: JSONValue) throws(ConversionError) {
    if let scalar = json["character"]?.scalar {
      self = .character(scalar)
    } else if let scalar = json["control"]?.scalar {
      self = .key(.control(scalar))
    } else if let index = json["key"]?.int, Self.keys.indices.contains(index) {
      self = .key(Self.keys[index])
    } else if let text = json["paste"]?.text {
      self = .paste(text)
    } else {
      switch json.text {
      case "resize": self = .resize
      case "tick": self = .tick
      case "end": self = .end
      default: throw ConversionError(.damagedInput, "no message of a supervisor")
      }
    }
  }

  /// All but those with a letter; both sides are the same program, so that the place in the list names a key.
  private static let keys: [Key] = [
    .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .escape, .backspace,
    .delete, .tab, .backTab, .farUp, .farDown, .farLeft, .farRight,
  ]
}

extension JSONValue {
  fileprivate var scalar: Unicode.Scalar? {
    int.flatMap { UInt32(exactly: $0) }.flatMap { Unicode.Scalar($0) }
  }
}
