import ConverterCore
import Testing

@testable import SVGPlugin

/// Copies within copies are refused where they could be drawn, and nowhere else.
@Suite struct CopyGraphTests {
  /// What is wrong with a drawing of this content, as far as its text tells.
  private func refusal(_ content: String) -> String? {
    let text = "<svg xmlns=\"http://www.w3.org/2000/svg\">\(content)</svg>"
    do throws(ConversionError) {
      _ = try DrawingScan(Array(text.utf8), in: ConversionContext(registry: Registry()))
      return nil
    } catch {
      return error.code == .damagedInput ? error.message : "\(error.code)"
    }
  }

  /// With 2³⁰ copies of nothing in `a30`.
  private static let doubling: String = {
    let groups = (1...30).map { level in
      let copy = "<use href=\"#a\(level - 1)\"/>"
      return "<g id=\"a\(level)\">\(copy)\(copy)</g>"
    }
    return "<g id=\"a0\"/>" + groups.joined()
  }()

  private static let endless = "<g id=\"a\"><use href=\"#a\"/></g>"
  private static let symbols =
    "<symbol id=\"s\"><use href=\"#t\"/></symbol><symbol id=\"t\"><use href=\"#s\"/></symbol>"

  @Test(
    arguments: [
      (endless, "a"), ("<g id=\"a\"><use xlink:href=\"#a\"/></g>", "a"),
      ("<g id=\"a\"><g id=\"b\"><use href=\"#c\"/></g></g><g id=\"c\"><use href=\"#b\"/></g>", "c"),
      (symbols + "<use href=\"#s\"/>", "s"),
      ("<defs>\(endless)</defs><use href=\"#a\"/>", "a"),
      ("<pattern id=\"p\">\(endless)</pattern><g fill=\"url(#p)\"/>", "a"),
      ("<g style=\"mask: url('#m')\"/><mask id=\"m\"><g>\(endless)</g></mask>", "a"),
      ("<style>g { fill: url(\"#p\") }</style><pattern id=\"p\">\(endless)</pattern>", "a"),
      (
        "<g fill=\"url(#p)\"/><pattern id=\"p\" href=\"#q\"/><pattern id=\"q\">\(endless)</pattern>",
        "a"
      ),
      (
        "<g filter=\"url(#f)\"/><filter id=\"f\"><feImage href=\"#a\"/></filter>"
          + "<defs>\(endless)</defs>", "a"
      ),
    ])
  func whatIsDrawnWithinItselfIsRefused(content: String, name: String) {
    #expect(
      refusal(content) == "draws a copy of \"\(name)\" within itself, which has no end")
  }

  @Test(
    arguments: [
      symbols, "<defs>\(endless)</defs>", "<defs>\(doubling)</defs>",
      "<defs><pattern id=\"p\"><use href=\"#q\"/></pattern><pattern id=\"q\"><use href=\"#p\"/>"
        + "</pattern></defs><g fill=\"url(#p)\"/>",
      "<mask id=\"m\">\(endless)</mask>", "\(symbols)<a href=\"#s\"><g/></a>",
      "<defs><g fill=\"url(#p)\"/></defs><pattern id=\"p\">\(endless)</pattern>",
      "<g id=\"a\"/><use href=\"#a\"/><use href=\"#a\"/>", "<use href=\"#nothing\"/>",
    ])
  func whatIsNotDrawnIsLeftAlone(content: String) {
    #expect(refusal(content) == nil)
  }

  /// Known before one is drawn.
  @Test(
    arguments: [
      doubling, "<defs>\(doubling)</defs><use href=\"#a30\"/>",
      "<symbol id=\"s\">\(doubling)</symbol><use href=\"#s\"/>",
      "<clipPath id=\"c\"><use href=\"#a29\"/></clipPath><g clip-path=\"url(#c)\"/>"
        + "<defs>\(doubling)</defs>",
    ])
  func copiesAreCounted(content: String) {
    #expect(
      refusal(content)
        == "copies parts of itself so often that more than 10000000 copies would be drawn")
  }

  /// Ten million of them are drawn, and one more is not.
  @Test func theirNumberIsExact() {
    let level = { (inner: String, id: String, count: Int) in
      "<g id=\"\(id)\">" + String(repeating: "<use href=\"#\(inner)\"/>", count: count) + "</g>"
    }
    // n copies of what holds m are n × (m + 1).
    let content =
      "<defs><g id=\"a\"/>" + level("a", "b", 999) + level("b", "c", 999) + "</defs>"
    let most = String(repeating: "<use href=\"#c\"/>", count: 10)
    let rest = 10_000_000 - 10 * (999 * 1000 + 1)
    let single = String(repeating: "<use href=\"#a\"/>", count: rest)
    #expect(refusal(content + most + single) == nil)
    #expect(refusal(content + most + single + "<use href=\"#a\"/>") != nil)
  }
}
