/// Where a meeting is joined over the network.
enum CalendarLinks {
  /// The addresses that a component names for it, or that stand in its texts and lead to services for
  /// meetings; each once.
  static func joining(_ component: CalendarComponents.Component) -> [String] {
    var found: [String] = []
    for property in component.properties where named.contains(property.name) {
      note(CalendarWords.line(property.text), &found)
    }
    for name in ["LOCATION", "DESCRIPTION"] {
      guard let text = component.first(name)?.text else { continue }
      for word in text.split(whereSeparator: { $0.isWhitespace || "<>\"()".contains($0) }) {
        let address = String(word)
        if leadsToMeeting(address) { note(address, &found) }
      }
    }
    return found
  }

  private static let most = 10

  /// RFC 7986, 5.11, and what Google and Microsoft write.
  private static let named: Set<String> = [
    "CONFERENCE", "X-GOOGLE-CONFERENCE", "X-MICROSOFT-SKYPETEAMSMEETINGURL",
    "X-MICROSOFT-ONLINEMEETINGEXTERNALLINK", "X-MICROSOFT-ONLINEMEETINGCONFLINK",
  ]

  private static let services = [
    "teams.microsoft.com", "teams.live.com", "zoom.us", "zoom.com", "meet.google.com", "webex.com",
    "gotomeeting.com", "goto.com", "whereby.com", "meet.jit.si",
  ]

  private static func note(_ address: String, _ found: inout [String]) {
    let isWeb = address.hasPrefix("https://") || address.hasPrefix("http://")
    if isWeb, found.count < most, !found.contains(address) { found.append(address) }
  }

  private static func leadsToMeeting(_ address: String) -> Bool {
    guard address.hasPrefix("https://") else { return false }
    let host = address.dropFirst(8).prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
    return services.contains { host == $0 || host.hasSuffix("." + $0) }
  }
}
