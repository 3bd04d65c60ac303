import Testing

@testable import FairyWeb

@Suite struct BrowserNameTests {
  @Test(arguments: [
    ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox · Linux"),
    (
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36",
      "Chrome · Linux"
    ),
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0",
      "Edge · Windows"
    ),
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1",
      "Safari · iPhone"
    ),
    (
      "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36",
      "Chrome · Android"
    ),
    ("curl/8.5.0", "curl"), ("something else", "something else"), ("", ""),
  ])
  func isWhatPeopleCallIt(_ userAgent: String, _ name: String) {
    #expect(BrowserName(userAgent).text == name)
  }

  @Test func isNeverLong() {
    #expect(BrowserName(String(repeating: "a", count: 500)).text.count == 80)
  }
}
