import Foundation
import TestSupport
import Testing

/// The program on a terminal, from outside: that it draws, hears, and gives the terminal back.
@Suite(.enabled(if: Places.has(program: "python3"))) struct ScreenTests {
  struct Session {
    /// As a shell has it; `-` and a signal that ended the program.
    let status: String
    /// Whether the terminal was given back as it was.
    let isRestored: Bool
    let sent: String
    let lines: [String]
  }

  /// - Parameter actions: those of ``terminalScript``.
  private func open(
    _ file: String, _ actions: [String], columns: Int = 60, rows: Int = 8,
    environment: String = "", options: [String] = []
  ) throws -> Session {
    let scratch = try ScratchFolder()
    let script = try scratch.write(Array(terminalScript.utf8), to: "terminal.py")
    let words =
      (["\(columns)", "\(rows)"] + actions + ["--", Program.fairy, "open", file] + options)
      .map { "'\($0)'" }.joined(separator: " ")
    let result = try Program.shell(
      "export TERM=xterm; unset NO_COLOR; \(environment) python3 '\(script)' \(words)")
    #expect(result.error.isEmpty)
    let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let tail = lines.suffix(4).map(String.init)
    try #require(tail.count == 4, "\(result.text)")
    return Session(
      status: tail[0], isRestored: tail[1] == "True" && tail[2] == "True", sent: tail[3],
      lines: lines.map(String.init))
  }

  private func table(_ rows: Int) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    var text = "name,town,age\n"
    for row in 1...rows { text += "name \(row),\(row % 2 == 0 ? "Köln" : "Ulm"),\(row % 90)\n" }
    try scratch.write(Array(text.utf8), to: "a.csv")
    return scratch
  }

  @Test(arguments: [[], ["--sandbox", "require"], ["--sandbox", "off"], ["--view", "full"]])
  func opensAndQuits(options: [String]) throws {
    let scratch = try table(300)
    let session = try open(
      scratch.file("a.csv"),
      [
        "see:row 1 of 300 ", "type:j", "see:row 2 of 300 ", "type:\\x1b[6~", "see:row 7 of",
        "type:q",
      ],
      options: options)
    #expect(session.status == "0")
    #expect(session.isRestored)
    #expect(session.sent.contains("name 11"))
  }

  /// Only what changed is sent, in one go.
  @Test func drawsWhatChanged() throws {
    let scratch = try table(300)
    let session = try open(
      scratch.file("a.csv"), ["see:row 1 of 300 ", "wait:0.3", "type:j", "see:row 2 of", "type:q"])
    let last = session.sent.components(separatedBy: "?2026h").last ?? ""
    // The rows of the old and new cursor, and the last line.
    for row in [2, 3, 8] { #expect(last.contains("[\(row);1H")) }
    for row in [1, 4, 5, 6, 7] { #expect(!last.contains("[\(row);1H")) }
  }

  @Test(arguments: [
    ("SIGTERM", "143"), ("SIGHUP", "129"), ("SIGINT", "130"), ("SIGQUIT", "131"),
    ("SIGSEGV", "-11"), ("SIGABRT", "-6"), ("SIGXCPU", "-24"),
  ])
  func signalsGiveTheTerminalBack(name: String, status: String) throws {
    let scratch = try table(300)
    let session = try open(
      scratch.file("a.csv"), ["see:row 1 of 300 ", "signal:\(name)"],
      environment: "ulimit -c 0; export SWIFT_BACKTRACE=enable=no;")
    #expect(session.status == status)
    #expect(session.isRestored)
  }

  /// DEL and CSI as they are, BEL and ESC as JSON has them, in a key and in a value.
  @Test(arguments: ["full", "plain"]) func controlCharactersOfJSONHaveNoPower(view: String) throws {
    let scratch = try ScratchFolder()
    let odd = "\u{7F}\u{9B}2J" + #"\u0007\u001b[31m"#
    try scratch.write(Array("{\"k\(odd)\": \"v\(odd)\"}".utf8), to: "a.json")
    let session = try open(
      scratch.file("a.json"), view == "full" ? ["see:2J", "wait:0.2", "type:q"] : ["see:2J"],
      options: ["--view", view])
    #expect(session.status == "0")
    #expect(session.sent.contains("9B"))
    for raw in ["\\xc2\\x9b", "\\x9b", "\\x7f", "\\x07", "\\x1b[31m"] {
      #expect(!session.sent.contains(raw), "\(session.sent)")
    }
  }

  /// A row of 250 MB is more than the system gives.
  @Test func theEndOfMemoryGivesTheTerminalBack() throws {
    let scratch = try table(5000)
    let file = scratch.file("a.csv")
    _ = try Program.shell(
      "(printf 'x,\"'; head -c 250000000 /dev/zero | tr '\\0' x; printf '\",3\n') >>'\(file)'")
    let session = try open(file, ["see:row 1 of"], environment: "ulimit -v 400000;")
    #expect(session.status == "75")
    #expect(session.isRestored)
    #expect(session.sent.contains("?1049lfairy: \(file): needs more memory than its limit of "))
  }

  @Test func controlCEndsIt() throws {
    let scratch = try table(300)
    let session = try open(scratch.file("a.csv"), ["see:row 1 of 300 ", "type:\\x03"])
    #expect(session.status == "130")
    #expect(session.isRestored)
  }

  @Test func controlZStopsAndGoesOn() throws {
    let scratch = try table(300)
    let session = try open(
      scratch.file("a.csv"),
      [
        "see:row 1 of 300 ", "new", "type:\\x1a", "stopped", "new", "continue", "see:name 2",
        "type:j",
      ]
        + ["see:row 2 of 300 ", "type:\\x1a", "stopped", "continue", "wait:0.2", "type:q"])
    #expect(session.lines.prefix(2) == ["stopped True True", "stopped True True"])
    #expect(session.status == "0")
    #expect(session.isRestored)
  }

  @Test func theSizeMayChange() throws {
    let scratch = try table(300)
    let session = try open(
      scratch.file("a.csv"),
      [
        "see:row 1 of 300 ", "new", "size:100x30", "see:name 28", "size:20x5", "wait:0.2",
        "size:1x1",
      ]
        + ["wait:0.2", "type:jjj", "wait:0.2", "new", "size:60x8", "see:row 4 of 300", "type:q"])
    #expect(session.status == "0")
    #expect(session.isRestored)
  }

  @Test(arguments: [(20, 5, "name"), (1, 1, "…")])
  func smallTerminals(columns: Int, rows: Int, text: String) throws {
    let scratch = try table(30)
    let session = try open(
      scratch.file("a.csv"), ["see:\(text)", "type:jjk?qd", "wait:0.2", "type:qq"],
      columns: columns,
      rows: rows)
    #expect(session.status == "0")
    #expect(session.isRestored)
  }

  /// Keys come from the terminal while the table comes through a pipe.
  @Test func standardInputIsShown() throws {
    let scratch = try table(300)
    let session = try open(
      "-", ["see:row 1 of 300 ", "type:G", "see:row 300 of 300", "type:q"],
      environment: "export PIPED=1; cat '\(scratch.file("a.csv"))' |")
    #expect(session.status == "0")
    #expect(session.isRestored)
  }

  /// OSC 52: `name 1` in base64.
  @Test func copies() throws {
    let scratch = try table(30)
    let session = try open(
      scratch.file("a.csv"), ["see:row 1 of 30 ", "type:y", "see:]52;c;bmFtZSAx\u{7}", "type:q"])
    #expect(session.status == "0")
  }

  @Test(arguments: ["export TERM=dumb;", "unset TERM;", "export TERM=;"])
  func withoutAScreenItIsPrinted(environment: String) throws {
    let scratch = try table(3)
    let session = try open(scratch.file("a.csv"), ["see:name 3"], environment: environment)
    #expect(session.status == "0")
    #expect(!session.sent.contains("?1049h"))
    let plain = try open(
      scratch.file("a.csv"), ["see:name 3"], options: ["--view", "plain"])
    #expect(!plain.sent.contains("?1049h"))
    let none = try Program.fairy("open", scratch.file("a.csv"), "--view", "full")
    #expect(none.status == 64)
    #expect(none.error.contains("--view full needs a terminal"))
  }

  @Test func noColourIsRespected() throws {
    let scratch = try table(30)
    let actions = ["see:row 1 of 30 ", "type:/Ulm\\r", "see:town 2/3", "wait:0.2", "type:q"]
    let colourful = try open(scratch.file("a.csv"), actions)
    let plain = try open(scratch.file("a.csv"), actions, environment: "export NO_COLOR=1;")
    #expect(colourful.sent.contains(";33m"))
    #expect(!plain.sent.contains(";33m"))
    #expect(plain.sent.contains(";7m"))
  }

  /// The first rows are there before the file has been gone over.
  @Test func aLargeFileIsOpenAtOnce() throws {
    let scratch = try ScratchFolder()
    let line = Array("some words,1234567,more words that fill the line,0.25\n".utf8)
    let block = [UInt8]((0..<20_000).lazy.flatMap { _ in line })
    try scratch.write(Array("a,b,c,d\n".utf8), to: "a.csv")
    let file = try #require(FileHandle(forWritingAtPath: scratch.file("a.csv")))
    try file.seekToEnd()
    for _ in 0..<200 { try file.write(contentsOf: block) }
    try file.close()
    let session = try open(
      scratch.file("a.csv"), ["see:… ", "type:G", "see:row 4,000,000 of 4,000,000", "type:q"])
    #expect(session.status == "0")
    #expect(session.isRestored)
  }
}
