import TestSupport
import Testing

/// File names that break scripts.
@Suite struct NameTests {
  @Test(arguments: [
    "a b.png", "-a.png", "a\nb.png", "ü😀.png", "a\u{1b}[31m.png", "a.b.c.png", "'\".png",
  ])
  func oddNames(name: String) throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: name)
    let result = try Program.run(
      Program.fairy, ["convert", "--to", "jpeg", "./\(name)", "--json"], in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let expected = String(name.dropLast(4)) + ".jpg"
    #expect(scratch.names.sorted() == [name, expected].sorted())
    #expect(try result.objects().first?["output"] as? String == "./\(expected)")
  }

  @Test func controlCharactersDoNotReachTheTerminal() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "a\u{1b}[31m\n.png")
    let result = try Program.run(
      Program.fairy, ["convert", "--to", "jpeg", "a\u{1b}[31m\n.png"], in: scratch.path)
    #expect(result.status == 0)
    #expect(!result.text.contains("\u{1b}"))
    #expect(result.lines.count == 1)
  }

  @Test func namesThatAreNotUTF8() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "plain.png")
    let script = """
      name=$(printf 'caf\\351.png'); mv plain.png "$name"; \
      mkdir in; cp "$name" in/; \
      "$FAIRY" convert "$name" --to jpeg --json; \
      "$FAIRY" convert -r in --to heic -o out/ >/dev/null; \
      test -f "$(printf 'caf\\351.jpg')" && test -f "$(printf 'out/caf\\351.heic')" && echo found
      """
    let result = try Program.shell(script, in: scratch.path)
    #expect(result.lines.last == "found", "\(result.error)")
    #expect(result.lines.first?.contains("\"inputHex\":\"636166e92e706e67\"") == true)
  }
}
