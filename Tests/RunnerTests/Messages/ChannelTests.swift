import ConverterCore
import Glibc
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

  /// A pipe that is told by its end who still holds it.
  private func isHeld(_ readEnd: FileDescriptor) throws -> Bool {
    _ = fcntl(readEnd.rawValue, F_SETFL, O_NONBLOCK)
    var bytes: [UInt8] = [0]
    do {
      return try bytes.withUnsafeMutableBytes { try readEnd.read(into: $0) } > 0
    } catch Errno.wouldBlock {
      return true
    }
  }

  @Test func severalFilesComeInTheirOrder() throws {
    let folder = try ScratchFolder()
    let (asking, answering) = try pair()
    let files = try ["a", "b", "c"].map { name in
      try FileDescriptor.open(
        FilePath(try scratch(folder, name)), .readOnly, options: .closeOnExec)
    }
    answering.send(.string("three"), with: files)
    for file in files { try file.close() }
    guard case .message(.string("three")) = try asking.receive(waiting: true) else {
      Issue.record("the message did not come")
      return
    }
    for name in ["a", "b", "c"] { #expect(try content(asking.takeFile()) == name) }
    #expect(asking.takeFile() == nil)
  }

  private func scratch(_ folder: ScratchFolder, _ name: String) throws -> String {
    try folder.write(Array(name.utf8), to: name)
  }

  /// What comes beyond the streams of a program, or with a message that needs none, is closed.
  @Test func filesThatAreNotExpectedAreClosed() throws {
    let (asking, answering) = try pair()
    var ends: [FileDescriptor] = []
    for _ in 0..<5 {
      let (readEnd, writeEnd) = try FileDescriptor.pipe()
      for end in [readEnd, writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
      asking.send(.string("one"), with: [writeEnd])
      try writeEnd.close()
      ends.append(readEnd)
    }
    defer { for end in ends { try? end.close() } }
    for _ in 0..<5 {
      guard case .message = try answering.receive(waiting: true) else {
        Issue.record("a message did not come")
        return
      }
    }
    #expect(try ends.map(isHeld) == [true, true, true, false, false])
    answering.closeUnexpectedFiles()
    #expect(try ends.map(isHeld) == [false, false, false, false, false])
    #expect(answering.takeFile() == nil)
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
