/// Somebody who invites or is invited (RFC 5545, 3.8.4.1 and 3.8.4.3).
struct CalendarPerson {
  private let property: CalendarProperty

  init(_ property: CalendarProperty) { self.property = property }

  /// `Ada Lovelace <ada@example.com>`
  var name: String {
    var address = CalendarWords.line(property.value)
    if address.lowercased().hasPrefix("mailto:") { address = String(address.dropFirst(7)) }
    let name = property["CN"].map(CalendarWords.line) ?? ""
    if name.isEmpty || name == address { return address }
    return address.isEmpty ? name : "\(name) <\(address)>"
  }

  var answer: String? { property["PARTSTAT"].map(CalendarWords.answer) }

  /// The name with what the calendar says of the one who is invited.
  var words: String {
    let notes = [role, answer].compactMap { $0 }
    return notes.isEmpty ? name : "\(name) (\(notes.joined(separator: ", ")))"
  }

  private var role: String? {
    switch (property["CUTYPE"] ?? "").trimmedCapitals {
    case "ROOM": return "room"
    case "RESOURCE": return "resource"
    case "GROUP": return "group"
    default: break
    }
    switch (property["ROLE"] ?? "").trimmedCapitals {
    case "CHAIR": return "chair"
    case "OPT-PARTICIPANT": return "optional"
    case "NON-PARTICIPANT": return "for information"
    default: return nil
    }
  }
}
