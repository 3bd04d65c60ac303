import Testing

@testable import TestSupport

/// The runner of golden sessions itself: that it takes Markdown for what it says, and sees a difference.
@Suite struct GoldenFileTests {
  private static let markdown = """
    # Words

    Prose, and a file:

    ```text words.txt
    one
    two
    ```

    ## Reading them

    ```console
    $ cat words.txt
    one
    two
    $ cat \\
      missing.txt
    2> cat: missing.txt: No such file or directory
    => 1
    ```
    """

  private let file = GoldenFile(text: markdown, path: "words.md")

  @Test func blocksAreUnderstood() throws {
    let session = try #require(file.sessions.first)
    #expect(file.sessions.count == 1)
    #expect(session.title == "Reading them")
    #expect(session.place == "words.md:12")
    #expect(session.files.map(\.name) == ["words.txt"])
    #expect(session.files.map(\.text) == ["one\ntwo\n"])
    #expect(
      session.commands == [
        .init(line: "cat words.txt", output: ["one", "two"]),
        .init(
          line: "cat \\\n  missing.txt", error: ["cat: missing.txt: No such file or directory"],
          status: 1),
      ])
  }

  @Test func whatIsShownIsWhatComesOut() throws {
    #expect(try file.sessions.flatMap { try $0.run(in: ScratchFolder()) }.isEmpty)
  }

  @Test(arguments: [
    ("$ echo a\nb", "b"), ("$ echo a >&2\na", "standard error"), ("$ false", "status"),
    ("$ echo a", "output"), ("$ printf 'a\\nb\\n'\na", "a further line"),
  ])
  func differencesAreSeen(block: String, what: String) throws {
    let file = GoldenFile(text: "```console\n\(block)\n```\n", path: "x.md")
    #expect(try file.sessions.flatMap { try $0.run(in: ScratchFolder()) }.count == 1, "\(what)")
  }

  @Test(arguments: [
    "$ echo done in 3 · 0.25 s\ndone in 3 · 0.01 s", "$ pwd\n/folder", "$ seq 9\n1\n…\n9",
    "$ seq 2\n…\n1\n…\n2", "$ echo '1 MB → 20 kB'\n1 MB → 1.2 MB",
    "$ printf 'b → c\\na → d\\nend\\n'\na → d\nb → c\nend",
  ])
  func whatMayDifferMay(block: String) throws {
    let file = GoldenFile(text: "```console\n\(block)\n```\n", path: "x.md")
    #expect(try file.sessions.flatMap { try $0.run(in: ScratchFolder()) }.isEmpty)
  }

  @Test func onATerminalBothStreamsAreOne() throws {
    let file = GoldenFile(
      text: "```console\n$ echo a; echo b >&2\na\nb\n```\n", path: "x.md")
    #expect(try file.sessions[0].run(in: ScratchFolder(), streams: .together).isEmpty)
  }
}
