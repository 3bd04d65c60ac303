import ConverterCore
import PictureModel
import SystemPackage
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

private let hasQPDF = FileIdentity(path: "/usr/bin/qpdf") != nil

@Suite("Passwords and permissions", .enabled(if: hasQPDF))
struct EncryptionTests {
  private static let plain = TinyPDF(
    "/OpenAction [10 0 R /Fit]", pages: [TinyPDF.font, ""],
    [50: TinyPDF.text, 60: "<< /Unused (secret) >>"])

  /// A file that qpdf encrypts for `user` and `owner`.
  private func encrypted(
    _ rules: [String], key: String = "256", user: String = "user"
  ) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try scratch.write(Self.plain.bytes, to: "plain.pdf")
    let run = try Program.run(
      "/usr/bin/qpdf",
      [
        "--allow-weak-crypto", "--encrypt", user, "owner", key,
      ] + rules + [
        "--", scratch.file("plain.pdf"), scratch.file("out.pdf"),
      ])
    #expect(run.status == 0, "\(run.error)")
    return try scratch.bytes("out.pdf")
  }

  private static let forbidding = ["--print=none", "--modify=none", "--extract=n"]
  private static let assembling = ["--print=low", "--modify=assembly", "--extract=n"]

  private func checkKept(_ made: Made, like source: [UInt8], users: String = "user") throws {
    #expect(made.code == nil)
    #expect(!made.files.isEmpty)
    let before = try PDFFile(
      InputFile(bytes: source), password: Password(Array(users.utf8)), limits: .standard)
    for index in made.files.indices {
      let file = try made.file(index, password: users)
      #expect(file.permissions == before.permissions)
      #expect(file.trailer["/Encrypt"]["/V"].integer == before.trailer["/Encrypt"]["/V"].integer)
      #expect(try made.file(index, password: "owner").isOwner(Password(Array("owner".utf8))))
      #expect(throws: ConversionError.self) { try made.file(index, password: "other") }
      let scratch = try ScratchFolder()
      try scratch.write(made.files[index], to: "a.pdf")
      let check = try Program.run(
        "/usr/bin/qpdf", ["--password=owner", "--check", scratch.file("a.pdf")])
      #expect(check.status == 0, "\(check.text) \(check.error)")
      let pages = try Program.run(
        "/usr/bin/qpdf",
        ["--password=owner", "--qdf", "--decrypt", scratch.file("a.pdf"), "-"])
      #expect(pages.text.contains("(page-0)") || pages.text.contains("(page-1)"))
      #expect(!pages.text.contains("secret"))
    }
  }

  @Test(arguments: ["256", "128"])
  func `Pages that are turned keep both passwords`(key: String) throws {
    let source = try encrypted(Self.forbidding, key: key)
    let made = try Made([source], password: "owner") { $0.settings["rotate"] = "90" }
    try checkKept(made, like: source)
    #expect(try made.file(password: "user").page(0)["/Rotate"].integer == 90)
    #expect(made.ledger.contains { $0.hasPrefix("encryption kept") })
    #expect(!made.ledger.contains { $0.hasPrefix("encryption dropped") })
  }

  @Test func `So does a part, for the user, too`() throws {
    let source = try encrypted(Self.assembling)
    let made = try Made([source], purpose: .split(.every(1)), password: "user")
    #expect(made.files.count == 2)
    try checkKept(made, like: source)
  }

  /// ISO 32000-1, table 22, bit 11: pages may be put in, taken out and turned, and nothing else.
  @Test(arguments: [
    (Request.Purpose.convert, ["rotate": "90"], nil, true), (.convert, [:], "2", true),
    (.convert, ["preset": "none"], nil, true), (.split(.every(1)), [:], nil, true),
    (.convert, ["crop": "0,0,50,50"], nil, false), (.convert, [:], nil, false),
    (.convert, ["rotate": "90", "preset": "small"], nil, false),
    (.convert, ["rasterize": "true"], "1", false), (.compress, [:], nil, false),
    (.split(.every(1)), ["preset": "small"], nil, false),
    (.split(.every(1)), ["rasterize": "true"], nil, false),
  ])
  func `Who may assemble may do that alone`(
    purpose: Request.Purpose, settings: [String: String], pages: String?, isAllowed: Bool
  ) throws {
    for password in ["user", "owner"] {
      let made = try Made(
        [try encrypted(Self.assembling)], purpose: purpose, password: password
      ) {
        $0.settings = settings
        $0.pages = pages.flatMap { try? PageRanges(parsing: $0) }
      }
      let isRefused = password == "user" && !isAllowed
      #expect(made.code == (isRefused ? .wrongPassword : nil))
      #expect(made.files.isEmpty == isRefused)
    }
  }

  @Test func `Who may not assemble may not turn pages either`() throws {
    let source = try encrypted(Self.forbidding)
    let made = try Made([source], password: "user") { $0.settings["rotate"] = "90" }
    #expect(made.code == .wrongPassword)
  }

  /// Nobody was asked for the owner's password yet.
  @Test func `Without a password one is asked for`() throws {
    let made = try Made([try encrypted(Self.forbidding, user: "")], purpose: .compress)
    #expect(made.code == .missingPassword)
    let text = try Made([try encrypted(Self.forbidding, user: "")], to: "txt")
    #expect(text.code == .missingPassword)
  }

  @Test func `A file that opens without a password still does`() throws {
    let source = try encrypted(Self.assembling, user: "")
    let made = try Made([source], purpose: .split(.every(1)))
    try checkKept(made, like: source, users: "")
  }

  @Test func `Joined with others they are those of the encrypted file`() throws {
    let source = try encrypted(Self.forbidding)
    let made = try Made([Self.plain.bytes, source], password: "owner")
    try checkKept(made, like: source)
    #expect(try made.file(password: "user").pageCount == 4)
    #expect(
      made.ledger.contains(
        "encryption changed the passwords and permissions of in1.pdf are those of the result"))
  }

  @Test func `Of two files the stricter one's restrictions are kept, or none are`() throws {
    let free = try encrypted(["--extract=n", "--modify=assembly"])
    let strict = try encrypted(Self.assembling)
    try checkKept(try Made([free, strict], password: "user"), like: strict)
    let other = try encrypted(["--print=none", "--modify=assembly"])
    #expect(try Made([strict, other], password: "user").code == .wrongPassword)
    let made = try Made([free, strict, other, strict], password: "owner")
    try checkKept(made, like: free)
    #expect(
      made.ledger.filter { $0.hasPrefix("encryption") } == [
        "encryption changed the passwords and permissions of in0.pdf are those of the result",
        "encryption dropped the passwords and permissions of in1.pdf are given up for those of in0.pdf",
        "encryption dropped the passwords and permissions of in2.pdf are given up for those of in0.pdf",
        "encryption dropped the passwords and permissions of in3.pdf are given up for those of in0.pdf",
      ])
  }

  @Test(arguments: ["none", "aes256"])
  func `The user's password lifts no restriction`(encryption: String) throws {
    let source = try encrypted(["--print=none", "--extract=n"])
    for purpose in [Request.Purpose.compress, .convert, .split(.every(1))] {
      let made = try Made([source], purpose: purpose, password: "user") {
        $0.settings["encryption"] = encryption
      }
      #expect(made.code == .wrongPassword)
      #expect(made.files.isEmpty)
      let owners = try Made([source], purpose: purpose, password: "owner") {
        $0.settings["encryption"] = encryption
      }
      #expect(owners.code == nil)
    }
    let free = try encrypted([])
    let made = try Made([free], password: "user") { $0.settings["encryption"] = encryption }
    #expect(made.code == nil)
  }

  @Test(arguments: [
    (["--extract=n"], "txt", "150", true), (["--extract=n"], "png", "600", false),
    (["--extract=n", "--print=none"], "png", "72", true),
    (["--extract=n", "--print=low"], "png", "300", true),
    (["--extract=n", "--print=low"], "png", "150", false), (["--print=none"], "txt", "150", false),
    (["--print=none"], "png", "300", false),
  ])
  func `Text and pictures are taken where the author allows it`(
    rules: [String], type: String, dpi: String, isRefused: Bool
  ) throws {
    let source = try encrypted(rules)
    let made = try Made([source], to: type, password: "user") {
      $0.settings["dpi"] = type == "png" ? dpi : nil
      $0.reading.pages = try? PageRanges(parsing: "1")
    }
    #expect(made.code == (isRefused ? .wrongPassword : nil))
    let owners = try Made([source], to: type, password: "owner")
    #expect(owners.code == nil)
  }
}
