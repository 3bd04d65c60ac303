import Foundation
import TestSupport
import Testing

/// `fairy open` of archives and of what is in them.
@Suite struct OpenArchiveTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    var archive = ZIPBytes(
      "docs/", "docs/a.txt=hello", "docs/deep/b.txt=\(String(repeating: "b", count: 2048))",
      "l>docs")
    archive.entries.append(ZIPBytes.Entry(Array("pics/one.png".utf8), "", mode: 0o100644))
    archive = archive.last { $0.content = (try? Places.fixtureBytes("rgb.png")) ?? [] }
    try scratch.write(archive, to: "a.zip")
    var outer = ZIPBytes("note=x")
    outer.entries.append(ZIPBytes.Entry(Array("in/a.zip".utf8), "", mode: 0o100644))
    try scratch.write(outer.last { $0.content = archive.bytes }, to: "outer.zip")
  }

  private func open(_ words: String...) throws -> Program.Result {
    // The same tree wherever the test runs.
    try Program.run(
      "/usr/bin/env", ["TZ=UTC", "LC_ALL=C.UTF-8", Program.fairy, "open"] + words, in: scratch.path)
  }

  @Test func aTree() throws {
    let result = try open("a.zip")
    #expect(result.status == 0)
    #expect(
      result.text == """
        a.zip: ZIP archive
           Size  Ratio  Modified          Method  Name
         2.1 kB   100%  2001-09-09 01:46          ├── docs/
            5 B   100%  2001-09-09 01:46  store   │   ├── a.txt
         2.0 kB   100%                            │   └── deep/
         2.0 kB   100%  2001-09-09 01:46  store   │       └── b.txt
                        2001-09-09 01:46          ├── l → docs
         1.1 kB   100%                            └── pics/
         1.1 kB   100%  2001-09-09 01:46  store       └── one.png

        3 files, 1 folder, 1 link: 3.1 kB, 3.1 kB in the archive (100%)

        """, "\(result.text)")
    #expect(result.error.isEmpty)
  }

  @Test func linesForScripts() throws {
    func line(_ path: String, _ kind: String, _ bytes: Int, _ more: String = "") -> String {
      #"{"path":"\#(path)","kind":"\#(kind)","bytes":\#(bytes),"compressedBytes":\#(bytes),"#
        + #""modified":"2001-09-09T01:46:40Z","method":"store","encrypted":false\#(more)}"#
    }
    let size = try Places.fixtureBytes("rgb.png").count
    let result = try open("a.zip", "--json")
    #expect(result.status == 0)
    #expect(
      result.lines == [
        line("docs", "folder", 0), line("docs/a.txt", "file", 5),
        line("docs/deep/b.txt", "file", 2048), line("l", "link", 4, #","linkTarget":"docs""#),
        line("pics/one.png", "file", size),
      ], "\(result.text)")
  }

  @Test(arguments: [
    ("outer.zip//in/a.zip", 5), ("outer.zip//in/a.zip//docs/", 3), ("a.zip//docs/", 3),
    ("a.zip//docs", 3), ("a.zip//docs/deep", 1), ("a.zip//*/*.png", 1), ("a.zip//**/*.txt", 2),
    ("a.zip//", 5), ("outer.zip//in/a.zip//", 5), ("outer.zip//in/*", 1),
  ])
  func parts(address: String, count: Int) throws {
    let result = try open(address, "--json")
    #expect(result.status == 0, "\(result.error)")
    let entries = try result.objects()
    #expect(entries.count == count)
    #expect(entries.allSatisfy { $0["kind"] != nil })
    let shown = try open(address)
    #expect(shown.status == 0)
    #expect(shown.lines.first?.hasPrefix(address) == true)
  }

  @Test(arguments: ["a.zip//pics/one.png", "outer.zip//in/a.zip//pics/one.png"])
  func aFileInside(address: String) throws {
    let result = try open(address)
    #expect(result.status == 0)
    #expect(result.lines.first == address)
    #expect(result.text.contains("PNG picture (public.png)"))
    #expect(result.text.contains("96×64"))
    let object = try #require(try open(address, "--json").objects().first)
    #expect(object["path"] as? String == address)
    #expect((object["picture"] as? [String: Any])?["width"] as? Int == 96)
  }

  @Test(
    arguments: [
      ("a.zip//none", 66), ("a.zip//none/", 66), ("a.zip//*.none", 66),
      ("a.zip//docs/a.txt//x", 69),
      ("outer.zip//none.zip//x", 66), ("outer.zip//note//x", 69), ("none.zip//x", 66),
      ("a.zip/docs/a.txt", 66),
    ] as [(String, Int32)])
  func whatIsNotThere(address: String, status: Int32) throws {
    let result = try open(address)
    #expect(result.status == status, "\(result.error)")
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("fairy: "))
    let script = try open(address, "--json")
    #expect(script.status == status)
    #expect(script.lines.count == 1)
    #expect(script.text.contains(status == 66 ? "\"inputNotFound\"" : "\"unknownType\""))
  }

  @Test func aTarIsShownTheSame() throws {
    try scratch.write(TarBytes("d/", "d/a=hello", "l>d/a", "h~d/a").bytes, to: "a.tar")
    let result = try open("a.tar", "--json")
    #expect(result.status == 0)
    let entries = try result.objects()
    #expect(entries.map { $0["path"] as? String } == ["d", "d/a", "l", "h"])
    #expect(entries.map { $0["kind"] as? String } == ["folder", "file", "link", "hardLink"])
    #expect(entries[1]["bytes"] as? Int == 5)
    #expect(entries[1]["modified"] as? String == "2001-09-09T01:46:40Z")
    #expect(try open("a.tar//d/a").status == 0)
    #expect(try open("a.tar").text.contains("└── a"))
  }

  /// Names can neither move the cursor nor forge lines, wherever they are shown.
  @Test(arguments: [
    "a\u{1B}[2Jb", "a\u{1B}]0;title\u{7}", "a\nb: 0 B", "a\rb", "a\u{9B}2J", "a\u{202E}gpj.exe",
    "a\u{2028}b", "a\u{8}\u{8}b",
  ])
  func namesHaveNoPower(name: String) throws {
    var archive = ZIPBytes("good=1")
    archive.entries.append(ZIPBytes.Entry(Array(name.utf8), "x", mode: 0o100644))
    try scratch.write(archive, to: "h.zip")
    for words in [["h.zip"], ["h.zip", "--color", "always"], ["h.zip//\(name)"], ["h.zip//**"]] {
      let result = try Program.run(Program.fairy, ["open"] + words, in: scratch.path)
      let text = result.text + result.error
      let plain = words.contains("always") ? Self.withoutColours(text) : text
      #expect(
        plain.unicodeScalars.allSatisfy {
          $0 == "\n"
            || ![.control, .format, .lineSeparator].contains($0.properties.generalCategory)
        }, "\(words)")
      #expect(!plain.contains("\nb: 0 B"))
    }
    let script = try open("h.zip", "--json")
    #expect(script.lines.count == 2)
    #expect(try script.objects()[1]["path"] as? String == name)
  }

  private static func withoutColours(_ text: String) -> String {
    text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
  }

  @Test(.enabled(if: Places.has(program: "script")), arguments: [30, 40, 60, 200])
  func narrowTerminals(columns: Int) throws {
    let name = "a rather long name of a file, longer than the terminal is wide, with ü and 漢字.txt"
    try scratch.write(ZIPBytes("d/e/f/\(name)=1", "short=2"), to: "n.zip")
    let result = try Program.shell(
      "unset NO_COLOR; TERM=xterm script -qec 'stty cols \(columns) rows 20; \"$FAIRY\" open n.zip' /dev/null </dev/null",
      in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let plain = Self.withoutColours(result.text).replacing("\r", with: "")
    for line in plain.split(separator: "\n") where !line.contains("files") {
      let width = line.unicodeScalars.reduce(0) { $0 + (("一"..."鿿").contains($1) ? 2 : 1) }
      #expect(width <= columns, "\(line)")
    }
    #expect(plain.contains("short"))
    if columns == 200 { #expect(plain.contains(name)) }
    #expect(result.text.contains("\u{1B}["))
  }
}
