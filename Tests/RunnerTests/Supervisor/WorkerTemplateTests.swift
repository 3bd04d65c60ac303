import ConverterCore
import TestSupport
import Testing

@testable import Runner

/// Workers that are forked: where a template gives none, programs are started in their place, which only takes longer.
@Suite struct WorkerTemplateTests {
  @Test func eachWorkerBegins() throws {
    let template = try WorkerTemplate([Program.built("misbehaving-worker")], .auto)
    for _ in 0..<3 {
      let worker = try #require(template.fork())
      guard case .message(let json) = try worker.channel.receive(waiting: true),
        case .ready = try WorkerMessage(json)
      else {
        Issue.record("a worker that is not ready")
        return
      }
    }
  }
}
