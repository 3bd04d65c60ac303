import ConverterCore
import TestSupport
import Testing

@testable import PDFPlugin

/// qpdf says who may do what.
@Suite("New passwords and permissions", .enabled(if: Places.has(program: "qpdf")))
struct EncryptingTests {
  private var plain: [UInt8] {
    var file = WrittenPDF()
    file.addPage(3, "", String(repeating: "0 0 m 100 100 l S\n", count: 200))
    return file.bytes
  }

  private func encrypted(
    _ permissions: String? = nil, user: String? = nil, owner: String? = nil, given: String? = nil
  ) throws -> Compressed {
    try Compressed(plain) { options in
      options.settings["permissions"] = permissions
      options.userPassword = user.map { Password(Array($0.utf8)) }
      options.ownerPassword = owner.map { Password(Array($0.utf8)) }
      options.reading.passwords = Passwords(given.map { [Password(Array($0.utf8))] } ?? [])
    }
  }

  /// What `qpdf --show-encryption` says is `not allowed`, in its order; `nil` where it cannot open the file.
  private func forbidden(_ bytes: [UInt8], password: String) throws -> [String]? {
    let scratch = try ScratchFolder()
    try scratch.write(bytes, to: "in.pdf")
    let run = try Program.run(
      "/usr/bin/qpdf", ["--password=\(password)", "--show-encryption", scratch.file("in.pdf")])
    guard run.lines.first != "Incorrect password supplied" else { return nil }
    #expect(run.status == 0)
    #expect(run.lines.first == "R = 6")
    #expect(run.text.contains("file encryption method: AESv3"))
    return run.lines.filter { $0.hasSuffix(": not allowed") }
      .map { String($0.dropLast(": not allowed".count)) }
  }

  @Test func `Two passwords open it`() throws {
    let result = try encrypted(user: "view", owner: "master")
    #expect(result.error == nil)
    #expect(try forbidden(result.bytes, password: "view") == [])
    #expect(try forbidden(result.bytes, password: "master") == [])
    #expect(try forbidden(result.bytes, password: "other") == nil)
    #expect(try forbidden(result.bytes, password: "") == nil)
  }

  @Test func `With an owner's password alone everybody may open it`() throws {
    let result = try encrypted("none", owner: "master")
    #expect(
      try forbidden(result.bytes, password: "") == [
        "extract for any purpose", "print low resolution", "print high resolution",
        "modify document assembly", "modify forms", "modify annotations", "modify other",
        "modify anything",
      ])
  }

  @Test(arguments: [
    ("all", [String]()),
    ("print", ["copy", "assembly", "forms", "annotations", "other"]),
    ("print-low", ["copy", "high", "assembly", "forms", "annotations", "other"]),
    ("copy,fill", ["low", "high", "assembly", "annotations", "other"]),
    ("annotate", ["copy", "low", "high", "assembly", "other"]),
    ("edit,assemble", ["copy", "low", "high", "forms", "annotations"]),
  ])
  func `Words give rights`(words: String, without: [String]) throws {
    let names = [
      "copy": "extract for any purpose", "low": "print low resolution",
      "high": "print high resolution", "assembly": "modify document assembly",
      "forms": "modify forms", "annotations": "modify annotations", "other": "modify other",
    ]
    let result = try encrypted(words, user: "view", owner: "master")
    let found = try forbidden(result.bytes, password: "view")?.filter { $0 != "modify anything" }
    #expect(found == without.compactMap { names[$0] })
  }

  @Test func `What the user's password may not the owner's may`() throws {
    let first = try encrypted("print", user: "view", owner: "master")
    for (password, encryption) in [("view", "none"), ("view", "aes256")] {
      let again = try Compressed(first.bytes) { options in
        options.settings["encryption"] = encryption
        options.reading.passwords = Passwords([Password(Array(password.utf8))])
      }
      #expect(again.error?.code == .wrongPassword)
    }
    let freed = try Compressed(first.bytes) { options in
      options.settings["encryption"] = "none"
      options.reading.passwords = Passwords([Password(Array("master".utf8))])
    }
    #expect(freed.error == nil)
  }

  struct Meaningless: Sendable {
    var permissions: String?
    var user: String?
    var owner: String?
    var given: String?
    var code = ConversionError.Code.usage
  }

  @Test(arguments: [
    Meaningless(permissions: "print", given: "view"),
    Meaningless(permissions: "print", user: "same", owner: "same"),
    Meaningless(permissions: "print,fly", user: "view", owner: "master"),
    Meaningless(permissions: "", user: "view", owner: "master"),
    Meaningless(user: "", code: .missingPassword),
  ])
  func `What means nothing is refused`(words: Meaningless) throws {
    let result = try encrypted(
      words.permissions, user: words.user, owner: words.owner, given: words.given)
    #expect(result.error?.code == words.code)
    #expect(result.bytes.isEmpty)
  }

  @Test func `Passwords and no encryption contradict each other`() throws {
    let result = try Compressed(plain) { options in
      options.settings["encryption"] = "none"
      options.ownerPassword = Password([0x61])
    }
    #expect(result.error?.code == .usage)
  }
}
