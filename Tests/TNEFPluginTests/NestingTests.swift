import ArchiveModel
import ConverterCore
import TestSupport
import Testing

@Suite struct NestingTests {
  /// A file in messages within messages.
  private func nested(_ depth: Int, subject: String = "m") -> [UInt8] {
    var file = TinyTNEF()
    file.file(Array("a.txt".utf8), [1])
    for _ in 1..<depth {
      var outer = TinyTNEF()
      outer.beginAttachment()
      outer.attachment(
        0x69005,
        TinyTNEF.block([
          .long(0x3705, 5), .unicode(0x3001, subject),
          .object(0x3701, interface: 0x20307, file.bytes),
        ]))
      file = outer
    }
    return file.bytes
  }

  @Test func messagesAreFolders() throws {
    let opened = try Opened(nested(3))
    #expect(opened.paths == ["m", "m/m", "m/m/a.txt"])
    #expect(try opened.content("m/m/a.txt") == [1])
  }

  @Test func whatLiesTooDeepStaysAFile() throws {
    var limits = Limits.standard
    limits.nesting = 2
    let opened = try Opened(nested(4), limits: limits)
    #expect(opened.paths == ["m", "m/m.tnef"])
    #expect(try opened.content("m/m.tnef") == nested(2))
    #expect(
      opened.context.warnings == [
        "messages that lie in 2 others are left as they are, in files of TNEF"
      ])
  }

  @Test func pathsDoNotGrowForEver() throws {
    var limits = Limits.standard
    limits.nesting = 10000
    let opened = try Opened(nested(400, subject: "messages"), limits: limits)
    #expect(opened.paths.last?.utf8.count == 114 * 9 + 13)
  }

  @Test(arguments: [
    ("Re: Q1/Q2", "Re_ Q1_Q2"), ("../../etc", "_.._etc"), ("..", "message-1"), ("", "message-1"),
    ("a\u{202E}b", "ab"), ("x. ", "x"), ("CON", "_CON"),
    (String(repeating: "ü", count: 50), String(repeating: "ü", count: 32)),
  ])
  func subjectsBecomeNames(subject: String, name: String) throws {
    #expect(try Opened(nested(2, subject: subject)).paths[0] == name)
  }

  @Test func aDamagedMessageStaysAFile() throws {
    var file = TinyTNEF()
    file.beginAttachment()
    let inner = TinyTNEF.head + [1, 2, 3]
    file.attachment(
      0x69005,
      TinyTNEF.block([.unicode(0x3001, "m"), .object(0x3701, interface: 0x20307, inner)]))
    let opened = try Opened(file.bytes)
    #expect(opened.paths == ["m.tnef"])
    #expect(try opened.content("m.tnef") == inner)
  }

  @Test func manyAreQuick() throws {
    var file = TinyTNEF()
    for _ in 0..<20_000 { file.beginAttachment() }
    #expect(try Opened(file.bytes).entries.count == 20_000)
  }
}
