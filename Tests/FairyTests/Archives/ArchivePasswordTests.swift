import Foundation
import TestSupport
import Testing

/// Passwords: where they come from, what is said when they do not fit, and that nobody else sees them.
@Suite struct ArchivePasswordTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(Array("secret".utf8), to: "d/a")
    try scratch.write(Array("secret".utf8), to: "d/b")
    let result = try Program.shell(
      "FAIRY_PASSWORD=geheim \"$FAIRY\" convert d --to zip -o z.zip", in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(try !scratch.bytes("z.zip").contains(Array("secret".utf8)))
  }

  @Test(arguments: ["geheim", "geheim\n", "geheim\r\n"])
  func byFile(content: String) throws {
    try scratch.write(Array(content.utf8), to: "p")
    // The file goes before the variable.
    let result = try Program.shell(
      "FAIRY_PASSWORD=x \"$FAIRY\" extract z.zip --password-file p -o out", in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(try scratch.things("out") == ["a = \"secret\"", "b = \"secret\""])
  }

  @Test(arguments: [
    "FAIRY_PASSWORD=geheim \"$FAIRY\" extract z.zip -o out",
    "\"$FAIRY\" extract z.zip -o out --password-file <(echo geheim)",
    "echo geheim | \"$FAIRY\" extract z.zip -o out --password-file -",
  ])
  func byOtherWays(script: String) throws {
    let result = try Program.shell(script, in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(try scratch.things("out") == ["a = \"secret\"", "b = \"secret\""])
  }

  @Test(
    arguments: [
      ("", 64, "holds no password"), ("\n", 64, "holds no password"),
      ("geheim\n\n", 77, "does not open it"), (" geheim", 77, "does not open it"),
      (String(repeating: "x", count: 100_000), 64, "longer than"),
    ] as [(String, Int32, String)])
  func filesThatHoldAnotherOrNone(content: String, status: Int32, words: String) throws {
    try scratch.write(Array(content.utf8), to: "p")
    let before = try scratch.tree()
    let result = try Program.fairy(
      "extract", "z.zip", "--password-file", "p", "-o", "out", in: scratch.path)
    #expect(result.status == status)
    #expect(result.error.contains(words), "\(result.error)")
    #expect(result.output.isEmpty)
    #expect(try scratch.tree() == before)
  }

  @Test func filesThatAreNone() throws {
    let before = try scratch.tree()
    for (name, status) in [("missing", 66), ("d", 74)] as [(String, Int32)] {
      let result = try Program.fairy(
        "extract", "z.zip", "--password-file", name, in: scratch.path)
      #expect(result.status == status)
      #expect(result.error.hasPrefix("fairy: \(name): "))
    }
    #expect(try scratch.tree() == before)
  }

  /// Wrong is not missing, on every verb.
  @Test(arguments: [
    "extract z.zip -o out", "extract z.zip a -o -", "convert z.zip --to folder -o out",
    "convert z.zip --to zip -o y.zip", "open z.zip//a", "info z.zip//a", "why z.zip//a",
    "convert 'z.zip//*' --to png",
  ])
  func wrongIsNotMissing(words: String) throws {
    let before = try scratch.tree()
    for (variable, code, said) in [
      ("", "missingPassword", "--password-file"), ("falsch", "wrongPassword", "does not open it"),
    ] {
      // Contents and JSON do not go together.
      let isPrinted = words.hasSuffix("-o -")
      let json = try Program.shell(
        "FAIRY_PASSWORD=\(variable) \"$FAIRY\" \(words) --json", in: scratch.path)
      guard !isPrinted else {
        #expect(json.status == 64)
        continue
      }
      #expect(json.status == 77)
      #expect(json.text.contains("\"code\":\"\(code)\""), "\(json.text)")
      #expect(json.text.contains(said), "\(json.text)")
    }
    #expect(try scratch.tree() == before)
  }

  /// The names are readable without it.
  @Test func namesAreReadable() throws {
    let result = try Program.fairy("open", "z.zip", "--json", in: scratch.path)
    #expect(result.status == 0)
    #expect(try result.objects().map { $0["encrypted"] as? Bool } == [true, true])
    #expect(try Program.fairy("extract", "z.zip", in: scratch.path).status == 77)
  }

  @Test func nobodyElseSeesIt() throws {
    var state: UInt32 = 1
    let noise = (0..<3_000_000).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    try scratch.write(noise, to: "d/large")
    // What runs is looked at all the time, and so is what is written. The script itself is visible, too.
    let result = try Program.shell(
      """
      umask 077; w=wort; printf geheim-$w >p; printf falsches-$w >q
      watch() { while kill -0 $1 2>/dev/null; do cat /proc/[0-9]*/cmdline; done >>seen 2>/dev/null; }
      "$FAIRY" convert d --to zip -o s.zip --password-file p --json >>said 2>&1 & watch $!
      for word in p q; do
        FAIRY_PASSWORD=$(cat $word) "$FAIRY" extract s.zip -o out-$word --json >>said 2>&1 & watch $!
        FAIRY_PASSWORD=$(cat $word) "$FAIRY" convert 's.zip//**' --to png --journal j >>said 2>&1
      done
      grep -ac . said >/dev/null && grep -aq sealed seen && echo looked
      hex=$(od -An -tx1 p | tr -d ' \\n'); rm p q
      grep -raliE "geheim-wor[t]|falsches-wor[t]|$hex" .
      """, in: scratch.path)
    #expect(result.text == "looked\n", "\(result.error)")
    #expect(try scratch.bytes("out-p/large") == noise)
  }
}
