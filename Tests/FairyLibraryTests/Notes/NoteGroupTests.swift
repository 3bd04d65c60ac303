import ConverterCore
import FairyLibrary
import TestSupport
import Testing

/// Each note is in a group, and says why.
@Suite struct NoteGroupTests {
  private let example: TriageExample

  init() throws { example = try TriageExample() }

  private func group(
    _ lines: [String], size: (width: Int, height: Int) = (600, 800), look: PhotoLook? = nil,
    named name: String = "a.jpg"
  ) throws -> (group: NoteGroup, reason: String) {
    let texts = WrittenTexts([name: lines])
    (texts.size, texts.look) = (size, look)
    let note = try #require(try example.take([try example.photo(name)], texts).first).get()
    return (note.recognized.group, note.recognized.reason)
  }

  @Test(arguments: [
    (["Bäckerei Müller", "Brot 3,50", "Kuchen 12,40 A", "SUMME EUR 15,90"], 3, 4, "summe"),
    (["CORNER SHOP", "Milk £1.20", "Bread 2.10", "Total £3.30", "Thank you"], 3, 5, "total"),
    (["Café", "Espresso 2,20 EUR", "TVA 0,20 EUR", "Merci"], 2, 4, "tva"),
  ])
  func receipts(lines: [String], amounts: Int, of count: Int, word: String) throws {
    let found = try group(lines)
    #expect(found.group == .receipt)
    #expect(
      found.reason == "\(amounts) of \(count) lines end with an amount, and it says “\(word)”")
  }

  /// Dates are no amounts, and amounts alone make no receipt.
  @Test(arguments: [
    ["Total of visits", "on 12.05.26", "and 13.05.26"], ["Length 12.50", "Width 3.25"],
    ["The total is 12.50"],
  ])
  func fewWords(lines: [String]) throws {
    let count = lines.joined(separator: " ").split(separator: " ").count
    let found = try group(lines)
    #expect(found.group == .other)
    let all = lines.count == 1 ? "1 line" : "\(lines.count) lines"
    #expect(found.reason == "\(count) words in \(all)")
  }

  @Test func documents() throws {
    let found = try group([String](repeating: "Dear Sir or Madam we write", count: 5))
    #expect(found.group == .document)
    #expect(found.reason == "30 words in 5 lines")
    // A total and two amounts somewhere in a long letter make no receipt of it.
    let letter =
      ["Total 12.50", "of which 3.25"] + [String](repeating: "words and more words", count: 13)
    #expect(try group(letter, named: "b.jpg").group == .document)
  }

  @Test func screensOfTelephones() throws {
    let lines = ["9:41 LTE", "Settings"]
    let tall = try group(lines, size: (1000, 2000))
    #expect(tall.group == .screenshot)
    #expect(tall.reason == "“9:41” stands at its upper edge, as the time does on telephones")
    #expect(try group(lines, named: "wide.jpg").group == .other)
    #expect(try group(["25:41"], size: (1000, 2000), named: "time.jpg").group == .other)
    let low = ["", "", "", "", "", "9:41"]
    #expect(try group(low, size: (1000, 2000), named: "low.jpg").group == .other)
  }

  @Test func screenshotsByTheirPictures() throws {
    let look = PhotoLook(width: 1920, height: 1080, even: 0.8)
    let found = try group(["Total 12.50", "Total 12.50"], look: look, named: "Screenshot 1.png")
    #expect(found.group == .screenshot)
    #expect(found.reason == "is named so, has no camera, and is even in 80 % of its pixels")
  }

  /// Paper is looked for in photos; what was on a screen is read whole.
  @Test func readersHearWhatScreenshotsAre() throws {
    let texts = WrittenTexts(["Screenshot 1.png": ["Settings"], "a.jpg": ["Settings"]])
    texts.look = PhotoLook(width: 1920, height: 1080, even: 0.8)
    let photos = [try example.photo("a.jpg"), try example.photo("Screenshot 1.png")]
    try example.take(photos, texts)
    #expect(texts.read == ["a.jpg", "Screenshot 1.png"])
    #expect(texts.screenshots == ["Screenshot 1.png"])
  }
}
