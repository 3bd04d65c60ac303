import ConverterCore
import Runner
import SystemPackage
import TestSupport
import Testing

/// Result lines, as `convert --json` and `fairy worker` have them.
@Suite struct OutcomeJSONTests {
  private func type(_ word: String) throws -> ContentType {
    try #require(ContentTypeCatalog.complete.type(named: word))
  }

  private func done() throws -> Outcome {
    var outcome = Outcome(.done, input: .file("a.heic"))
    outcome.outputs = ["a.jpg"]
    outcome.source = try type("heic")
    outcome.target = try type("jpeg")
    outcome.route = ["HEIF", "Picture", "JPEG"]
    outcome.bytesIn = 1_299_081
    outcome.bytesOut = 828_178
    outcome.duration = .milliseconds(150)
    outcome.ledger = [
      LedgerEntry("icc", .kept),
      LedgerEntry("gainmap", .dropped, why: "JPEG writer does not carry it"),
    ]
    return outcome
  }

  private func readAgain(_ line: JSONValue) throws -> Outcome {
    try Outcome(json: JSONValue(parsing: Array(line.description.utf8)), catalog: .complete)
  }

  @Test func writesTheExampleOfTheContract() throws {
    let line =
      #""input":"a.heic","output":"a.jpg","from":"public.heic","to":"public.jpeg","status":"done","#
      + #""route":["HEIF","Picture","JPEG"],"bytesIn":1299081,"bytesOut":828178,"seconds":0.15,"#
      + #""ledger":[{"what":"icc","action":"kept"},{"what":"gainmap","action":"dropped","#
      + #""why":"JPEG writer does not carry it"}]}"#
    #expect(try done().json(id: nil).description == "{" + line)
    #expect(try done().json(id: nil).description == "{" + line)
    #expect(try done().json(id: .literal("4.20")).description == #"{"id":4.20,"# + line)
  }

  @Test func readsWhatItWrites() throws {
    var outcome = try done()
    outcome.warnings = ["the output is named .png\u{1b}", ""]
    let line = outcome.json(id: .string("x"))
    let again = try readAgain(line)
    #expect(again.input == outcome.input)
    #expect(again.outputs == outcome.outputs)
    #expect(again.source == outcome.source)
    #expect(again.target == outcome.target)
    #expect(again.route == outcome.route)
    #expect(again.bytesIn == outcome.bytesIn)
    #expect(again.bytesOut == outcome.bytesOut)
    #expect(again.duration == outcome.duration)
    #expect(again.ledger == outcome.ledger)
    #expect(again.warnings == outcome.warnings)
    #expect(again.json(id: .string("x")) == line)
  }

  /// A merge names all of its inputs beside the first.
  @Test func keepsAllInputs() throws {
    var outcome = try done()
    outcome.furtherInputs = [.standardInput, .file("b.heic")]
    let line = outcome.json(id: nil)
    #expect(line.description.hasPrefix(#"{"input":"a.heic","inputs":["a.heic","-","b.heic"],"#))
    #expect(try readAgain(line).furtherInputs == outcome.furtherInputs)
    let odd = FilePath(platformString: [0x61, CChar(bitPattern: 0xFF), 0])
    outcome.furtherInputs = [.file(odd)]
    #expect(try readAgain(outcome.json(id: nil)).furtherInputs == [.file(odd)])
  }

  @Test func keepsWhichPagesOfInputsWereMeant() throws {
    var outcome = try done()
    outcome.furtherInputs = [.file("b.pdf"), .file("c.jpg")]
    #expect(outcome.json(id: nil)["inputPages"] == nil)
    outcome.inputPages = [1: try PageRanges(parsing: "2-3,7")]
    let line = outcome.json(id: nil)
    #expect(line["inputPages"] == .array([.null, .string("2-3,7"), .null]))
    #expect(try readAgain(line).inputPages == outcome.inputPages)
  }

  @Test func keepsPathsThatAreNotUTF8() throws {
    var outcome = try done()
    let odd = FilePath(platformString: [0x61, CChar(bitPattern: 0xFF), 0])
    outcome.input = .file(odd)
    outcome.outputs = [odd, "b.jpg", "-"]
    let line = outcome.json(id: nil)
    #expect(
      line.description.hasPrefix(
        #"{"input":"a\#u{fffd}","inputHex":"61ff","output":"a\#u{fffd}","outputHex":"61ff","#
          + #""outputs":["a\#u{fffd}","b.jpg","-"],"outputsHex":["61ff",null,"2d"],"from""#))
    let again = try readAgain(line)
    #expect(again.input == outcome.input)
    #expect(again.outputs == outcome.outputs)
    outcome.outputs = ["a.jpg", "b.jpg"]
    #expect(outcome.json(id: nil)["outputsHex"] == nil)
    #expect(try readAgain(outcome.json(id: nil)).outputs == outcome.outputs)
  }

  @Test func saysWhyNothingWasWritten() throws {
    var outcome = Outcome(.skipped("a.jpg exists"), input: .standardInput)
    outcome.bytesIn = 7
    #expect(
      outcome.json(id: nil).description
        == #"{"input":"-","status":"skipped","why":"a.jpg exists","route":[],"bytesIn":7,"#
        + #""bytesOut":0,"seconds":0,"ledger":[]}"#)
    let again = try readAgain(outcome.json(id: nil))
    #expect(again.input == .standardInput)
    guard case .skipped("a.jpg exists") = again.status else {
      Issue.record("\(again.status)")
      return
    }
  }

  /// A result line says which other file a failure is about.
  @Test(
    arguments: [
      ("a.heic", #""message":"m"}}"#), ("out/a.jpg", #""message":"m","file":"out/a.jpg"}}"#),
      (nil, #""message":"m","file":null}}"#),
    ] as [(FilePath?, String)])
  func saysWhatFailed(file: FilePath?, end: String) throws {
    var outcome = Outcome(
      .failed(ConversionError(.outputExists, "m", file: file)), input: .file("a.heic"))
    let start = #"{"input":"a.heic","to":"public.jpeg","status":"failed","error":{"#
    outcome.target = try type("jpeg")
    #expect(
      outcome.json(id: nil).description == start + #""code":"outputExists","# + end)
    outcome.warnings = ["w"]
    let again = try readAgain(outcome.json(id: .integer(1)))
    #expect(again.warnings == ["w"])
    guard case .failed(let error) = again.status else {
      Issue.record("\(again.status)")
      return
    }
    #expect(error.code == .outputExists)
    #expect(error.message == "m")
    #expect(error.file == file)
  }

  @Test func keepsLimits() throws {
    var limits = Limits.standard
    limits.memory = 2_000_000_000
    let limit = ConversionError.Limit(.memory, needed: 3_000_000_000, of: limits)
    let outcome = Outcome(.failed(.exceeding(limit, "m")), input: .standardInput)
    #expect(
      outcome.json(id: nil).description.contains(
        #""limit":{"name":"memory","needed":3000000000,"allowed":2000000000}}"#))
    guard case .failed(let error) = try readAgain(outcome.json(id: nil)).status else {
      Issue.record("not failed")
      return
    }
    #expect(error.limit == limit)
  }

  @Test(arguments: ConversionError.Code.allCases)
  func keepsEveryCode(code: ConversionError.Code) throws {
    let outcome = Outcome(.failed(ConversionError(code, "")), input: .standardInput)
    guard case .failed(let error) = try readAgain(outcome.json(id: nil)).status else {
      Issue.record("not failed")
      return
    }
    #expect(error.code == code)
    #expect(error.file == nil)
  }

  @Test(
    arguments: [
      ("[]", .usage), ("{}", .usage), (#"{"input":"a"}"#, .usage),
      (#"{"input":"a","status":"finished"}"#, .usage), (#"{"input":"a","status":1}"#, .usage),
      (#"{"input":"a","status":"failed"}"#, .usage),
      (#"{"input":"a","status":"failed","error":{"code":"oops"}}"#, .usage),
      (#"{"input":"a","status":"done","bytesIn":-1}"#, .usage),
      (#"{"input":"a","status":"done","bytesOut":1e30}"#, .usage),
      (#"{"input":"a","status":"done","seconds":-1}"#, .usage),
      (#"{"input":"a","status":"done","seconds":1e300}"#, .usage),
      (#"{"input":"a","status":"done","route":[1]}"#, .usage),
      (#"{"input":"a","status":"done","ledger":[{}]}"#, .usage),
      (#"{"input":"a","status":"done","ledger":[{"what":"icc","action":"lost"}]}"#, .usage),
      (#"{"input":"a","status":"done","outputs":["a"],"outputsHex":[]}"#, .usage),
      (#"{"input":"a","status":"done","outputs":[1]}"#, .usage),
      (#"{"input":"a","status":"done","from":"public.nothing"}"#, .unknownType),
      (#"{"input":"a","status":"done","to":"jpeg"}"#, .unknownType),
    ] as [(String, ConversionError.Code)])
  func refuses(line: String, code: ConversionError.Code) throws {
    let value = try JSONValue(parsing: Array(line.utf8))
    let error = #expect(throws: ConversionError.self) {
      try Outcome(json: value, catalog: .complete)
    }
    #expect(error?.code == code)
  }
}
