import Foundation
import TestSupport
import Testing

/// Archives in which some entries are bad: nothing, or with `--keep-going` the rest.
@Suite struct KeepGoingTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    var archive = ZIPBytes("a=1", "d/", "d/bad=2").last { $0.checksumError = 1 }
    archive.add("../evil=3")
    archive.add("d/b=4")
    try scratch.write(archive, to: "z.zip")
  }

  @Test func withoutItNothingStays() throws {
    let before = try scratch.tree()
    for words in [[], ["-o", "new"], ["--flat"], ["--wrap"]] {
      let result = try Program.run(
        Program.fairy, ["extract", "z.zip"] + words, in: scratch.path)
      #expect(result.status == 65)
      #expect(result.output.isEmpty)
      #expect(try scratch.tree() == before)
    }
  }

  @Test func theGoodStayAndTheBadAreListed() throws {
    let result = try Program.fairy("extract", "z.zip", "--keep-going", in: scratch.path)
    #expect(result.status == 65)
    #expect(try scratch.things("z") == ["a = \"1\"", "d/", "d/b = \"4\""])
    let lines = result.error.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("fairy: z.zip: left out: the entry \"../evil\" has \"..\""))
    #expect(lines[1].hasPrefix("fairy: z.zip: left out: d/bad: its content does not match"))
    #expect(lines[2].hasPrefix("fairy: z.zip: 2 entries were left out, the others are there: "))
    #expect(result.text.hasPrefix("z.zip → z  "))
  }

  @Test func forScripts() throws {
    let result = try Program.fairy("extract", "z.zip", "--keep-going", "--json", in: scratch.path)
    #expect(result.status == 65)
    #expect(result.lines.count == 1)
    let bytes = try scratch.bytes("z.zip").count
    let start =
      #"{"input":"z.zip","output":"z","from":"public.zip-archive","to":"public.folder","partial":true,"route":["ZIP","Archive","folder"],"bytesIn":\#(bytes),"bytesOut":2,"seconds":"#
    #expect(result.text.hasPrefix(start), "\(result.text)")
    let object = try #require(try result.objects().first)
    #expect(object["status"] as? String == "failed")
    let ledger = try #require(object["ledger"] as? [[String: String]])
    #expect(ledger.map { $0["what"] } == ["entry \"../evil\"", "entry \"d/bad\""])
    #expect(ledger.allSatisfy { $0["action"] == "dropped" && $0["why"]?.isEmpty == false })
    let error = try #require(object["error"] as? [String: String])
    // Two codes: the archive is damaged.
    #expect(error["code"] == "damagedInput")
  }

  /// Which entry is named, and with that the status, does not depend on which thread is faster.
  @Test(
    arguments: Sample.files(
      fixtures: ["others/zip/bad-crc.zip"], corpus: ["zip/bad-crc-mixed.zip"]))
  func theFirstBadEntryIsNamed(sample: Sample) throws {
    for _ in 0..<12 {
      let result = try Program.fairy(
        "extract", sample.path, "-o", scratch.file("x"), "--jobs", "4")
      #expect(result.status == 65)
      #expect(result.error.contains(": storedcrcerror: "))
    }
  }

  @Test(
    arguments: Sample.files(
      fixtures: ["others/zip/encrypted-aes256_foofoofoo.zip"],
      corpus: ["zip/encrypted-aes256_foofoofoo.zip"]))
  func whatCannotBeReadWithoutAPasswordIsBad(sample: Sample) throws {
    try scratch.copy(sample.path, as: "e.zip")
    let result = try Program.fairy(
      "extract", "e.zip", "--keep-going", "--json", in: scratch.path)
    #expect(result.status == 77)
    #expect(try scratch.things().contains("plain = \"plain%a\""))
    #expect(!scratch.names.contains("encrypted"))
  }

  /// The shape of the line where all is well, and where all is not.
  @Test func linesForScripts() throws {
    try scratch.write(ZIPBytes("a=1", "b=23"), to: "good.zip")
    let bytes = try scratch.bytes("good.zip").count
    let good = try Program.fairy("extract", "good.zip", "--json", in: scratch.path)
    #expect(
      good.text.replacing(#/"seconds":[0-9.]+/#, with: "\"seconds\":0")
        == #"{"input":"good.zip","output":"good","from":"public.zip-archive","to":"public.folder","status":"done","route":["ZIP","Archive","folder"],"bytesIn":\#(bytes),"bytesOut":3,"seconds":0,"ledger":[]}"#
        + "\n")
    #expect(good.error.isEmpty)
    let bad = try Program.fairy("extract", "z.zip", "--json", "-o", "x", in: scratch.path)
    #expect(bad.status == 65)
    #expect(
      bad.text.hasPrefix(
        #"{"input":"z.zip","from":"public.zip-archive","to":"public.folder","status":"failed","error":{"code":"unsafeEntry","message":""#
      ), "\(bad.text)")
    #expect(bad.error.isEmpty)
    let again = try Program.fairy("extract", "good.zip", "--json", in: scratch.path)
    #expect(again.status == 73)
    #expect(
      again.text.contains(#""status":"failed","error":{"file":"good","code":"outputExists""#)
        || again.text.contains(#""code":"outputExists""#))
    let skipped = try Program.fairy(
      "extract", "good.zip", "--json", "--on-conflict", "skip", in: scratch.path)
    #expect(skipped.status == 0)
    #expect(skipped.text.contains(#""status":"skipped","why":"good exists""#))
  }
}
