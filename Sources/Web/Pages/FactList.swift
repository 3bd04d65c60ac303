import ConverterCore

/// What is known of a file, as lines of a name and a value.
struct FactList {
  private let lines: [(label: String, value: String)]

  /// - Parameter facts: a line of `fairy info --json`.
  init(_ facts: JSONValue) {
    var lines: [(label: String, value: String)] = []
    for member in facts.members ?? [] where member.key != "path" && member.key != "error" {
      Self.add(member, behind: "", to: &lines)
    }
    self.lines = lines
  }

  private static func add(
    _ member: JSONValue.Member, behind prefix: String,
    to lines: inout [(label: String, value: String)]
  ) {
    switch member.value {
    case .null: break
    // The model's own facts stand beside those of the file.
    case .object(let members):
      for inner in members {
        add(inner, behind: prefix.isEmpty ? " " : member.key + " ", to: &lines)
      }
    default:
      let label = (prefix + member.key).drop { $0 == " " }
      lines.append((String(label), text(of: member.value)))
    }
  }

  /// A value as people read it.
  static func text(of value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .array(let elements): elements.map(text).joined(separator: ", ")
    default: value.description
    }
  }

  /// For the template: `facts`, `hasFacts`.
  var values: [String: Any] {
    ["hasFacts": !lines.isEmpty, "facts": lines.map { ["label": $0.label, "value": $0.value] }]
  }
}
