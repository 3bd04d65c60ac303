import ConverterCore
import Testing

@testable import PDFPlugin

@Suite struct ContentScannerTests {
  private static func tokens(_ text: String) -> (tokens: [ContentScanner.Token], isSound: Bool) {
    var scanner = ContentScanner(Array(text.utf8))
    var tokens: [ContentScanner.Token] = []
    while true {
      let token = scanner.next()
      if token == .end { return (tokens, scanner.isSound) }
      tokens.append(token)
    }
  }

  private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

  private static let written: [(text: String, value: Double)] = [
    ("0", 0), ("17", 17), ("+17", 17), ("-98", -98), ("34.5", 34.5), ("-.002", -0.002), ("4.", 4),
    ("0.1", 0.1), ("--5", -5), ("1-2", 12), (".", 0), ("-", 0), ("123456789.125", 123456789.125),
    ("0.00000000000000000000000001", 1e-26), ("0." + zeros(500) + "1", 0),
    ("100000000000000000000", 1e20), ("1" + zeros(400), .infinity),
    ("0" + zeros(400), 0),
  ]

  @Test(arguments: written)
  func numbers(text: String, value: Double) {
    #expect(Self.tokens(text).tokens == [.number(value)])
  }

  @Test func everyKindOfToken() {
    let (tokens, isSound) = Self.tokens(
      "q/Na#20me(a(b)\\)c)<41 4>[1 true]<</K null>>%c >\nfalse Tj'\n\"T*")
    #expect(isSound)
    #expect(
      tokens == [
        .operator(.saveState), .name(1..<9), .string(10..<17), .hexString(19..<23), .arrayStart,
        .number(1), .boolean(true), .arrayEnd, .dictionaryStart, .name(34..<36), .null,
        .dictionaryEnd, .boolean(false), .operator(.unknown), .operator(.showText),
      ].dropLast(2) + [.operator(.unknown), .operator(.unknown)])
  }

  @Test func operators() {
    let all =
      "b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l "
      + "m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W "
      + "W* y ' \""
    let (tokens, isSound) = Self.tokens(all)
    #expect(isSound)
    #expect(tokens.count == 73)
    #expect(!tokens.contains(.operator(.unknown)))
    #expect(
      Self.tokens("A qq Qq tj Tjj Tj4 truee nul").tokens.allSatisfy { $0 == .operator(.unknown) })
  }

  @Test(arguments: ["(", "(a\\)", "(()", "<41", ")", "{", ">", "1 } 2"])
  func whatHasNoEnd(text: String) {
    #expect(!Self.tokens(text).isSound)
  }

  @Test func values() {
    var scanner = ContentScanner(
      Array("<</A[1 .5/B(\\101\\n\\\r\n\\(\\60\r\n)]/C<4142 3>/D<</E false>>/#46 null>>".utf8))
    let token = scanner.next()
    let value = scanner.value(token)
    #expect(
      value
        == .dictionary([
          .init(
            key: "/A",
            value: .array([
              .number(1), .number(0.5), .name("/B"), .string(Array("A\n(0\n".utf8)),
            ])), .init(key: "/C", value: .string([0x41, 0x42, 0x30])),
          .init(key: "/D", value: .dictionary([.init(key: "/E", value: .boolean(false))])),
          .init(key: "/F", value: .null),
        ]))
    var deep = ContentScanner(Array(String(repeating: "[", count: 100_000).utf8))
    let first = deep.next()
    #expect(deep.value(first) == nil)
  }

  @Test func names() {
    for (text, name) in [
      ("/A#42", "/AB"), ("/A#4", "/A#4"), ("/A#zz", "/A#zz"), ("/", "/"), ("/#E4", nil),
      ("/#00", nil),
    ] {
      let scanner = ContentScanner(Array(text.utf8))
      #expect(scanner.name(0..<text.utf8.count) == name, "\(text)")
    }
  }
}
