import ConverterCore
import MailboxModel
import SystemPackage
import TableModel
import TestSupport
import Testing

@testable import Runner

/// What supervisor and worker say to each other about a look comes out as it went in.
@Suite struct LookMessageTests {
  private func page() -> PageDescription {
    var page = PageDescription()
    page.usesColour = true
    page.width = 100
    page.height = 30
    page.graphics = TerminalGraphics(
      .blocks(.indexed), size: ScreenSize(columns: 100, rows: 30),
      cell: .init(width: 9, height: 18))
    page.mayTakeScreen = true
    return page
  }

  @Test func passwordsAreNoPartOfARequest() throws {
    var request = Request(
      input: .file("a.zip"), target: try ContentType.named("public.data", in: .complete),
      output: .memory)
    request.options.reading.passwords = Passwords([Password(Array("secret".utf8))])
    let messages: [SupervisorMessage] = [
      .convert(request, threads: 1), .dryRun(request, .plans), .list(request), .survey(request),
      .look(LookRequest(.facts, of: request, on: page())),
    ]
    for message in messages {
      #expect(!message.json.description.contains(Array("secret".utf8).hexadecimal))
    }
    let answer = SupervisorMessage.passwords(request.options.reading.passwords.held)
    let heard = try SupervisorMessage(
      JSONValue(parsing: Array(answer.json.description.utf8)), vocabulary: .standard)
    guard case .passwords(let passwords) = heard else {
      Issue.record("\(heard)")
      return
    }
    #expect(passwords == request.options.reading.passwords.held)
  }

  @Test func requests() throws {
    var request = Request(
      input: .entry("a.zip", EntryAddress(steps: [Array("*.csv".utf8)])),
      target: try ContentType.named("public.data", in: .complete), output: .memory)
    request.options.reading.passwords = Passwords([Password(Array("secret".utf8))])
    request.options.reading.dialect.delimiter = 0x3B
    request.options.reading.messages.from = ["anna"]
    request.options.selection.filters = ["city=~^Ber"]
    request.options.settings = ["key": "value"]
    request.limits.seconds = 5
    request.unusedOptions = .fail
    let look = LookRequest(
      .contents, of: request, as: "table", on: page(), stopsWithoutPassword: true, threads: 3)
    let message = try SupervisorMessage(
      JSONValue(parsing: Array(SupervisorMessage.look(look).json.description.utf8)),
      vocabulary: .standard)
    guard case .look(let heard) = message else {
      Issue.record("\(message)")
      return
    }
    #expect(heard.kind == .contents)
    #expect(heard.model == "table")
    #expect(heard.page == page())
    #expect(heard.stopsWithoutPassword && heard.threads == 3)
    #expect(heard.request.input == request.input)
    // The worker asks for them when something is encrypted.
    #expect(heard.request.options.reading.passwords.held.isEmpty)
    #expect(heard.request.options.reading.dialect == request.options.reading.dialect)
    #expect(heard.request.options.reading.messages == request.options.reading.messages)
    #expect(heard.request.options.selection == request.options.selection)
    #expect(heard.request.options.settings == request.options.settings)
    #expect(heard.request.limits == request.limits)
    #expect(heard.request.unusedOptions == .fail)
  }

  @Test func results() throws {
    var result = LookResult()
    result.type = "com.adobe.pdf"
    result.failure = ConversionError(.wrongPassword, "no", file: "a.pdf")
    result.report = "Type  PDF"
    result.told = [.damagedInput]
    result.unused = [
      .init([UnusedOption("table", why: "it is one", applies: false)], of: "public.png", "a.png")
    ]
    result.hasReported = true
    guard case .looked(let heard) = try WorkerMessage(WorkerMessage.looked(result).json) else {
      Issue.record("no result")
      return
    }
    #expect(heard.failure?.code == .wrongPassword && heard.failure?.file == "a.pdf")
    #expect(heard.type == "com.adobe.pdf")
    #expect(heard.report == result.report && heard.told == result.told && heard.hasReported)
    #expect(heard.unused.first?.options == result.unused.first?.options)
    #expect(heard.unused.first?.options.first?.applies == false)
    #expect(heard.unused.first?.type == "public.png" && heard.unused.first?.name == "a.png")
  }

  @Test func whatIsNoResultIsDamaged() throws {
    let unknown = try JSONValue(parsing: Array(#"{"told":["nothing known"]}"#.utf8))
    #expect(errorCode { _ = try LookResult(unknown) } == .damagedInput)
  }

  @Test(arguments: [
    ScreenEvent.character("ä"), .key(.up), .key(.farRight), .key(.control("f")), .paste("a\nb"),
    .resize, .tick, .end,
  ])
  func events(event: ScreenEvent) throws {
    let answer = ScreenAnswer(size: ScreenSize(columns: 3, rows: 2), event: event)
    #expect(try ScreenAnswer(answer.json) == answer)
  }

  @Test(arguments: [
    ScreenRequest.draw([Array("\u{1b}[1mä".utf8), []]), .nextEvent(timeout: 20),
    .nextEvent(timeout: nil), .copy([0, 255]),
  ])
  func questions(question: ScreenRequest) throws {
    #expect(try ScreenRequest(question.json) == question)
  }
}
