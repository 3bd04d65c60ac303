import Broker
import ConverterCore
import Testing

@Suite struct DeepLinkTests {
  @Test(arguments: [
    ("fairy://home", "/"), ("fairy://library", "/library"), ("fairy://library/", "/library"),
    ("fairy://library/0F6A-1", "/library/0F6A-1"), ("fairy://files/a_B-9", "/files/a_B-9"),
    ("FAIRY://search?q=a+b%20%C3%BC", "/search?q=a+b%20%C3%BC"),
  ])
  func leadsToAView(_ text: String, _ path: String) throws {
    #expect(try DeepLink(text).path == path)
  }

  @Test(arguments: [
    "", "fairy:", "fairy://", "fairy:///", "fairy://x", "https://home", "fairy://library?x=1",
    "fairy://library#a", "fairy://library/a/b", "fairy://jobs/1/cancel", "fairy://library/..",
    "fairy://library/%2e%2e", "fairy://search", "fairy://search?q=", "fairy://search?q=a&b",
    "fairy://search?q=a%", "fairy://search?q=a%2", "fairy://search?q=a b", "fairy://search?q=ü",
    "fairy://session", "fairy://home\n", "fairy://home/x", " fairy://home",
  ])
  func anythingElseIsRefused(_ text: String) {
    #expect(throws: ConversionError.self) { try DeepLink(text) }
  }
}
