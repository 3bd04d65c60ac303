import ConverterCore
import TestSupport
import Testing

@testable import Runner

/// What a worker can have a terminal do: nothing.
@Suite struct TerminalFilterTests {
  private func pass(
    _ text: String, graphics: TerminalGraphics.Form? = nil, pieces: Int = .max
  ) -> String {
    var filter = TerminalFilter(graphics: graphics)
    var output: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      output += filter.pass(Array(rest.prefix(pieces)))
      rest = rest.dropFirst(pieces)
    }
    return String(decoding: output + filter.finish(), as: UTF8.self)
  }

  private static let picture = "\u{1b}_Ga=T,f=32,s=96,v=64,c=12,r=4,m=1\u{1b}\\"
  private static let piece = "\u{1b}_Gm=0;AAB//w==\u{1b}\\"
  private static let sixels = "\u{1b}P0;1;0q\"1;1;96;60#0;2;52;53;50!12~-$\u{1b}\\"

  @Test(
    arguments: [
      "plain text\n", "a\tb\n", "Köln 北京 👩‍👩‍👧 e\u{301} fa\u{200D}\n",
      "\u{1b}[1mbold\u{1b}[0m\n", "\u{1b}[38;2;255;0;0m\u{2584}\u{1b}[48:5:21m\u{1b}[m\n",
      "│ ▲ ─\n",
    ], [1, 3, Int.max])
  func textAndColoursPass(text: String, pieces: Int) {
    #expect(pass(text, pieces: pieces) == text)
  }

  @Test func coloursHaveALongestForm() {
    let longest = "\u{1b}[" + String(repeating: "1", count: 64) + "m"
    #expect(pass(longest) == longest)
    let longer = "[1" + longest.dropFirst(2)
    #expect(pass("\u{1b}" + longer) == #"\u{1B}"# + longer)
  }

  @Test(arguments: [1, 7, Int.max]) func picturesPassWhereTheyAreShown(pieces: Int) {
    let kitty = Self.picture + Self.piece + "\n"
    #expect(pass(kitty, graphics: .kitty, pieces: pieces) == kitty)
    #expect(pass(Self.sixels + "\n", graphics: .sixel, pieces: pieces) == Self.sixels + "\n")
    for text in [kitty, Self.sixels] {
      #expect(!pass(text, pieces: pieces).contains("\u{1b}"))
      #expect(!pass(text, graphics: .blocks(.trueColour), pieces: pieces).contains("\u{1b}"))
    }
    #expect(!pass(kitty, graphics: .sixel, pieces: pieces).contains("\u{1b}"))
  }

  @Test(
    arguments: [
      "\u{1b}]52;c;ZXZpbA==\u{7}", "\u{1b}]0;title\u{7}", "\u{1b}[6n", "\u{1b}[c", "\u{1b}[2J",
      "\u{1b}[?1049h", "\u{1b}[1;1H", "\u{1b}c", "\u{1b}P+q544e\u{1b}\\", "\u{1b}[>0q",
      "\u{1b}[21t",
      "\u{1b}_Gi=31,s=1,v=1,a=q;AAAA\u{1b}\\", "\u{1b}_Ga=T,t=f;L2V0Yy9wYXNzd2Q=\u{1b}\\",
      "\u{1b}_Ga=T,f=32;\u{1b}]52;c;AA\u{7}\u{1b}\\", "\u{1b}^private\u{1b}\\", "\u{9b}6n",
      "\u{9d}52;c;AA\u{9c}", "\r", "\u{8}", "\u{7}", "\u{5}", "\u{e}", "\u{7f}", "\u{202e}",
      "\u{2028}",
      "\u{1b}[38;2", "\u{1b}", "\u{1b}_G",
    ], [1, 2, Int.max])
  func nothingElseDoes(text: String, pieces: Int) {
    for form: TerminalGraphics.Form? in [nil, .kitty, .sixel, .blocks(.indexed)] {
      let shown = pass(text, graphics: form, pieces: pieces)
      #expect(
        shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "\(shown)")
      #expect(!shown.isEmpty)
    }
    #expect(pass("\u{1b}]0;x\u{7}", pieces: pieces) == #"\u{1B}]0;x\u{7}"#)
  }

  /// A picture beside words: up by own lines alone, and back to a place that was saved.
  @Test(arguments: [TerminalGraphics.Form.kitty, .sixel], [1, 2, Int.max])
  func ownLinesAreGoneBackTo(form: TerminalGraphics.Form, pieces: Int) {
    let words = "  a\n  b\n\u{1b}[2A\u{1b}7\u{1b}8\n\n\u{1b}[1A\n"
    #expect(pass(words, graphics: form, pieces: pieces) == words)
    #expect(
      pass("a\nb\n\u{1b}[3A", graphics: form, pieces: pieces) == "a\nb\n" + #"\u{1B}[3A"#)
    // What was gone up by is not gone up by again.
    #expect(
      pass("a\nb\n\u{1b}[2A\u{1b}[1A", graphics: form, pieces: pieces)
        == "a\nb\n\u{1b}[2A" + #"\u{1B}[1A"#)
    // Nor after going back to a place above which there was less.
    #expect(
      pass("\u{1b}7a\nb\n\u{1b}8\u{1b}[1A", graphics: form, pieces: pieces)
        == "\u{1b}7a\nb\n\u{1b}8" + #"\u{1B}[1A"#)
    for text in ["\u{1b}8", "a\n\u{1b}[A", "a\n\u{1b}[0A", "a\n\u{1b}[1;1A", "a\n\u{1b}[1B"] {
      #expect(!pass(text, graphics: form, pieces: pieces).contains("\u{1b}"), "\(text)")
    }
    #expect(
      pass(words, graphics: .blocks(.trueColour), pieces: pieces)
        == "  a\n  b\n" + #"\u{1B}[2A\u{1B}7\u{1B}8"# + "\n\n" + #"\u{1B}[1A"# + "\n")
  }

  /// What somebody else wrote in the meantime is not gone back to.
  @Test func linesOfOthersStay() {
    var filter = TerminalFilter(graphics: .kitty)
    #expect(filter.pass(Array("a\nb\n\u{1b}7".utf8)) == Array("a\nb\n\u{1b}7".utf8))
    filter.forgetLines()
    let output = filter.pass(Array("\u{1b}[1A\u{1b}8".utf8)) + filter.finish()
    #expect(String(decoding: output, as: UTF8.self) == #"\u{1B}[1A\u{1B}8"#)
  }

  /// What is no sixel ends the picture before it is shown.
  @Test func sixelsEndWhereTheyEnd() {
    #expect(
      pass("\u{1b}P0q~~\u{1b}]52;c;AA\u{7}", graphics: .sixel)
        == "\u{1b}P0q~~\u{1b}\\" + #"\u{1B}]52;c;AA\u{7}"#)
    #expect(pass("\u{1b}P0q~~", graphics: .sixel) == "\u{1b}P0q~~\u{1b}\\")
    #expect(pass("\u{1b}P0q~~\u{1b}", graphics: .sixel) == "\u{1b}P0q~~\u{1b}\\" + #"\u{1B}"#)
  }

  @Test func bytesThatAreNoTextAreShown() {
    var filter = TerminalFilter()
    let output =
      filter.pass([0x61, 0xFF, 0x62, 0xC3]) + filter.pass([0xA4, 0xE2, 0x82]) + filter.finish()
    #expect(String(decoding: output, as: UTF8.self).hasPrefix("a\u{FFFD}bä"))
  }

  @Test func linesOfAScreenAreCut() {
    func line(_ text: String, _ columns: Int) -> String {
      String(decoding: TerminalFilter.line(Array(text.utf8), columns: columns), as: UTF8.self)
    }
    #expect(line("\u{1b}[0;7mname\u{1b}[0m", 60) == "\u{1b}[0;7mname\u{1b}[0m")
    #expect(line("\u{1b}[0;7mname\u{1b}[0m", 2) == "\u{1b}[0;7mna\u{1b}[0m")
    #expect(line("北京", 3) == "北")
    #expect(line("a\nb\u{1b}]52;c;AA\u{7}", 60) == "a␊b␛]52;c;AA␇")
    #expect(line("\u{1b}[2Jx", 60) == "␛[2Jx")
    #expect(line("", 3).isEmpty)
  }
}
