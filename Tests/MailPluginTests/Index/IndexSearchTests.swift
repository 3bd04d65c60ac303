import ConverterCore
import MailboxModel
import Testing

@testable import MailPlugin

@Suite("A search in an index of mail")
struct IndexSearchTests {
  @Test(
    arguments: [
      ("minutes", [1]), ("MEETING minutes", [1]), ("minutes absent", []), ("minu", [1]),
      ("minu meeting", []), ("meeting minu", [1]), ("anna", [1]), ("dora", [1]), ("secret", [2]),
      // With and without accents, in a field and in a page.
      ("müller", [1]), ("muller", [1]), ("Grüße", [2]), ("CAFE", [2]), ("äpfel", [2]),
      ("apfel", [2]),
      ("ko\u{308}ln", [2]),
      // Words of Japanese, in the middle of a run and across its marks.
      ("会議", [3]), ("会議室", [3]), ("会議室 三階", [3]), ("議事録", [3]), ("室会", []), ("階", [3]),
      ("す", [3]), ("東京タワー", [3]), ("タワーA3", [3]), ("田中", [3]),
      // Marks are blanks, and syntax is none.
      ("foo-bar", [4]), ("bar foo", [4]), ("don't", [4]), ("\"foo\" OR minutes", []), ("foo*", [4]),
      ("subject:last", []), ("NOT last", []), ("header", [5]), ("html", []),
      ("example", [1, 2, 3, 4, 6]),
    ] as [(String, [Int])])
  func finds(_ words: String, _ numbers: [Int]) throws {
    #expect(try IndexedMail(assortedMail).found(searching: words) == numbers)
  }

  @Test func allOfSeveralMustBeThere() throws {
    let mail = try IndexedMail(assortedMail)
    #expect(try mail.found(searching: "budget", "minutes") == [1])
    #expect(try mail.found(searching: "budget", "grüße") == [])
  }

  /// Characters with marks may be written as one or as several.
  @Test(arguments: [
    ("Ελλάδα", "Ελλα\u{301}δα"), ("мой", "мои\u{306}"), ("가나", "\u{1100}\u{1161}\u{1102}\u{1161}"),
    ("がく", "か\u{3099}く"),
  ])
  func compositionsAreOne(_ one: String, _ other: String) throws {
    let head = "From a@b Thu Jan  1 00:00:00 2004\nContent-Type: text/plain; charset=utf-8\n\n"
    let mail = try IndexedMail("\(head)\(one)\n\n\(head)\(other)\n\n\(head)none\n")
    #expect(try mail.found(searching: one) == [1, 2])
    #expect(try mail.found(searching: other) == [1, 2])
  }

  @Test func goesWithOtherConditions() throws {
    var selection = MessageSelection()
    selection.search = ["example"]
    selection.after = 1_420_538_400
    selection.subject = ["quoted"]
    #expect(try IndexedMail(assortedMail).found(selection) == [4])
  }

  @Test(arguments: ["", "-", "\"'*"])
  func needsWords(_ words: String) throws {
    let error = #expect(throws: ConversionError.self) {
      try IndexedMail(assortedMail).found(searching: words)
    }
    #expect(error?.code == .usage)
  }

  @Test func needsAnIndex() throws {
    var selection = MessageSelection()
    selection.search = ["a"]
    let error = #expect(throws: ConversionError.self) {
      try IndexedMail(assortedMail).shown(selection, index: nil)
    }
    #expect(error?.code == .usage)
    #expect(
      error?.message
        == "--search looks into an index: add --index, or look with --text, which needs none")
  }

  @Test(
    arguments: [
      ("plain text", "plain text"), ("会議室", " 会議 議室 室 "), ("a会b", "a 会 b"),
      ("a、会", "a、 会 "), ("タワー・ア", " タワ ワー ー ・ ア "), ("𠀋", " 𠀋 "), ("é", "é"),
    ])
  func takesRunsApart(_ text: String, _ expected: String) {
    let result = ByteBuffer()
    let bytes = Array(text.utf8)
    SearchText.append(bytes.span, to: result)
    #expect(String(decoding: result.bytes, as: UTF8.self) == expected)
  }

  @Test(
    arguments: [
      ("meeting minu", "\"meeting\" \"minu\"*"), ("a ", "\"a\""), ("会議室", "\"会議\" \"議室\""),
      ("会 x", "\"会\"* \"x\"*"), ("say \"no\"", "\"say\" \"no\""), ("x*", "\"x\""),
    ])
  func quotesWords(_ words: String, _ expected: String) throws {
    #expect(try SearchQuery([words]).text == expected)
  }
}
