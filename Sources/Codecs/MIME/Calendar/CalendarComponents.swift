internal import ConverterCore

/// The parts of a calendar that people read: events, tasks, entries of a journal, times.
struct CalendarComponents {
  struct Component {
    /// `VEVENT`
    let name: String
    var properties: [CalendarProperty] = []

    func first(_ name: String) -> CalendarProperty? { properties.first { $0.name == name } }

    func all(_ name: String) -> [CalendarProperty] { properties.filter { $0.name == name } }
  }

  /// How many there are, of which ``list`` holds the first.
  private(set) var count = 0
  private(set) var list: [Component] = []
  /// What the calendar is sent for: `REQUEST` (RFC 5546, 1.4).
  private(set) var method: String?

  private static let shown = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY"]
  private static let most = 50
  private static let mostProperties = 50_000
  private static let mostDepth = 32

  /// The components that are open, the innermost last; deeper ones are counted only.
  private var open: [String] = []
  private var depth = 0
  private var hasCalendar = false

  /// `nil` for what is no calendar.
  init?(_ bytes: Span<UInt8>) {
    var start = bytes.has("\u{FEFF}") ? 3 : 0
    var line: [UInt8] = []
    while start < bytes.count {
      let end = bytes.firstOffset(from: start) { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      // A line that begins with a blank continues the one before (RFC 5545, 3.1).
      if end > start {
        if bytes[start] == 0x20 || bytes[start] == 0x09 {
          line.append(bytes[(start + 1)..<end])
        } else {
          take(line)
          line = bytes[start..<end].array
        }
      }
      start = end + 1
    }
    take(line)
    guard hasCalendar, count > 0 else { return nil }
  }

  private mutating func take(_ line: [UInt8]) {
    guard let property = CalendarProperty(line) else {
      // Some programs do not mark that a line continues a text.
      if !line.isEmpty, isInComponent, let last = list.indices.last,
        let lastProperty = list[last].properties.indices.last
      {
        list[last].properties[lastProperty].add(line)
      }
      return
    }
    switch property.name {
    case "BEGIN": begin(property.value.trimmedCapitals)
    case "END":
      if depth > 0 { depth -= 1 }
      if open.count > depth { open.removeLast() }
    case "METHOD" where !isInComponent && method == nil: method = property.value.trimmedCapitals
    default:
      guard isInComponent, let last = list.indices.last,
        list[last].properties.count < Self.mostProperties
      else { return }
      list[last].properties.append(property)
    }
  }

  private mutating func begin(_ name: String) {
    depth += 1
    if name == "VCALENDAR" { hasCalendar = true }
    if open.count < Self.mostDepth { open.append(name) }
    guard Self.shown.contains(name) else { return }
    count += 1
    if count <= Self.most { list.append(Component(name: name)) }
  }

  /// Whether what comes belongs to the last of the list, not to an alarm in it or to one that is not listed.
  private var isInComponent: Bool {
    depth == open.count && count <= Self.most && open.last.map(Self.shown.contains) ?? false
  }
}

extension String {
  /// Without blanks around it.
  var trimmedCapitals: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()).uppercased()
  }
}
