import ConverterCore
import Runner
import SystemPackage
import TestSupport
import Testing

/// Files that workers keep open for questions.
@Suite struct ViewTests {
  /// Keeps the answers.
  private final class Answers: RunObserver {
    private(set) var lines: [JSONValue] = []
    let heard = Heard()

    func started(_: Int, _: Request) {}
    func progressed(_ index: Int, _ job: Job, _ fraction: Double) {}
    func finished(_ index: Int, _ job: Job, _ outcome: Outcome) {
      heard.finished(index, job, outcome)
    }
    func viewed(_ answer: JSONValue) { lines.append(answer) }
    func noted(_: String) {}

    /// The answers about a view, as short as they can be.
    func about(_ view: String) -> [String] {
      lines.filter { $0["view"]?.text == view }.map { line in
        let id = line["id"].map { "\($0) " } ?? ""
        let closed = line["closed"] == .bool(true) ? "closed " : ""
        let rest =
          line["error"]?["code"]?.text ?? line["kind"]?.text ?? line["asked"].map { "\($0)" } ?? ""
        return id + closed + rest
      }
    }
  }

  /// What a stream of these lines is answered; `FOLDER` in them is that of the orders.
  private func answers(
    to lines: [String], in orders: Orders, _ limits: Limits = .standard
  ) throws -> Answers {
    let text = lines.map { $0.replacing("FOLDER", with: orders.scratch.path) + "\n" }.joined()
    try orders.scratch.write(Array(text.utf8), to: "lines")
    let stream = try FileDescriptor.open(orders.scratch.file("lines"), .readOnly)
    defer { try? stream.close() }
    var registry = Registry()
    try registry.add(types: "> public.text\npublic.html | HTML page | html | text/html")
    let answers = Answers()
    let supervisor = Supervisor(
      command: [Program.built("misbehaving-worker")], jobs: 1, sandbox: .auto,
      catalog: .complete, interruption: try Interruption())
    try supervisor.run(
      RequestLines(stream, vocabulary: RequestVocabulary(registry)) { $0.limits = limits },
      observer: answers)
    return answers
  }

  private func open(_ name: String, id: Int = 0) -> String {
    #"{"view":"\#(name)","id":\#(id),"input":"FOLDER/\#(name).txt"}"#
  }

  private func ask(_ name: String, _ word: String, id: Int) -> String {
    #"{"view":"\#(name)","id":\#(id),"ask":"\#(word)"}"#
  }

  @Test func whatIsClosedAnswersNoMore() throws {
    let orders = try Orders()
    try orders.add("hang", as: "a")
    let found = try answers(
      to: [
        open("a", id: 1), ask("a", "fine", id: 2), #"{"view":"a","id":3,"close":true}"#,
        ask("a", "fine", id: 4),
      ], in: orders)
    #expect(found.about("a") == ["1 closed interrupted", "2 interrupted", "3 closed ", "4 usage"])
  }

  @Test func aViewStaysOpenBetweenQuestions() throws {
    let orders = try Orders()
    try orders.add("fine", as: "a")
    let found = try answers(
      to: [
        open("a", id: 1), ask("a", "fine", id: 2), ask("a", "fail", id: 3),
        ask("a", "scratch", id: 4),
      ], in: orders)
    #expect(found.about("a") == ["1 order", "2 1", "3 damagedInput", "4 3"])
    try #require(found.lines.count == 4)
    #expect(found.lines[0]["words"]?.int == 1)
    #expect(found.lines[0]["type"]?.text == "public.plain-text")
  }

  @Test func aCrashCostsItsViewAlone() throws {
    let orders = try Orders()
    for name in ["a", "b"] { try orders.add("fine", as: name) }
    let found = try answers(
      to: [
        open("a", id: 1), open("b", id: 1), ask("a", "fine", id: 2), ask("a", "crash", id: 3),
        ask("a", "fine", id: 4), ask("b", "fine", id: 2),
      ], in: orders)
    #expect(
      found.about("a") == [
        "1 order", "2 1", "3 decoderCrashed", "4 decoderCrashed", "closed decoderCrashed",
      ])
    #expect(found.about("b") == ["1 order", "2 1"])
  }

  @Test func aFileThatCannotBeOpenedIsSaidOnce() throws {
    let orders = try Orders()
    for order in ["fail", "crash", "exit"] { try orders.add(order, as: order) }
    let found = try answers(
      to: ["fail", "crash", "exit", "missing"].flatMap { [open($0, id: 1), ask($0, "x", id: 2)] },
      in: orders)
    #expect(found.about("fail") == ["1 closed damagedInput", "2 damagedInput"])
    #expect(found.about("crash") == ["1 closed decoderCrashed", "2 decoderCrashed"])
    #expect(found.about("exit") == ["1 closed decoderCrashed", "2 decoderCrashed"])
    #expect(found.about("missing") == ["1 closed inputNotFound", "2 usage"])
  }

  @Test(arguments: ["hang", "spin"])
  func anAnswerHasItsTime(_ word: String) throws {
    let orders = try Orders()
    try orders.add("fine", as: "a")
    var limits = Limits.standard
    limits.seconds = 1
    let found = try answers(
      to: [open("a", id: 1), ask("a", word, id: 2), ask("a", "fine", id: 3)], in: orders, limits)
    #expect(
      found.about("a") == [
        "1 order", "2 limitExceeded", "3 limitExceeded", "closed limitExceeded",
      ])
  }

  @Test(arguments: ["malformed-message", "message-flood", "half-a-message", "endless-message"])
  func nonsenseEndsTheView(_ word: String) throws {
    let orders = try Orders()
    for name in ["a", "b"] { try orders.add("fine", as: name) }
    var limits = Limits.standard
    limits.seconds = 2
    let found = try answers(
      to: [
        open("a", id: 1), open("b", id: 1), ask("a", word, id: 2), ask("b", "fine", id: 2),
      ], in: orders, limits)
    #expect(found.about("a").first == "1 order")
    #expect(found.about("a").last?.hasPrefix("closed ") == true)
    #expect(found.about("b") == ["1 order", "2 1"])
  }

  @Test func linesThatMakeNoSenseAreRefused() throws {
    let orders = try Orders()
    try orders.add("fine", as: "a")
    let found = try answers(
      to: [
        #"{"view":"x","ask":"rows"}"#, #"{"view":"x","close":true}"#, #"{"view":"x"}"#,
        #"{"view":"x","input":"FOLDER/a.txt","output":"b.txt"}"#,
        #"{"view":"x","input":"FOLDER/a.txt","as":3}"#, #"{"view":"x","ask":3}"#,
        #"{"view":"x","close":true,"ask":"rows"}"#, #"{"view":"x","close":1}"#,
      ], in: orders)
    #expect(
      found.lines.map { $0["error"]?["message"]?.text ?? "" } == [
        #"no view "x" is open"#, #"no view "x" is open"#, #"a request needs an "input""#,
        #""output" is no key of a view: use input, inputHex, options, as, ask, close, id"#,
        #""as" takes a string, not the number 3"#, #""ask" takes a string, not the number 3"#,
        #"no view "x" is open"#, #"a line with "close":true has a view, and nothing else"#,
      ])
    #expect(found.lines.allSatisfy { $0["error"]?["code"]?.text == "usage" })
  }

  @Test func longAnswersComeAndTooLongOnesAreRefused() throws {
    let orders = try Orders()
    try orders.add("fine", as: "a")
    let found = try answers(
      to: [
        open("a", id: 1), #"{"view":"a","id":2,"ask":"text","quotes":8000000}"#,
        #"{"view":"a","id":3,"ask":"text","quotes":9000000}"#, ask("a", "fine", id: 4),
      ], in: orders)
    #expect(found.about("a") == ["1 order", "2 1", "3 limitExceeded", "4 3"])
    try #require(found.lines.count == 4)
    #expect(found.lines[1]["text"]?.text?.utf8.count == 8_000_000)
    #expect(
      found.lines[2]["error"]?["message"]?.text?
        .hasSuffix("the answer has 17 MiB, and at most 16 are sent") == true)
  }

  /// More than are held at once.
  @Test func manyQuestionsAreAnsweredInTheirOrder() throws {
    let orders = try Orders()
    try orders.add("fine", as: "a")
    let found = try answers(
      to: [open("a")] + (1...2000).flatMap { [ask("a", "fine", id: $0), ask("b", "x", id: $0)] },
      in: orders)
    #expect(found.about("a") == ["0 order"] + (1...2000).map { "\($0) \($0)" })
    #expect(found.about("b") == (1...2000).map { "\($0) usage" })
  }

  @Test func jobsGoOnBesideViews() throws {
    let orders = try Orders()
    try orders.add("fine", as: "a")
    let found = try answers(
      to: [
        open("a", id: 1), ask("a", "fine", id: 2),
        #"{"id":"job","input":"FOLDER/a.txt","output":"FOLDER/a.html"}"#, ask("a", "fine", id: 3),
      ], in: orders)
    #expect(found.about("a") == ["1 order", "2 1", "3 2"])
    #expect(found.heard.isDone("job"))
    #expect(try orders.result("a") == "begun fine")
  }
}
