import ConverterCore
import SystemPackage
import TestSupport
import Testing

@testable import Runner

/// Steps that end a worker are done without, and all else is there.
@Suite struct HazardTests {
  @Test(arguments: [
    ("crash", "crashed the decoder with SIGSEGV"),
    ("say-and-crash", "crashed the decoder with SIGABRT: assertion failed: depth > 0"),
    ("hang", "reported no progress for its stall limit of 1 s and was stopped"),
  ])
  func oneStepIsDoneWithout(deed: String, reason: String) throws {
    let orders = try Orders()
    try orders.add("steps 4 2 \(deed)", as: "a")
    var limits = Limits.standard
    limits.stall = 1
    let heard = try orders.run(limits: limits)
    let error = try #require(heard.error("a"))
    #expect(error.code == .damagedInput)
    #expect(error.message.hasPrefix("the words of page 2 are not recognised: \(reason)"))
    #expect(error.message.hasSuffix("; all else is there"))
    #expect(try orders.result("a") == "begun steps 4 2 \(deed)")
  }

  @Test func stepsWithoutHarmAreNoFailure() throws {
    let orders = try Orders()
    try orders.add("steps 3 9 crash", as: "a")
    #expect(try orders.run().isDone("a"))
  }

  @Test func aStepThatIsOverIsNotToBlame() throws {
    let orders = try Orders()
    try orders.add("crash", as: "a")
    let heard = try orders.run()
    #expect(heard.error("a")?.code == .decoderCrashed)
    #expect(heard.error("a")?.message.hasSuffix("(tried twice)") == true)
  }

  @Test func messagesComeOutAsTheyWentIn() throws {
    var hazards = Hazards()
    hazards.avoided = ["words of page 2": "crashed"]
    hazards.suspected = ["words of page 3", "data of eng"]
    let request = Request(
      input: .file("a.png"), target: try ContentType.named("public.png", in: .complete),
      output: .memory)
    let order = SupervisorMessage.convert(request, threads: 2, hazards: hazards)
    let heard = try SupervisorMessage(
      JSONValue(parsing: Array(order.json.description.utf8)), vocabulary: .standard)
    guard case .convert(_, 2, let known) = heard else {
      Issue.record("\(heard)")
      return
    }
    #expect(known == hazards)
    for isOver in [false, true] {
      let said = WorkerMessage.hazard("words of page 2", isOver: isOver)
      guard
        case .hazard("words of page 2", isOver) = try WorkerMessage(
          JSONValue(parsing: Array(said.json.description.utf8)))
      else {
        Issue.record("\(said)")
        return
      }
    }
  }
}
