import CharacterEncodings
import MIME
import TestSupport
import Testing

/// The body of a field and what Python's `email` makes of it (`policy.default`), or what it should have been.
struct FieldCase: Sendable, CustomTestStringConvertible {
  let raw: [UInt8]
  let text: String

  init(_ raw: String, _ text: String) {
    (self.raw, self.text) = (Array(raw.utf8), text)
  }

  init(_ raw: [UInt8], _ text: String) {
    (self.raw, self.text) = (raw, text)
  }

  var testDescription: String { String(decoding: raw.prefix(60), as: UTF8.self) }
}

struct FieldsTextTests {
  /// As Python has it.
  static let common = [
    FieldCase(" plain text \r\n", "plain text"),
    FieldCase("a\r\n b\n\tc", "a b\tc"),
    FieldCase("\r\n only folded", "only folded"),
    FieldCase("", ""),
    FieldCase("Säying Hello", "Säying Hello"),
    FieldCase("=?utf-8?Q?Gr=C3=BC=C3=9Fe?=", "Grüße"),
    FieldCase("=?utf-8?B?R3LDvMOfZQ?=", "Grüße"),
    FieldCase("=?UTF-8?Q?a_b?= =?utf-8?q?_c?=", "a b c"),
    FieldCase("=?iso-8859-1?Q?a?=\r\n =?utf-8?Q?b?= c", "ab c"),
    FieldCase("=?utf-8?Q?=C3?= =?utf-8?Q?=BC?=", "ü"),
    FieldCase("=?utf-8*en?Q?hello?=", "hello"),
    FieldCase("abc=?utf-8?Q?d=C3=A9?=def", "abcdédef"),
    FieldCase("=?utf-8?Q?blanks in word?=", "blanks in word"),
    FieldCase("=?utf-8?Q?broken =?utf-8?Q?word?=", "=?utf-8?Q?broken word"),
    FieldCase("=?nonesuch?Q?a=C3=A9?=", "aé"),
    FieldCase("=?utf-8?X?abc?= rest", "=?utf-8?X?abc?= rest"),
    FieldCase("=?utf-8?Q?unterminated", "=?utf-8?Q?unterminated"),
    FieldCase("=?utf-8?Q??=", ""),
    FieldCase("=?utf-8?Q?=41?=", "A"),
    FieldCase("(=?utf-8?Q?a?=)", "(a)"),
    FieldCase("=?utf-8?B?YWJj\r\n ZGVm?=", "abcdef"),
    FieldCase("=?iso-2022-jp?B?GyRCJF4kXyRgJGEkYhsoQg==?=", "まみむめも"),
    FieldCase("=?gb2312?B?xOO6ww==?= =?GB2312?B?wLI=?=", "你好啦"),
    FieldCase("=?ks_c_5601-1987?B?sKGzqg==?=", "가나"),
    FieldCase("=?utf-7?Q?Hi_+AOQ-?=", "Hi ä"),
    FieldCase("=?koi8-r?B?8NLJ18XU?= =?windows-1251?B?z/Do4uXy?=", "ПриветПривет"),
    FieldCase("=?utf-16?B?//5oAGkA?=", "hi"),
  ]

  /// Where Python leaves words as they are, or lets bytes and control characters pass.
  static let better = [
    FieldCase("=?big5?B?pA==?= =?big5?B?pA==?=", "中"),
    FieldCase("=?utf-8?Q?what?_really?=", "what? really"),
    FieldCase("=?us-ascii?Q?a=E9?=", "aé"),
    FieldCase("=?iso-8859-1?Q?=80uro_=93q=94?=", "€uro “q”"),
    FieldCase(
      "=?utf-8?Q?nul=00_lf=0A_esc=1B[31m_c1=C2=9B?=", "nul\u{FFFD} lf  esc\u{FFFD}[31m c1\u{FFFD}"),
    FieldCase(Array("Jöhn an Jos".utf8) + [0xC3], "Jöhn an Jos\u{FFFD}"),
    FieldCase(
      Array("J".utf8) + [0xC3] + Array("hn an Jürgen, José".utf8), "J\u{FFFD}hn an Jürgen, José"),
    FieldCase([0xC3, 0xB6, 0xBC, 0xF6, 0x20, 0xB1, 0xE8], "철수 김"),
    FieldCase([0x61, 0x00, 0x7F, 0x62], "a\u{FFFD}\u{FFFD}b"),
    FieldCase(
      Array("S".utf8) + [0xE4] + Array("ying Gr".utf8) + [0xFC, 0xDF] + Array("e aus M".utf8)
        + [0xFC] + Array("nchen".utf8), "Säying Grüße aus München"),
    FieldCase(
      [0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x82, 0xCC, 0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA],
      "テストの日本語"),
    FieldCase("\u{1B}$B$^$_$`$a$b\u{1B}(B", "まみむめも"),
    FieldCase("=?x-sjis?B?g2WDWINn?=", "テスト"),
    FieldCase("=?hz-gb-2312?Q?~{Dc:C~}?= =?HZ-GB-2312?Q?_~~?=", "你好 ~"),
    FieldCase("=?cp-850?Q?=81?=", "ü"),
    FieldCase("=?iso-8859-8-i?B?+ezl7Q==?=", "שלום"),
    FieldCase("=?unicode-1-1-utf-7?Q?Hi_+AOQ-?=", "Hi ä"),
    FieldCase("=?utf-8?Q?a=?= =?utf-8?Q?=zz_=4?=", "a==zz =4"),
  ]

  /// Words with bytes that are not ASCII, which Python reads in the encoding of the word, too.
  static let rawBytes = [
    FieldCase(latin1("=?iso-8859-1?Q?sch=F6n gr\u{FC}n?="), "schön grün"),
    FieldCase(latin1("=?ISO-8859-1?Q?\u{F6}?= =?ISO-8859-1?Q?_\u{E4}=E4?="), "ö ää"),
    FieldCase(latin1("\u{E9}t\u{E9} =?iso-8859-1?Q?\u{F6}?= \u{E9}"), "été ö é"),
    FieldCase(latin1("=?iso-8859-1?Q?a_\u{F6}\r\n b?="), "a ö b"),
    FieldCase(latin1("\"=?iso-8859-1?Q?\u{F6}?=\""), "\"ö\""),
    FieldCase(latin1("=?iso-8859-1?B?9v\u{E9}Y=?="), "öö"),
    FieldCase(Array("=?gb2312?Q?".utf8) + [0xC4, 0xE3, 0xBA, 0xC3] + Array("?=".utf8), "你好"),
    FieldCase(Array("=?koi8-r?Q?".utf8) + [0xF0, 0xD2] + Array("=C9=D7?= ok".utf8), "Прив ok"),
    FieldCase("=?utf-8?Q?Grüße?=", "Grüße"),
    FieldCase("Grüße =?utf-8?Q?aus_München?=", "Grüße aus München"),
    FieldCase("Grüße =?iso-8859-1?Q?=E4?=", "Grüße ä"),
    FieldCase("=?iso-2022-jp?Q?\u{1B}$B$^$^\u{1B}(B?=", "まま"),
    FieldCase(latin1("=?iso-8859-1?Q?\u{F6} without an end"), "=?iso-8859-1?Q?ö without an end"),
  ]

  /// Words that name another encoding than that of their bytes.
  static let wrongNames = [
    FieldCase("=?utf-8?Q?Gr=FC=DFe_aus_M=FCnchen?=", "Grüße aus München"),
    FieldCase(
      "=?iso-8859-1?Q?K=C3=A4se,_Br=C3=B6tchen,_M=C3=BCsli,_Gr=C3=BC=C3=9Fe?=",
      "Käse, Brötchen, Müsli, Grüße"),
    FieldCase("=?us-ascii?Q?Gr=C3=BC=C3=9Fe?=", "Grüße"),
    FieldCase("=?iso-8859-1?Q?=C3=A4?=", "Ã¤"),
    FieldCase("=?utf-8?Q?caf=C3=A9_=C3?=", "café \u{FFFD}"),
  ]

  private static func latin1(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8($0.value) }
  }

  @Test(arguments: common + better + rawBytes + wrongNames) func text(_ field: FieldCase) {
    let cache = CharsetCache()
    #expect(field.raw.withSpan { HeaderText.decoded($0, using: cache) } == field.text)
    // What is cached is used again.
    #expect(field.raw.withSpan { HeaderText.decoded($0, using: cache) } == field.text)
  }

  @Test func bytesWithoutNameAreInTheEncodingThatIsGiven() {
    let cache = CharsetCache()
    let greek: [UInt8] = [0xC5, 0xEB, 0xEB, 0xDC, 0xE4, 0xE1]
    let text = greek.withSpan {
      HeaderText.decoded($0, in: cache.charset(named: "iso-8859-7"), using: cache)
    }
    #expect(text == "Ελλάδα")
    let utf8 = Array("Ελλάδα".utf8).withSpan {
      HeaderText.decoded($0, in: cache.charset(named: "iso-8859-7"), using: cache)
    }
    #expect(utf8 == "Ελλάδα")
    let damaged = ([0xCE] + Array("λλάδα".utf8) + [0xCE]).withSpan {
      HeaderText.decoded($0, in: cache.charset(named: "utf-8"), using: cache)
    }
    #expect(damaged == "\u{FFFD}λλάδα\u{FFFD}")
  }

  @Test(arguments: [
    ("utf-8", "UTF-8"), (" \"UTF8\" ", "UTF-8"), ("us-ascii", "UTF-8"), ("ANSI_X3.4-1968", "UTF-8"),
    ("ISO-8859-1", "windows-1252"), ("latin1", "windows-1252"), ("'Windows-1252'", "windows-1252"),
    ("gb2312", "GBK"), ("GBK", "GBK"), ("gb18030", "GBK"), ("ks_c_5601-1987", "EUC-KR"),
    ("x-sjis", "Shift-JIS"), ("Shift_JIS", "Shift-JIS"), ("iso-2022-jp", "ISO-2022-JP"),
    ("iso-8859-15", "iso-8859-15"), ("iso-8859-8-i", "ISO-8859-8"), ("cp-850", "CP850"),
    ("utf-7", "UTF-7"), ("utf-8; format=flowed", "UTF-8"),
  ])
  func charsets(_ name: String, _ shown: String) {
    #expect(CharsetCache().charset(named: name)?.name == shown)
  }

  /// The C library knows some of them, but no mail is in them.
  @Test(arguments: ["", "unknown-8bit", "x-unknown", "IBM1390", "WCHAR_T", "//IGNORE", "INTERNAL"])
  func notOfMail(_ name: String) {
    #expect(CharsetCache().charset(named: name) == nil)
  }

  /// Many names and words of a hostile message cost a bounded time and memory.
  @Test
  func hostile() {
    let time = processorTime {
      let cache = CharsetCache()
      var raw = ""
      for number in 0..<5000 { raw += "=?x\(number)?Q?a=E9?= =?windows-\(number)?q?b?= " }
      let many = Array(raw.utf8).withSpan { HeaderText.decoded($0, using: cache) }
      #expect(many.utf8.count > 10_000)
      for unit in ["=?", "=?a?q?", "=?a?q? ", "=?utf-8?b?/?=", "\u{1B}$B"] {
        let raw = Array(String(repeating: unit, count: 100_000).utf8)
        #expect(raw.withSpan { HeaderText.decoded($0, using: cache) }.utf8.count <= raw.count)
      }
    }
    #expect(time < .seconds(20))
  }

  /// What a text is in depends on its bytes alone, not on what was met before.
  @Test func guessesDoNotDependOnEachOther() {
    let cache = CharsetCache()
    func text(_ raw: [UInt8]) -> String {
      raw.withSpan { HeaderText.decoded($0, using: cache) }
    }
    // "Приветствие мира" in KOI8-R.
    let russian: [UInt8] = [
      0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4, 0xD3, 0xD4, 0xD7, 0xC9, 0xC5, 0x20, 0xCD, 0xC9, 0xD2,
      0xC1,
    ]
    #expect(text(russian) == "Приветствие мира")
    for number in 0..<600 {
      let german = Array("S".utf8) + [0xE4] + Array("ying Gr".utf8) + [0xFC, 0xDF]
      #expect(text(german + Array("e \(number)".utf8)) == "Säying Grüße \(number)")
    }
    #expect(text(russian) == "Приветствие мира")
    #expect(text(russian + Array(" 2".utf8)) == "Приветствие мира 2")
  }

  /// Of long ones the beginning is looked at; one that ends there is another than one that goes on.
  @Test func longOnesThatBeginAlike() {
    let head = Array(String(repeating: "a", count: 511).utf8) + [0xC3]
    let long = head + [0x20, 0xFC, 0xFC, 0x20, 0xFC]
    func texts(_ all: [[UInt8]]) -> [String] {
      let cache = CharsetCache()
      return all.map { raw in raw.withSpan { HeaderText.decoded($0, using: cache) } }
    }
    #expect(texts([head, long]) == texts([long, head]).reversed())
  }
}
