internal import ConverterCore
import TreeModel

/// What the tokens of a tree come to.
struct TreeTally {
  private(set) var values = 0
  private(set) var objects = 0
  private(set) var arrays = 0
  private(set) var keys = 0
  private(set) var strings = 0
  private(set) var numbers = 0
  private(set) var booleans = 0
  private(set) var nulls = 0
  /// Members or items of the outermost values.
  private(set) var members = 0
  /// Containers within each other: 0 for a number alone.
  private(set) var deepest = 0
  /// What the outermost values are; `nil` where they differ, or there is none.
  private(set) var root: String?
  private var depth = 0

  mutating func add(_ token: Token) {
    switch token.kind {
    case .endObject, .endArray:
      depth -= 1
      return
    case .key:
      keys += 1
      if depth == 1 { members += 1 }
      return
    case .beginObject: objects += 1
    case .beginArray: arrays += 1
    case .string: strings += 1
    case .number: numbers += 1
    case .true, .false: booleans += 1
    case .null: nulls += 1
    }
    if depth == 0 { addRoot(token.kind) }
    if depth == 1, isInArray { members += 1 }
    if token.kind == .beginObject || token.kind == .beginArray {
      if depth == 0 { isInArray = token.kind == .beginArray }
      depth += 1
      deepest = max(deepest, depth)
    }
  }

  /// Whether the outermost container is an array.
  private var isInArray = false

  private mutating func addRoot(_ kind: Token.Kind) {
    let name = Self.name(of: kind)
    root = values == 0 || root == name ? name : nil
    values += 1
  }

  private static func name(of kind: Token.Kind) -> String {
    switch kind {
    case .beginObject, .endObject: "object"
    case .beginArray, .endArray: "array"
    case .key, .string: "string"
    case .number: "number"
    case .true, .false: "boolean"
    case .null: "null"
    }
  }
}

extension TreeTally {
  func facts(isSequence: Bool) -> [Fact] {
    func number(_ key: String, _ label: String, _ value: Int) -> Fact {
      Fact(key, value > 0 ? label : nil, "\(value)", json: .integer(value))
    }
    var facts: [Fact] = []
    if isSequence { facts.append(Fact("values", "Values", "\(values)", json: .integer(values))) }
    let kind = root ?? (values > 0 ? "mixed" : nil)
    facts.append(
      Fact(
        "root", kind == nil ? nil : isSequence ? "Each is" : "Value", kind ?? "",
        json: kind.map { .string($0) } ?? .null))
    if root == "object" || root == "array" {
      facts.append(number("members", root == "object" ? "Members" : "Items", members))
    }
    return facts + [
      Fact("depth", deepest > 0 ? "Depth" : nil, "\(deepest)", json: .integer(deepest)),
      number("objects", "Objects", objects), number("arrays", "Arrays", arrays),
      number("keys", "Keys", keys), number("strings", "Strings", strings),
      number("numbers", "Numbers", numbers), number("booleans", "Booleans", booleans),
      number("nulls", "Nulls", nulls),
    ]
  }
}
