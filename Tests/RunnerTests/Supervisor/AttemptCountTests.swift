import ConverterCore
import Runner
import TestSupport
import Testing

/// How often a file that crashes its workers is handed to one.
@Suite struct AttemptCountTests {
  @Test func aFileIsTriedTwiceAtMost() throws {
    let orders = try Orders()
    let mark = orders.scratch.file("mark")
    try orders.add("count \(mark)", as: "bad")
    // The order leaves a mark on the disk, which the sandbox would prevent.
    let heard = try orders.run(sandbox: .off)
    #expect(heard.error("bad")?.code == .decoderCrashed)
    #expect(try orders.scratch.bytes("mark") == Array("xx".utf8))
  }
}
