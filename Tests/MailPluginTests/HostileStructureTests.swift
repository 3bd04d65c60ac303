import ConverterCore
import MIME
import TestSupport
import Testing

@testable import MailboxModel

/// Messages that are made to crash or to take for ever.
@Suite struct HostileStructureTests {
  private func outline(_ text: String) throws -> [String] {
    let structure = try structure(text)
    return structure.parts.map { "\(structure.number(of: $0)) \($0.kind) \($0.type.type)" }
  }

  private func texts(_ text: String) throws -> [String] {
    let message = try OpenedMail(Array(text.utf8)).held()
    return try message.structure.parts.filter { $0.kind == .leaf }.map {
      String(decoding: try message.bytes(of: $0), as: UTF8.self)
    }
  }

  private func mixed(_ boundary: String, _ body: String) -> String {
    "Content-Type: multipart/mixed; boundary=\"\(boundary)\"\n\n\(body)"
  }

  @Test func multipartsInEachOther() throws {
    let time = try processorTime {
      var text = ""
      for depth in 0..<10_000 { text += mixed("b\(depth)", "--b\(depth)\n") }
      let structure = try structure(text + "\ninnermost\n")
      #expect(structure.parts.count == StructureScanner.mostDepth + 1)
      #expect(structure.parts.last?.fault == "it lies deeper than 64 parts in each other")
      #expect(structure.parts.last?.kind == .leaf)
      // What is deeper is shown as it is.
      #expect(structure.bodies.plain?.index == StructureScanner.mostDepth)
    }
    #expect(time < .seconds(20))
  }

  @Test func messagesInEachOther() throws {
    let time = try processorTime {
      let text =
        String(repeating: "Content-Type: message/rfc822\n\n", count: 10_000)
        + "Subject: x\n\nin it\n"
      let structure = try structure(text)
      #expect(structure.parts.count == StructureScanner.mostDepth + 1)
      #expect(structure.bodies.attached.count == 65)
      #expect(structure.bodies.attached.allSatisfy { $0.part.type.type == "message/rfc822" })
    }
    #expect(time < .seconds(20))
  }

  @Test func aMillionParts() throws {
    let time = try processorTime {
      let parts = String(repeating: "--b\n", count: 1_000_000)
      let mail = try OpenedMail(Array(mixed("b", parts).utf8))
      let structure = try mail.held().structure
      #expect(structure.parts.count == StructureScanner.mostParts)
      #expect(structure.parts[0].fault == "only the first 10000 parts of the message are looked at")
      #expect(try MessageSummary(of: mail.held()).files.isEmpty)
      #expect(
        try mail.unheld(pieceSize: 1 << 18).structure.parts.count == StructureScanner.mostParts)
    }
    #expect(time < .seconds(20))
  }

  @Test func aMillionPartsWhoseBoundaryIsAField() throws {
    let time = try processorTime {
      let parts = String(repeating: "--b: c\n", count: 500_000)
      let structure = try structure(mixed("b: c", parts))
      #expect(structure.parts.count == StructureScanner.mostParts)
    }
    #expect(time < .seconds(20))
  }

  @Test func aMillionLinesThatAreNoBoundary() throws {
    let time = try processorTime {
      let body = String(repeating: "--bb\n", count: 600_000)
      let shown = try outline(mixed("b", body))
      #expect(shown == ["1 leaf multipart/mixed"])
      let deep = (0..<60).map { mixed("b\($0)", "--b\($0)\n") }.joined()
      let parts = try structure(deep + "\n" + body).parts
      #expect(parts.count == 61)
    }
    #expect(time < .seconds(20))
  }

  @Test func boundariesThatBeginOthers() throws {
    let inner = mixed("bb", "--bb\n\none\n--bb--\n")
    #expect(try texts(mixed("b", "--b\n\(inner)--b\n\ntwo\n--b--\n")) == ["one", "two"])
    let other = mixed("b", "--b\n\none\n--b--\n")
    #expect(try texts(mixed("bb", "--bb\n\(other)--bb\n\ntwo\n--bb--\n")) == ["one", "two"])
    // One alike means the outer one.
    #expect(
      try outline(mixed("b", "--b\n\(mixed("b", "--b\n\none\n--b--\n"))--b\n\ntwo\n--b--\n"))
        == ["0 multipart multipart/mixed", "1 leaf multipart/mixed", "2 leaf text/plain"])
  }

  @Test(arguments: [
    "=_(a).+*?[x]\\\\", "---", "--", "a b", "'", "x:y", "-", "(c)", "\u{E4}", "0", "a\\\"b",
    String(repeating: "long", count: 100),
  ]) func boundariesOfAnyCharacters(boundary: String) throws {
    let line = boundary.replacing("\\\\", with: "\\").replacing("\\\"", with: "\"")
    let body =
      "before\n--\(line)\n\none\n--\(line) \t\r\nContent-Type: text/html\n\ntwo\n--\(line)--\nbehind\n"
    #expect(try texts(mixed(boundary, body)) == ["one", "two"])
  }

  @Test func boundariesThatAreNone() throws {
    // One without a character is one, as it is for Python.
    #expect(try texts(mixed("", "--\n\none\n----\n")) == ["one"])
    #expect(
      try outline("Content-Type: multipart/mixed\n\n--b\n\none\n") == ["1 leaf multipart/mixed"])
    // It never ends with a blank.
    #expect(try texts(mixed("b ", "--b\n\none\n--b--\n")) == ["one"])
  }

  @Test func endsThatAreMissingOrTooMany() throws {
    #expect(try texts(mixed("b", "--b\n\none\n--b\n\ntwo")) == ["one", "two"])
    #expect(try texts(mixed("b", "--b\n\none\n--b")) == ["one", ""])
    #expect(try texts(mixed("b", "--b\n\none\n--b--")) == ["one"])
    #expect(try texts(mixed("b", "--b--\n")) == ["--b--\n"])
    // What is behind the end is nothing.
    #expect(try texts(mixed("b", "--b\n\none\n--b--\n--b\n\ntwo\n--b--\n")) == ["one"])
    let inner = mixed("c", "--c\n\none\n")
    #expect(
      try texts(mixed("b", "--b\n\(inner)--b\n\ntwo\n--b--\n--c\n\nthree\n")) == ["one", "two"])
  }

  @Test func partsWithoutABlankLineOrABody() throws {
    #expect(
      try texts(mixed("b", "--b\nContent-Type: text/html\n--b\n\n--b\n\n\n--b--\n")) == [
        "", "", "",
      ])
    #expect(try texts(mixed("b", "--b\none\n--b--\n")) == ["one"])
  }

  @Test func messagesInMessages() throws {
    let inner = "Subject: inner\nContent-Type: text/html\n\npage\n"
    let plain = "Content-Type: message/rfc822\n\n\(inner)"
    #expect(try outline(plain) == ["1 message message/rfc822", "1 leaf text/html"])
    // Of one in base64 nothing is looked into.
    let coded =
      "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n\(Base64.text(inner))\n"
    #expect(try outline(coded) == ["1 leaf message/rfc822"])
    #expect(try texts(coded) == [inner])
    let partial =
      "Content-Type: message/partial; id=\"a\"; number=1; total=2\n\nSubject: x\n\none\n"
    #expect(try outline(partial) == ["1 leaf message/partial"])
    let digest =
      "Content-Type: multipart/digest; boundary=b\n\n--b\n\nSubject: one\n\none\n--b\nContent-Type: text/plain\n\ntwo\n--b--\n"
    #expect(
      try outline(digest) == [
        "0 multipart multipart/digest", "1 message message/rfc822", "1.1 leaf text/plain",
        "2 leaf text/plain",
      ])
  }

  @Test func roles() throws {
    func roles(_ text: String) throws -> [String] {
      try MessageSummary(of: OpenedMail(Array(text.utf8)).held()).files.map {
        "\($0.role.rawValue) \($0.name ?? "-") \($0.mediaType) \($0.byteCount)"
      }
    }
    func parts(_ type: String, _ all: [String]) -> String {
      "Content-Type: multipart/\(type); boundary=b\n\n"
        + all.map { "--b\nContent-Type: \($0)\n" }.joined() + "--b--\n"
    }
    #expect(
      try roles(
        parts("signed", ["text/plain\n\nhello", "application/pgp-signature; name=s.asc\n\nsign"]))
        == ["signature s.asc application/pgp-signature 4"])
    #expect(
      try roles(
        parts(
          "signed",
          ["text/plain\n\nhello", "application/x-pkcs7-signature; name=smime.p7s\n\nsign"]))
        == ["signature smime.p7s application/x-pkcs7-signature 4"])
    #expect(
      try roles(
        parts(
          "encrypted",
          ["application/pgp-encrypted\n\nVersion: 1", "application/octet-stream\n\ncode"]))
        == ["encrypted - application/pgp-encrypted 10", "encrypted - application/octet-stream 4"])
    #expect(
      try roles("Content-Type: application/pkcs7-mime; name=smime.p7m\n\ncode")
        == ["encrypted smime.p7m application/pkcs7-mime 4"])
    #expect(
      try roles(
        parts("related", ["text/html\n\n<p>", "image/png; name=a.png\nContent-ID: <a@b>\n\nPNG"]))
        == ["inline a.png image/png 3"])
    #expect(
      try roles(
        parts(
          "mixed",
          [
            "text/plain\n\nhello", "text/plain; name=a.txt\n\ntext",
            "message/rfc822\n\nSubject: x\n\nin",
          ]))
        == ["attachment a.txt text/plain 4", "message - message/rfc822 14"])
  }

  @Test func filesInText() throws {
    let uu = "begin 644 a b.txt\n#86)C\n`\nend\n"
    let yEnc = "=ybegin line=128 size=3 name=b.bin\n\u{0B}\u{0C}\r\n=yend size=3\n"
    let message = try OpenedMail(Array("Subject: x\n\nhello\n\(uu)\nand\n\(yEnc)\n".utf8)).held()
    let files = try message.attachments
    #expect(files.map(\.name) == ["a b.txt", "b.bin"])
    #expect(try message.content(of: files[0]).all() == Array("abc".utf8))
    #expect(try message.byteCount(of: files[0]) == 3)
    let damaged = message.content(of: files[1])
    #expect(try damaged.all() == [0xE1, 0xE2])
    #expect(damaged.fault == "its content is not what its checksum says")
  }
}

extension Base64 {
  static func text(_ text: String) -> String {
    String(decoding: encode(Array(text.utf8)), as: UTF8.self)
  }
}
