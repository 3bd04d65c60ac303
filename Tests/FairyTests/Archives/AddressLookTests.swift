import Foundation
import TestSupport
import Testing

/// Files in archives on the verbs that only look, in manifests and in requests.
@Suite struct AddressLookTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    var archive = ZIPBytes("docs/a.txt=A")
    try archive.add("pics/one.png", Places.fixtureBytes("rgb.png"))
    try archive.add("pics/two.jpg", Places.fixtureBytes("camera.jpg"))
    try scratch.write(archive, to: "a.zip")
    var nested = ZIPBytes()
    nested.add("a.zip", archive.bytes)
    try scratch.write(nested, to: "b.zip")
  }

  private func run(_ words: [String], input: String = "") throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path, input: Array(input.utf8))
  }

  private var results: [String] { scratch.names.filter { !$0.hasSuffix(".zip") } }

  @Test(arguments: [["info"], ["why"], ["open"], ["plan", "--to", "jpeg"]])
  func oneFile(verb: [String]) throws {
    for address in ["a.zip//pics/one.png", "b.zip//a.zip//pics/one.png"] {
      let text = try run(verb + [address])
      #expect(text.status == 0, "\(text.error)")
      #expect(text.text.hasPrefix(address))
      let object = try #require(try run(verb + [address, "--json"]).objects().first)
      #expect((object["path"] ?? object["input"]) as? String == address)
      #expect((object["type"] ?? object["from"]) as? String == "public.png")
    }
    #expect(results == [])
  }

  @Test(arguments: [["info"], ["why"], ["plan", "--to", "heic"]])
  func patterns(verb: [String]) throws {
    for address in ["b.zip//a.zip//pics/*", "b.zip//a.zip//**/*.[jp]*", "b.zip//a.zip//pics/"] {
      let result = try run(verb + [address, "--json"])
      #expect(result.status == 0, "\(result.error)")
      let paths = try result.objects().map { ($0["path"] ?? $0["input"]) as? String }
      #expect(paths == ["b.zip//a.zip//pics/one.png", "b.zip//a.zip//pics/two.jpg"])
    }
    let none = try run(verb + ["a.zip//none*", "--json"])
    #expect(none.status == 66)
    #expect(none.text.contains("\"inputNotFound\""))
    #expect(
      try run(verb + ["a.zip//none*"]).error.hasPrefix("fairy: a.zip//none*: the archive has no"))
  }

  /// A failure is said of the file that it is about.
  @Test func plansThatCannotBe() throws {
    let result = try run(["plan", "a.zip//**", "--to", "jpeg"])
    #expect(result.status == 69)
    #expect(result.error.hasPrefix("fairy: a.zip//docs/a.txt: is a plain text file"))
    #expect(result.text.contains("a.zip//pics/one.png: "))
  }

  @Test func dryRun() throws {
    let result = try run([
      "convert", "a.zip//**", "--to", "png", "-o", "out/", "--dry-run", "--json",
    ])
    #expect(result.status == 0, "\(result.error)")
    let lines = try result.objects()
    #expect(
      lines.map { $0["input"] as? String }
        == ["docs/a.txt", "pics/one.png", "pics/two.jpg"].map { "a.zip//\($0)" })
    #expect(lines.map { $0["status"] as? String } == ["skipped", "planned", "planned"])
    #expect(lines[1]["output"] as? String == "out/pics/one.png")
    #expect(results == [])
  }

  @Test func manifests() throws {
    let written = try run(
      ["plan", "b.zip//a.zip//**/*.??g", "--to", "heic", "-o", "out/", "--manifest-out", "m"])
    #expect(written.status == 0, "\(written.error)")
    let result = try run(["convert", "--manifest", "m", "--json"])
    #expect(result.status == 0, "\(result.error)")
    let inputs = try result.objects().compactMap { $0["input"] as? String }.sorted()
    #expect(inputs.map { $0.hasSuffix("b.zip//a.zip//pics/one.png") } == [true, false])
    #expect(results == ["m", "out", "out/pics", "out/pics/one.heic", "out/pics/two.heic"])
  }

  @Test func requests() throws {
    let result = try run(
      ["worker"],
      input: #"""
        {"id":1,"input":"a.zip//pics/one.png","output":"x/one.jpg"}
        {"id":2,"input":"b.zip//a.zip//pics/two.jpg","to":"png"}
        {"id":3,"input":"a.zip//none.png","to":"jpeg"}
        {"id":4,"input":"b.zip//a.zip//pics/one.png","to":"jpeg","options":{"limit":{"nesting":1}}}
        {"id":5,"input":"a.zip","to":"folder","output":"f","options":{"entries":["docs"]}}
        {"id":6,"input":"b.zip//a.zip","to":"folder","output":"f","options":{"onConflict":"rename"}}
        {"id":7,"input":"a.zip","to":"zip","output":"y.zip","options":{"set":{"reproducible":"true"}}}
        """#)
    #expect(result.status == 0, "\(result.error)")
    let objects = try result.objects()
    #expect(objects.prefix(7).map { $0["id"] as? Int } == [1, 2, 3, 4, 5, 6, 7])
    #expect(
      objects.prefix(7).map { $0["status"] as? String }
        == ["done", "done", "failed", "failed", "done", "done", "done"], "\(result.text)")
    #expect(
      objects[2...3].map { ($0["error"] as? [String: Any])?["code"] as? String }
        == ["inputNotFound", "limitExceeded"])
    #expect(result.lines.last == #"{"done":7}"#)
    #expect(
      results == [
        "f", "f-2", "f-2/docs", "f-2/docs/a.txt", "f-2/pics", "f-2/pics/one.png",
        "f-2/pics/two.jpg",
        "f/docs", "f/docs/a.txt", "two.png", "x", "x/one.jpg",
      ])
  }
}
