/// INI and TOML: sections in brackets, and lines of keys and values.
enum SettingsProbe {
  static func examine(_ text: TextLines) -> TypeFinding? {
    var scan = Scan()
    for line in text.lines {
      guard scan.takes(text, line) else { return nil }
    }
    if scan.isTOML {
      return TypeFinding(
        .structure, "public.toml", scan.sections > 0 ? 0.78 : 0.7,
        "\(scan.keys) keys with values of TOML"
      )
      .or(["public.ini"])
    }
    guard scan.sections > 0, scan.keys > 0 else { return nil }
    return TypeFinding(
      .structure, "public.ini", 0.78, "\(scan.keys) keys in \(scan.sections) sections"
    )
    .or(["public.toml"])
  }

  private struct Scan {
    private(set) var keys = 0
    private(set) var sections = 0
    private var quoted = 0
    private var arrays = 0
    private var allTOML = true
    private var hasSpacedSigns = true
    /// What ends the value that the lines before began: `]` or three quotes.
    private var end: StaticString?

    /// Strings in quotes or lists, and nothing that TOML does not have.
    var isTOML: Bool {
      allTOML && keys > 0 && quoted + arrays > 0 && (sections > 0 || keys > 1 && hasSpacedSigns)
    }

    mutating func takes(_ text: TextLines, _ line: Range<Int>) -> Bool {
      let content = text.stripped(line)
      guard !content.isEmpty else { return true }
      if let end {
        if text.begins(content, end) || text.ends(content, end) { self.end = nil }
        return true
      }
      switch text.bytes[content.lowerBound] {
      case UInt8(ascii: "#"): return true
      case UInt8(ascii: ";"):
        allTOML = false
        return true
      case UInt8(ascii: "["): return takesSection(text, content)
      default: return takesKey(text, content, isIndented: content.lowerBound > line.lowerBound)
      }
    }

    private mutating func takesSection(_ text: TextLines, _ line: Range<Int>) -> Bool {
      guard let close = text.bytes[line].lastIndex(of: UInt8(ascii: "]")) else { return false }
      let rest = text.stripped(close + 1..<line.upperBound)
      guard rest.isEmpty || "#;".utf8.contains(text.bytes[rest.lowerBound]) else { return false }
      let name = text.bytes[line.lowerBound + 1..<close]
      // A line of a JSON array, or of a poem.
      guard !name.isEmpty, name.count <= 80, !name.contains(UInt8(ascii: ",")) else { return false }
      if text.begins(line, "[[") {
        arrays += 1
      } else if !name.allSatisfy({
        isBare($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\"")
      }) {
        allTOML = false
      }
      sections += 1
      return true
    }

    private mutating func takesKey(_ text: TextLines, _ line: Range<Int>, isIndented: Bool) -> Bool
    {
      guard let sign = text.bytes[line].firstIndex(of: UInt8(ascii: "=")) else {
        // A value goes on, or a switch has none.
        allTOML = false
        return sections > 0 && (isIndented || !text.bytes[line].contains(0x20))
      }
      let name = text.bytes[line.lowerBound..<sign]
      guard let end = name.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return false }
      let key = name[...end]
      guard key.count <= 80, !"<({$\"'".utf8.contains(key[key.startIndex]) || sections > 0
      else { return false }
      // A sentence with a sign in it is no key.
      guard key.count(where: { $0 == 0x20 }) <= 3 else { return false }
      if !key.allSatisfy({ isBare($0) || ".\"'".utf8.contains($0) }) { allTOML = false }
      if sign == line.lowerBound || text.bytes[sign - 1] != 0x20 { hasSpacedSigns = false }
      keys += 1
      addValue(text, text.stripped(sign + 1..<line.upperBound))
      return true
    }

    private mutating func addValue(_ text: TextLines, _ value: Range<Int>) {
      guard let first = text.bytes[value].first else {
        allTOML = false
        return
      }
      switch first {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        quoted += 1
        if text.begins(value, "\"\"\""), value.count < 6 || !text.ends(value, "\"\"\"") {
          end = "\"\"\""
        }
        if text.begins(value, "'''"), value.count < 6 || !text.ends(value, "'''") { end = "'''" }
        if text.bytes[value].dropFirst().firstIndex(of: first) == nil { allTOML = false }
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        arrays += 1
        let (open, close) =
          first == UInt8(ascii: "[") ? (first, UInt8(ascii: "]")) : (first, UInt8(ascii: "}"))
        let depth = text.bytes[value].reduce(0) { $0 + ($1 == open ? 1 : $1 == close ? -1 : 0) }
        if depth > 0 { end = first == UInt8(ascii: "[") ? "]" : "}" }
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"):
        let number = text.bytes[value].prefix { $0 != 0x20 && $0 != UInt8(ascii: "#") }
        if !number.allSatisfy({
          (0x30...0x39).contains($0) || "+-_.:TZtzeExabcdefABCDEFo".utf8.contains($0)
        }) {
          allTOML = false
        }
      default:
        if !text.begins(value, "true"), !text.begins(value, "false"), !text.begins(value, "inf"),
          !text.begins(value, "nan")
        {
          allTOML = false
        }
      }
    }

    private func isBare(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
      default: false
      }
    }
  }
}
