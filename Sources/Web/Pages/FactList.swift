import ConverterCore

/// What is known of a file, as lines of a name and a value.
///
/// What is as everybody expects it (no, none, an ordinary orientation) is left out, and so is what stands elsewhere on the page.
struct FactList {
  private let lines: [(label: String, value: String)]

  private static let leftOut: Set<String> = [
    "path", "error", "bytes", "type", "confidence", "mismatchWhy", "outline",
    "nameEncodingConfidence",
  ]

  /// - Parameter facts: a line of `fairy info --json`.
  init(_ facts: JSONValue, _ words: Words) {
    var lines: [(label: String, value: String)] = []
    for member in facts.members ?? [] where !Self.leftOut.contains(member.key) {
      if case .object(let members) = member.value {
        // The facts of the model stand beside those of the file.
        for inner in members where !Self.leftOut.contains(inner.key) {
          Self.add(inner, words, to: &lines)
        }
      } else {
        Self.add(member, words, to: &lines)
      }
    }
    self.lines = lines
  }

  private static func add(
    _ member: JSONValue.Member, _ words: Words, to lines: inout [(label: String, value: String)]
  ) {
    switch (member.key, member.value) {
    case (_, .null), (_, .bool(false)), (_, .integer(0)), (_, .array([])),
      ("orientation", .integer(1)),
      ("frames", .integer(1)):
      break
    case (_, .object(let members)):
      let values = members.map { inner in
        inner.key == "time"
          ? exposure(inner.value) : "\(label(inner.key, words)) \(text(of: inner.value))"
      }
      lines.append((label(member.key, words), values.joined(separator: ", ")))
    case ("sizes", .array(let sizes)):
      lines.append((label(member.key, words), sizes.map(pageSize).joined(separator: ", ")))
    default: lines.append((label(member.key, words), text(of: member.value)))
    }
  }

  /// What the catalogue calls it, else `focalLength` as `focal length`.
  private static func label(_ key: String, _ words: Words) -> String {
    words.texts["fact_\(key)"] ?? english(key)
  }

  private static func english(_ key: String) -> String {
    key.reduce(into: "") { label, character in
      label += character.isUppercase ? " " + character.lowercased() : String(character)
    }
  }

  /// A value as people read it.
  static func text(of value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .bool(let isSo): isSo ? "✓" : "–"
    case .string(let text): text
    case .number(let number): rounded(number)
    case .array(let elements): elements.map(text).joined(separator: ", ")
    case .object(let members): members.map { text(of: $0.value) }.joined(separator: " ")
    default: value.description
    }
  }

  /// A size in points as `210 × 297 mm`.
  private static func pageSize(_ size: JSONValue) -> String {
    let sides = ["width", "height"].map { side in
      "\(Int(((size[side]?.double ?? 0) * 25.4 / 72).rounded()))"
    }
    return sides.joined(separator: " × ") + "\u{a0}mm"
  }

  /// A time of exposure, in seconds: `1/120 s`.
  private static func exposure(_ value: JSONValue) -> String {
    guard let seconds = value.double, seconds > 0, seconds < 0.5 else {
      return "\(text(of: value)) s"
    }
    return "1/\(Int((1 / seconds).rounded())) s"
  }

  /// With four digits behind the point at most, which is as exact as what is measured; places on the earth keep theirs.
  private static func rounded(_ number: Double) -> String {
    JSONValue.number((number * 10_000).rounded() / 10_000).description
  }

  /// For the template: `facts`, `hasFacts`.
  var values: [String: Any] {
    [
      "hasFacts": !lines.isEmpty,
      "facts": lines.map { line -> [String: Any] in
        // What the catalogue does not know is English, and begins with a small letter.
        [
          "label": line.label, "value": line.value,
          "isEnglish": line.label.first?.isLowercase == true,
        ]
      },
    ]
  }
}
