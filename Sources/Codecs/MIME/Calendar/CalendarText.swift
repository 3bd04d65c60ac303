internal import ConverterCore

/// A calendar in a mail, such as an invitation, for people (iCalendar: RFC 5545, RFC 5546).
///
/// It shows as much as can be read of a damaged one. Alarms and the rules of time zones are left out.
public struct CalendarText: Sendable {
  /// Labels and what stands beside them, without line feeds, control characters and marks of direction.
  ///
  /// A label is empty where a text goes on from the line before, and one of a text is `""` for a blank line
  /// in it. Of several events each begins with the label `Event` or what else it is: `2 of 3`.
  public private(set) var lines: [(label: String, text: String)] = []

  /// Attendees of an event that are named; the others are counted.
  private static let mostPeople = 200
  /// Lines of a description.
  private static let mostLines = 1000
  private static let mostDates = 50

  /// - Parameter bytes: in UTF-8; what is none becomes U+FFFD.
  /// - Returns: `nil` for what is no calendar or has no event, task, entry of a journal or times.
  public init?(_ bytes: Span<UInt8>) {
    guard let components = CalendarComponents(bytes) else { return nil }
    for (index, component) in components.list.enumerated() {
      if components.count > 1 {
        lines.append((Self.kind(component.name), "\(index + 1) of \(components.count)"))
      }
      add(component, components.method)
    }
    if components.count > components.list.count {
      lines.append(("More", "\(components.count - components.list.count) are not shown"))
    }
  }

  private static func kind(_ name: String) -> String {
    switch name {
    case "VTODO": "Task"
    case "VJOURNAL": "Journal"
    case "VFREEBUSY": "Times"
    default: "Event"
    }
  }

  private mutating func add(_ component: CalendarComponents.Component, _ method: String?) {
    addMethod(of: component, method)
    add("Summary", component.first("SUMMARY")?.text)
    addTimes(of: component)
    add("Where", component.first("LOCATION")?.text)
    add("Organizer", component.first("ORGANIZER").map { CalendarPerson($0).name })
    let people = component.all("ATTENDEE")
    for person in people.prefix(Self.mostPeople) { add("Attendee", CalendarPerson(person).words) }
    if people.count > Self.mostPeople { add("Attendee", "\(people.count - Self.mostPeople) more") }
    for address in CalendarLinks.joining(component) { add("Join", address) }
    add("Link", component.first("URL")?.value)
    add("Status", component.first("STATUS").map { CalendarWords.line($0.value).lowercased() })
    if let done = component.first("PERCENT-COMPLETE").flatMap({ Int($0.value) }) {
      add("Done", "\(done) %")
    }
    for comment in component.all("COMMENT").prefix(10) { add("Comment", lines: comment.text) }
    if let text = component.first("DESCRIPTION")?.text { add("Description", lines: text) }
  }

  private mutating func addMethod(
    of component: CalendarComponents.Component, _ method: String?
  ) {
    guard let method else { return }
    let sequence = component.first("SEQUENCE").flatMap { Int($0.value) } ?? 0
    var words = CalendarWords.method(method, sequence: sequence)
    if method == "REPLY",
      let answer = component.first("ATTENDEE").flatMap({ CalendarPerson($0).answer })
    {
      words += ": \(answer)"
    }
    add("Calendar", words)
  }

  private mutating func addTimes(of component: CalendarComponents.Component) {
    let start = component.first("DTSTART")
    let first = start.flatMap { CalendarTime($0) }
    let length = component.first("DURATION").flatMap { CalendarWords.duration($0.value) }
    if let first {
      let end = component.first("DTEND").flatMap { CalendarTime($0) }
      add("When", CalendarTime.words(from: first, to: end, length: length))
    } else {
      add("When", start?.value)
    }
    addTime("Due", component.first("DUE"))
    addTime("Completed", component.first("COMPLETED"))
    addTime("Occurrence", component.first("RECURRENCE-ID"))
    for rule in component.all("RRULE").prefix(10) {
      add("Repeats", CalendarRule(rule.value, zone: first?.zone).words ?? rule.value)
    }
    addDates("Also", component.all("RDATE"))
    addDates("Except", component.all("EXDATE"))
  }

  private mutating func addTime(_ label: String, _ property: CalendarProperty?) {
    guard let property else { return }
    add(label, CalendarTime(property)?.words ?? property.value)
  }

  private mutating func addDates(_ label: String, _ properties: [CalendarProperty]) {
    for property in properties.prefix(Self.mostDates) {
      for value in property.value.split(separator: ",").prefix(Self.mostDates) {
        add(label, CalendarTime(String(value), zone: property["TZID"])?.words ?? String(value))
      }
    }
  }

  private mutating func add(_ label: String, _ text: String?) {
    let line = text.map(CalendarWords.line) ?? ""
    if !line.isEmpty { lines.append((label, line)) }
  }

  private mutating func add(_ label: String, lines text: String) {
    for (index, line) in CalendarWords.lines(text).prefix(Self.mostLines).enumerated() {
      lines.append((index == 0 ? label : "", line))
    }
  }
}
