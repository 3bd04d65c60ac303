import CharacterEncodings
import ConverterCore
import TestSupport
import Testing

@Suite("The encoding of a text is guessed")
struct TextEncodingGuessTests {
  @Test("from tables as people have them", arguments: Phrase.all)
  func guesses(_ phrase: Phrase) throws {
    let guess = TextEncodingGuess(head: phrase.bytes, isWhole: true)
    #expect(guess.charset.name == phrase.shown)
    #expect(!guess.hasMark && !guess.isASCII)
    #expect(guess.confidence > 0.4 && guess.confidence < 1)
  }

  @Test(
    "by a byte order mark, surely",
    arguments: [
      ("UTF-8", [0xEF, 0xBB, 0xBF, 0x61, 0x0A]), ("UTF-16LE", [0xFF, 0xFE, 0x61, 0]),
      ("UTF-16BE", [0xFE, 0xFF, 0, 0x61]), ("UTF-32LE", [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0]),
      ("UTF-32BE", [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61]),
    ] as [(String, [UInt8])])
  func marks(name: String, bytes: [UInt8]) {
    let guess = TextEncodingGuess(head: bytes, isWhole: true)
    #expect(guess.charset.name == name)
    #expect(guess.hasMark)
    #expect(guess.confidence == 1)
  }

  @Test("to be ASCII, which is read as UTF-8, of what is ASCII or nothing")
  func ascii() {
    for text in ["", "a", "a,b\n1,2\n"] {
      let guess = TextEncodingGuess(head: Array(text.utf8), isWhole: true)
      #expect(guess.charset.name == "UTF-8")
      #expect(guess.isASCII && guess.confidence == 1)
    }
  }

  @Test("to be no UTF-16 where a NUL stands among the cells")
  func nul() {
    let guess = TextEncodingGuess(head: Array("a,b,c\n\0,2,3\n".utf8), isWhole: true)
    #expect(guess.charset.name == "UTF-8")
  }

  @Test("from further on where the head is ASCII", arguments: [0.3, 0.55, 0.999])
  func late(place: Double) throws {
    var bytes = Array(String(repeating: "id,name\n", count: 1 << 15).utf8)
    let word = Array("M\u{FC}ller".unicodeScalars.map { UInt8($0.value) })
    let start = Int(Double(bytes.count) * place)
    for index in stride(from: start, to: min(start + 60_000, bytes.count - 8), by: 8) {
      bytes.replaceSubrange(index..<index + 6, with: word)
    }
    let guess = try TextEncodingGuess(of: InputFile(bytes: bytes))
    #expect(guess.charset.name == "windows-1252")
  }

  @Test("to be UTF-8 although the head cuts a character, or a cell is of another encoding")
  func nearlyUTF8() {
    let text = Array("größer,日本\n".utf8)
    for count in text.count - 6..<text.count {
      let guess = TextEncodingGuess(head: Array(text[..<count]), isWhole: false)
      #expect(guess.charset.name == "UTF-8")
    }
    let mixed = Array(String(repeating: "größer,日本\n", count: 20).utf8) + [0x4D, 0xFC, 0x0A]
    let guess = TextEncodingGuess(head: mixed, isWhole: true)
    #expect(guess.charset.name == "UTF-8")
    #expect(guess.confidence == 0.8)
  }

  @Test("Names that the user may give are found")
  func names() throws {
    let names = [
      ("latin1", "ISO-8859-1"), ("Latin-1", "ISO-8859-1"), ("cp1252", "windows-1252"),
      ("UTF-16", "UTF-16LE"), ("utf8", "UTF-8"), ("sjis", "Shift-JIS"), ("mac", "MacRoman"),
      ("ISO-8859-15", "ISO-8859-15"), ("IBM037", "IBM037"),
    ]
    for (given, shown) in names { #expect(Charset(named: given)?.name == shown) }
    #expect(Charset(named: "no-such-encoding") == nil)
    #expect(Charset(named: "") == nil)
  }
}

@Suite("Text of wide units without a mark")
struct WideTextTests {
  static let tables = [
    "имя,возраст,город\nИван,30,Москва\nАнна,25,Казань\n", "الاسم,العمر\nمحمد,30\nعلي,20\n",
    "ชื่อ,อายุ\nสมชาย,30\nมานี,20\n", "नाम,उम्र\nराम,30\nऊषा,20\n", "ਨਾਮ,ਉਮਰ\nਰਾਮ,30\n",
    "പേര്,വയസ്സ്\nരാമൻ,30\n", "名前,年齢\nたなか,30\nすずき,20\n", "שם,גיל\nדוד,30\n", "όνομα,ηλικία\nΆννα,30\n",
    "сумма;№\r\n12 000,50;“а”\r\n",
  ]

  @Test("is of UTF-16 in either order", arguments: tables, [false, true])
  func units(text: String, bigEndian: Bool) {
    let bytes = text.utf16.flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return bigEndian ? [high, low] : [low, high]
    }
    let guess = TextEncodingGuess(head: bytes, isWhole: true)
    #expect(guess.charset.name == (bigEndian ? "UTF-16BE" : "UTF-16LE"))
    #expect(!guess.isASCII && guess.confidence >= 0.6 && guess.confidence < 1)
  }

  @Test(
    "is not what has NULs",
    arguments: [
      "a,b,c\n\0,2,3\n", "a,b\n\0\0,\0\n\0,1\n", "id,\0name\n1,\0x\n2,\0y\n",
      "a\n\0b\n\0c\n\0d\n\0",
      "имя,\0\nИван,\0\n", "ab,\0\0\0\n1,\0\0\0\n",
      "a,b\n1,2\n" + String(repeating: "\0", count: 512),
      "x,\u{1}\u{2}\0\n1,\u{3}\u{4}\0\n",
    ])
  func nuls(text: String) {
    #expect(TextEncodingGuess(head: Array(text.utf8), isWhole: true).charset.name == "UTF-8")
  }
}

@Suite("Text that changes its sets by escapes")
struct EscapedSetTests {
  private static let name: [UInt8] = Array("\u{1B}$BL>A0\u{1B}(B,1\n".utf8)

  @Test("is ISO-2022-JP, also where they come late")
  func japanese() throws {
    let guess = TextEncodingGuess(head: Self.name, isWhole: true)
    #expect(guess.charset.name == "ISO-2022-JP")
    #expect(!guess.isASCII && guess.confidence == 0.95)
    #expect(!guess.charset.isStateless)
    #expect(guess.charset.decode(Self.name) == Array("名前,1\n".utf8))
    let late = Array(String(repeating: "id,name\n", count: 1 << 15).utf8) + Self.name
    #expect(try TextEncodingGuess(of: InputFile(bytes: late)).charset.name == "ISO-2022-JP")
  }

  @Test(
    "is not what has other escapes",
    arguments: [
      "\u{1B}[31mred\u{1B}[0m,1\n", "\u{1B}$B,1\n", "\u{1B}$BL>A\u{1B}(B,1\n", "cost \u{1B}$5\n",
      "\u{1B}(B,1\n",
    ])
  func others(text: String) {
    let guess = TextEncodingGuess(head: Array(text.utf8), isWhole: true)
    #expect(guess.charset.name == "UTF-8" && guess.isASCII)
  }
}
