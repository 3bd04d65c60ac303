import ConverterCore
import Testing

@testable import FairyCommandLine

@Suite struct KeyParserTests {
  struct Sent: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let events: [ScreenEvent]
    var testDescription: String {
      String(decoding: bytes, as: UTF8.self).unicodeScalars
        .map { $0.isASCII ? $0.escaped(asASCII: true) : String($0) }.joined()
    }

    init(_ text: String, _ events: ScreenEvent...) {
      bytes = Array(text.utf8)
      self.events = events
    }

    init(_ text: String, _ key: ScreenEvent.Key) { self.init(text, .key(key)) }

    init(bytes: [UInt8], _ events: ScreenEvent...) {
      (self.bytes, self.events) = (bytes, events)
    }
  }

  static let table: [Sent] = [
    Sent("\u{1b}[A", .up), Sent("\u{1b}[B", .down), Sent("\u{1b}[C", .right),
    Sent("\u{1b}[D", .left),
    Sent("\u{1b}OA", .up), Sent("\u{1b}OB", .down), Sent("\u{1b}OC", .right),
    Sent("\u{1b}OD", .left),
    Sent("\u{1b}[H", .home), Sent("\u{1b}[F", .end), Sent("\u{1b}OH", .home),
    Sent("\u{1b}OF", .end),
    Sent("\u{1b}[1~", .home), Sent("\u{1b}[4~", .end), Sent("\u{1b}[7~", .home),
    Sent("\u{1b}[8~", .end),
    Sent("\u{1b}[5~", .pageUp), Sent("\u{1b}[6~", .pageDown), Sent("\u{1b}[3~", .delete),
    Sent("\u{1b}[1;2A", .farUp), Sent("\u{1b}[1;5B", .farDown), Sent("\u{1b}[1;2C", .farRight),
    Sent("\u{1b}[1;6D", .farLeft), Sent("\u{1b}[1;5H", .farUp), Sent("\u{1b}[1;5F", .farDown),
    Sent("\u{1b}[a", .farUp), Sent("\u{1b}Od", .farLeft), Sent("\u{1b}[1;3A", .up),
    Sent("\u{1b}[Z", .backTab), Sent("\u{1b}OM", .enter), Sent("\t", .tab), Sent("\r", .enter),
    Sent("\n", .enter), Sent("\u{7f}", .backspace), Sent("\u{8}", .backspace),
    Sent("\u{1}", .control("a")), Sent("\u{6}", .control("f")), Sent("\u{15}", .control("u")),
    Sent("q", .character("q")), Sent("é", .character("é")), Sent("京", .character("京")),
    Sent("😀", .character("😀")), Sent("ab", .character("a"), .character("b")),
    // The key and what follows it.
    Sent("\u{1b}", .escape), Sent("\u{1b}\u{1b}[A", .key(.escape), .key(.up)),
    // What is not understood is passed over as a whole.
    Sent("\u{1b}[15~x", .character("x")), Sent("\u{1b}[[Ax", .character("x")),
    Sent("\u{1b}[?1;2cx", .character("x")), Sent("\u{1b}OPx", .character("x")),
    Sent("\u{1b}fx", .character("x")), Sent("\u{0}\u{1c}x", .character("x")),
    Sent("\u{1b}[<0;10;10Mx", .character("x")),
    Sent(bytes: [0xff, 0x78], .character("x")), Sent(bytes: [0xc3, 0x78], .character("x")),
    Sent(bytes: [0xed, 0xa0, 0x80, 0x78], .character("x")), Sent(bytes: [0xe4, 0xba]),
    Sent("\u{1b}[12;"), Sent("\u{1b}O"),
    Sent("\u{1b}[200~q\n\u{1b}[A\u{1b}[201~x", .paste("q\n\u{1b}[A"), .character("x")),
    Sent("\u{1b}[200~\u{1b}[201~", .paste("")), Sent("\u{1b}[201~x", .character("x")),
  ]

  private func events(_ parser: inout KeyParser, isOver: Bool) -> [ScreenEvent] {
    var events: [ScreenEvent] = []
    while let event = parser.next(isOver: isOver) { events.append(event) }
    return events
  }

  @Test(arguments: table) func whatTerminalsSend(sent: Sent) {
    var parser = KeyParser()
    parser.add(sent.bytes)
    var found = events(&parser, isOver: false)
    found += events(&parser, isOver: true)
    #expect(found == sent.events)
    #expect(!parser.isPending)
  }

  @Test(arguments: table) func itMayComeInPieces(sent: Sent) {
    var parser = KeyParser()
    var found: [ScreenEvent] = []
    for byte in sent.bytes {
      parser.add([byte])
      found += events(&parser, isOver: false)
    }
    found += events(&parser, isOver: true)
    #expect(found == sent.events)
  }

  @Test func aPasteIsNeverTakenForKeys() {
    var parser = KeyParser()
    parser.add(Array("\u{1b}[200~".utf8) + [UInt8](repeating: 0x71, count: 1 << 20))
    #expect(events(&parser, isOver: true).isEmpty)
    parser.add(Array("\u{1b}[201~j".utf8))
    let found = events(&parser, isOver: false)
    #expect(found.count == 2 && found.last == .character("j"))
    guard case .paste(let text) = found.first else { return }
    #expect(text.utf8.count == KeyParser.longestPaste)
  }

  /// Whatever comes, it ends, and every character outside sequences is a key.
  @Test func noiseIsNoTrap() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var parser = KeyParser()
      for _ in 0..<Int.random(in: 1..<40, using: &random) {
        let bytes: [UInt8] = [0x1b, 0x5b, 0x4f, 0x3b, 0x7e, 0x32]
        let byte = bytes.randomElement(using: &random) ?? 0
        parser.add([Bool.random(using: &random) ? byte : UInt8.random(in: 0...255, using: &random)])
        while parser.next() != nil {}
      }
      while parser.next(isOver: true) != nil {}
    }
  }
}

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{FF}\u{10FFFF}", "w7/0j7+/"),
  ])
  func examplesOfRFC4648(text: String, expected: String) {
    #expect(String(decoding: Base64.encode(Array(text.utf8)), as: UTF8.self) == expected)
  }
}
