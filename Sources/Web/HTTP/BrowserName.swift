/// What people call a browser: `Firefox · Linux`.
struct BrowserName {
  /// Empty where the browser does not say what it is.
  let text: String

  /// Browsers name those that they want to be taken for as well: the first of these that occurs is the one.
  private static let browsers = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
    ("Safari/", "Safari"), ("curl/", "curl"),
  ]
  private static let systems = [
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
  ]
  private static let longest = 80

  /// - Parameter userAgent: the header `User-Agent`, of which the beginning is shown where no browser is known by it.
  init(_ userAgent: String) {
    let browser = Self.browsers.first { userAgent.contains($0.0) }?.1
    let system = Self.systems.first { userAgent.contains($0.0) }?.1
    text =
      browser.map { [$0, system].compactMap(\.self).joined(separator: " · ") }
      ?? String(userAgent.prefix(Self.longest))
  }
}
