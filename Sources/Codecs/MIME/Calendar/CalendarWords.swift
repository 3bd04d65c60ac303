/// What the terms of calendars mean to people.
enum CalendarWords {
  static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Text in one line, without characters that are not seen.
  static func line(_ text: String) -> String {
    lines(text).joined(separator: " ")
  }

  /// The lines of a text without characters that are not seen, blanks at both ends, and blank lines at the
  /// beginning and end and in rows.
  static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    for line in text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
    {
      let clean = visible(line)
      if !clean.isEmpty || lines.last.map({ !$0.isEmpty }) ?? false { lines.append(clean) }
    }
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines
  }

  private static func visible(_ line: Substring) -> String {
    var text = ""
    var isBlank = false
    for scalar in line.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar != "\t",
        .format where scalar != "\u{200C}" && scalar != "\u{200D}":
        continue
      case .control, .spaceSeparator: isBlank = true
      default:
        if isBlank, !text.isEmpty { text += " " }
        isBlank = false
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// What a calendar is sent for (RFC 5546, 1.4).
  static func method(_ name: String, sequence: Int) -> String {
    switch name {
    case "REQUEST": sequence > 0 ? "updated invitation (update \(sequence))" : "invitation"
    case "CANCEL": "cancellation"
    case "REPLY": "reply"
    case "PUBLISH": "for information"
    case "ADD": "further occurrences"
    case "REFRESH": "request for the latest version"
    case "COUNTER": "proposal of a change"
    case "DECLINECOUNTER": "proposal declined"
    default: line(name.lowercased())
    }
  }

  /// An answer to an invitation (RFC 5545, 3.2.12).
  static func answer(_ status: String) -> String {
    switch status.trimmedCapitals {
    case "NEEDS-ACTION": "no answer yet"
    case "ACCEPTED": "accepted"
    case "DECLINED": "declined"
    case "TENTATIVE": "tentative"
    case "DELEGATED": "delegated"
    case "COMPLETED": "completed"
    case "IN-PROCESS": "in process"
    default: line(status.lowercased())
    }
  }

  /// RFC 5545, 3.3.6: `PT1H30M` as `1 hour 30 minutes`; `nil` for what is none.
  static func duration(_ value: String) -> String? {
    var words: [String] = []
    var number: Int?
    var isTime = false
    for byte in value.utf8.prefix(64) {
      switch byte {
      case 0x30...0x39: number = min((number ?? 0) * 10 + Int(byte - 0x30), 999_999)
      case 0x54: isTime = true
      case 0x50, 0x2B, 0x20: break
      default:
        guard let count = number, let unit = unit(byte, isTime: isTime) else { return nil }
        if count > 0 { words.append("\(count) \(unit)\(count == 1 ? "" : "s")") }
        number = nil
      }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func unit(_ letter: UInt8, isTime: Bool) -> String? {
    switch (letter, isTime) {
    case (0x57, false): "week"
    case (0x44, false): "day"
    case (0x48, true): "hour"
    case (0x4D, true): "minute"
    case (0x53, true): "second"
    default: nil
    }
  }
}
