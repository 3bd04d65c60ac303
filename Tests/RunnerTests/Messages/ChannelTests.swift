import ConverterCore
import SystemPackage
import TestSupport
import Testing

@testable import Runner

@Suite struct ChannelTests {
  /// One who asks, and one who answers each question with the question and a file that holds it.
  private func pair() throws -> (asking: Channel, answering: Channel) {
    let (answering, socket) = try Channel.pair()
    return (Channel(socket, mostFiles: .max), answering)
  }

  private func answer(_ channel: Channel, in folder: ScratchFolder) throws -> JSONValue? {
    guard case .message(let question) = try channel.receive(waiting: true) else { return nil }
    let path = FilePath(folder.path).appending("\(question.description.count)")
    let file = try FileDescriptor.open(
      path, .readWrite, options: [.create, .truncate], permissions: .ownerReadWrite)
    defer { try? file.close() }
    try file.writeAll(question.description.utf8)
    channel.send(question, with: [file])
    return question
  }

  private func content(_ file: FileDescriptor?) throws -> String {
    let file = try #require(file)
    defer { try? file.close() }
    return try String(unsafeUninitializedCapacity: 100) { buffer in
      try file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  @Test func whatWasAskedEarlyIsNotAskedAgain() throws {
    let folder = try ScratchFolder()
    let (asking, answering) = try pair()
    asking.askEarly(.string("a"))
    // One at a time: this one is not sent.
    asking.askEarly(.string("ab"))
    #expect(try answer(answering, in: folder) == .string("a"))
    let got = try asking.ask(.string("a"))
    #expect(got.message == .string("a"))
    #expect(try content(got.file) == #""a""#)
    guard case .nothing = try answering.receive(waiting: false) else {
      Issue.record("a question was sent twice")
      return
    }
  }

  @Test func anotherQuestionGetsItsOwnAnswer() throws {
    let folder = try ScratchFolder()
    let (asking, answering) = try pair()
    asking.askEarly(.string("early"))
    #expect(try answer(answering, in: folder) == .string("early"))
    // Answers come in the order of questions.
    answering.send(.string("between"))
    #expect(try asking.ask(.string("between?")).message == .string("between"))
    guard case .message(.string("between?")) = try answering.receive(waiting: true) else {
      Issue.record("the question was not sent")
      return
    }
    let got = try asking.ask(.string("early"))
    #expect(got.message == .string("early"))
    #expect(try content(got.file) == #""early""#)
  }

  @Test func whatWasAskedInVainIsTakenAway() throws {
    let folder = try ScratchFolder()
    let (asking, answering) = try pair()
    asking.askEarly(.string("early"))
    #expect(try answer(answering, in: folder) == .string("early"))
    try asking.forgetEarly()
    guard case .nothing = try asking.receive(waiting: false) else {
      Issue.record("an answer is left that nobody asked for")
      return
    }
    #expect(asking.takeFile() == nil)
    answering.send(.string("next"))
    #expect(try asking.ask(.string("next?")).message == .string("next"))
  }
}
