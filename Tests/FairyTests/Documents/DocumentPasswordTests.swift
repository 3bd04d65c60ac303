import TestSupport
import Testing

/// Passwords of several documents at once.
@Suite struct DocumentPasswordTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(SmallPDF().bytes, to: "open.pdf")
    for word in ["one", "two", "wrong"] { try scratch.write(Array(word.utf8), to: word) }
    for word in ["one", "two"] {
      let result = try Program.fairy(
        "convert", "open.pdf", "--to", "pdf", "-o", "\(word).pdf", "--set", "encryption=aes256",
        "--password-file", word, in: scratch.path)
      #expect(result.status == 0, "\(result.error)")
    }
    // Everybody can open it, and its owner may do all.
    try scratch.write([], to: "none")
    let result = try Program.fairy(
      "convert", "open.pdf", "--to", "pdf", "-o", "all.pdf", "--user-password-file", "none",
      "--owner-password-file", "one", "--set", "permissions=assemble", in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
  }

  private func run(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  private func pages(_ name: String, _ password: String) throws -> Int? {
    let info = try run("info", name, "--json", "--password-file", password).objects().first
    return (info?["document"] as? [String: Any])?["pages"] as? Int
  }

  @Test func aPasswordIsForWhatNeedsIt() throws {
    let result = try run(
      "merge", "one.pdf", "open.pdf", "all.pdf", "-o", "m.pdf", "--password-file", "one")
    #expect(result.status == 0, "\(result.error)")
    #expect(try pages("m.pdf", "one") == 3)
    #expect(try pages("all.pdf", "wrong") == 1)
    #expect(try pages("one.pdf", "wrong") == nil)
  }

  @Test func eachIsOpenedByTheOneThatFits() throws {
    let words = ["--password-file", "wrong", "--password-file", "two", "--password-file", "one"]
    let merged = try Program.run(
      Program.fairy, ["merge", "one.pdf", "two.pdf", "open.pdf", "-o", "m.pdf"] + words,
      in: scratch.path)
    #expect(merged.status == 0, "\(merged.error)")
    #expect(try pages("m.pdf", "one") == 3)
    let all = try Program.run(
      Program.fairy, ["compress", "one.pdf", "two.pdf", "open.pdf", "-o", "c/"] + words,
      in: scratch.path)
    #expect(all.status == 0, "\(all.error)")
    #expect(try pages("c/two.pdf", "two") == 1)
    let worker = try Program.run(
      Program.fairy, ["worker"] + words, in: scratch.path,
      input: Array(#"{"input":"one.pdf","output":"w.pdf","verb":"compress"}"#.utf8))
    #expect(try worker.objects().first?["status"] as? String == "done")
  }

  /// The user's password opens it; with the owner's, wherever that is named, all is allowed.
  @Test func theOwnersIsPreferred() throws {
    let words = ["convert", "all.pdf", "--to", "pdf", "-o", "n.pdf", "--set", "encryption=none"]
    let refused = try Program.run(
      Program.fairy, words + ["--password-file", "two"], in: scratch.path)
    #expect(refused.status == 77, "\(refused.error)")
    let allowed = try Program.run(
      Program.fairy, words + ["--password-file", "two", "--password-file", "one"],
      in: scratch.path)
    #expect(allowed.status == 0, "\(allowed.error)")
  }

  @Test func whatNoneOpensIsNamed() throws {
    let one = try run("merge", "open.pdf", "two.pdf", "-o", "m.pdf", "--password-file", "one")
    #expect(one.status == 77)
    #expect(
      one.error == "fairy: two.pdf: is encrypted with another password than the one given\n")
    let several = try run(
      "merge", "open.pdf", "two.pdf", "-o", "m.pdf", "--password-file", "one", "--password-file",
      "wrong")
    #expect(several.status == 77)
    #expect(
      several.error == "fairy: two.pdf: is encrypted with another password than those given\n")
  }

  @Test func oneOfSeveralDoesNotEncryptByChance() throws {
    let words = ["--password-file", "one", "--password-file", "two"]
    for target in [["pdf", "--set", "encryption=aes256"], ["zip"]] {
      let input = target[0] == "zip" ? "d" : "open.pdf"
      try scratch.write([1], to: "d/a")
      let result = try Program.run(
        Program.fairy, ["convert", input, "-o", "x.\(target[0])", "--to"] + target + words,
        in: scratch.path)
      #expect(result.status == 64)
      #expect(result.error.contains("encrypted with one password, and several are given"))
    }
  }

  @Test func archivesTakeSeveralToo() throws {
    try scratch.write(Array("secret".utf8), to: "d/a")
    #expect(try run("convert", "d", "--to", "zip", "--password-file", "two").status == 0)
    let result = try run(
      "extract", "d.zip", "-o", "out", "--password-file", "one", "--password-file", "two")
    #expect(result.status == 0, "\(result.error)")
    #expect(try scratch.bytes("out/a") == Array("secret".utf8))
  }

  /// The result is opened by what it was given, not by what opened the input.
  @Test(.enabled(if: Places.has(program: "pdftoppm")))
  func whatGetsAnotherPasswordCanBeVerified() throws {
    let result = try run(
      "convert", "open.pdf", "--to", "pdf", "-o", "v.pdf", "--user-password-file", "one",
      "--owner-password-file", "two", "--verify")
    #expect(result.status == 0, "\(result.error)")
  }
}
