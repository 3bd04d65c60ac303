import ConverterCore
import Testing

@testable import FairyWeb

@Suite struct ReportTests {
  @Test(arguments: [
    (["secret.jpg"], "secret.jpg is cut off", "… is cut off"),
    (["Pictures/our house.jpg"], "our house.jpg: no JPEG", "…: no JPEG"),
    ([], "no file at /home/anna/a.jpg was found", "no file at … was found"),
    ([], "the column \"salary of anna\" is missing", "the column \"…\" is missing"),
    ([], "ends after 17 bytes", "ends after 17 bytes"),
  ])
  func namesAreLeftOut(_ names: [String], _ message: String, _ expected: String) {
    #expect(ProblemReport.without(names, message) == expected)
  }

  @Test func aLetterIsShortEnoughAndEndsWithAWholeCharacter() {
    let text = String(repeating: "ü👩‍👩‍👧‍👦 ", count: 500)
    let address = ReportRoutes.mailAddress(of: text)
    #expect(address.utf8.count <= ReportRoutes.mostMailBytes + 40)
    #expect(address.hasPrefix("mailto:?subject=fairy&body=%C3%BC"))
    #expect(address.hasSuffix("%E2%80%A6"))
    #expect(ReportRoutes.mailAddress(of: "a b") == "mailto:?subject=fairy&body=a%20b")
  }
}
