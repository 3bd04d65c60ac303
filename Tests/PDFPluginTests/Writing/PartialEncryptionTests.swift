import ConverterCore
import PagedDocumentModel
import SystemPackage
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

private let hasQPDF = FileIdentity(path: "/usr/bin/qpdf") != nil

/// Files of which a password protects attachments or strings alone, or nothing.
@Suite("Pages that need no password", .enabled(if: hasQPDF))
struct PartialEncryptionTests {
  private static let plain = TinyPDF(
    "/Names << /EmbeddedFiles << /Names [(a.txt) 70 0 R] >> >>", pages: [TinyPDF.font, ""],
    [
      50: TinyPDF.text,
      60: "<< /Title (A title) >>",
      70: "<< /Type /Filespec /F (a.txt) /EF << /F 71 0 R >> >>",
      71: "<< /Type /EmbeddedFile /Length 5 >>\nstream\nhello\nendstream",
    ])

  /// The file above, said to be encrypted, with the keys of one that qpdf has made.
  ///
  /// - Parameters:
  ///   - filters: what takes the place of those for streams and strings.
  ///   - bits: of the key.
  private func file(_ filters: String, bits: Int = 256, rules: [String] = []) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try scratch.write(Self.plain.bytes, to: "plain.pdf")
    let cipher = bits == 128 ? ["--use-aes=y"] : []
    let run = try Program.run(
      "/usr/bin/qpdf",
      ["--allow-weak-crypto", "--encrypt", "user", "owner", "\(bits)"] + cipher + rules + [
        "--", scratch.file("plain.pdf"), scratch.file("out.pdf"),
      ])
    #expect(run.status == 0, "\(run.error)")
    let text = try scratch.bytes("out.pdf").latin
    let encrypt = try #require(text.firstMatch(of: #/<< \/CF .*?\/V \d >>/#)).output
    let identifier = try #require(text.firstMatch(of: #/\/ID \[.*?\]/#)).output
    var plain = Self.plain
    plain.add([
      (
        90,
        String(encrypt).replacing("/StmF /StdCF", with: "").replacing("/StrF /StdCF", with: filters)
      )
    ])
    return plain.bytes.latin.replacing(
      "/Root 1 0 R", with: "/Root 1 0 R /Info 60 0 R /Encrypt 90 0 R \(identifier)"
    ).latinBytes
  }

  private static let attachments = "/StmF /Identity /StrF /Identity /EFF /StdCF"
  private static let strings = "/StmF /Identity /StrF /StdCF"
  private static let nothing = "/StmF /Identity /StrF /Identity"

  @Test(arguments: [attachments, strings, nothing, "", "/StrF /StdCF"], [128, 256])
  func `Text is read without a password`(filters: String, bits: Int) throws {
    let made = try Made([try file(filters, bits: bits)], to: "txt")
    #expect(made.code == nil, "\(made.outcome.status)")
    #expect(made.files.map(\.latin) == ["word\n\n\u{0C}\u{0C}"])
  }

  @Test func `Streams that are encrypted need it`() throws {
    let filters = "/StmF /StdCF /StrF /Identity"
    #expect(try Made([try file(filters)], to: "txt").code == .missingPassword)
    #expect(try Made([try file(filters)], to: "txt", password: "x").code == .wrongPassword)
  }

  @Test(arguments: [
    (attachments, "its attachments", true), (strings, "its titles and other strings", false),
    (nothing, nil, true),
  ])
  func `Facts say what is encrypted`(filters: String, what: String?, hasTitle: Bool) throws {
    let context = ConversionContext(registry: Registry())
    let document = try PDFReader().read(
      InputFile(bytes: try file(filters)), type: "com.adobe.pdf", in: ReadingContext(context))
    guard case .document(let content) = document.sources[0].content else { return }
    let facts: DocumentFacts = try content.facts(in: context)
    let encryption = what.map { "of \($0) alone" } ?? "of nothing"
    #expect(facts.title == (hasTitle ? "A title" : nil))
    let fact = facts.details.first { $0.key == "encryption" }
    #expect(fact?.json == .string(encryption))
  }

  @Test(arguments: [Request.Purpose.compress, .convert, .split(.every(1))])
  func `What cannot be read is not lost in a copy`(purpose: Request.Purpose) throws {
    for filters in [Self.attachments, Self.strings] {
      let made = try Made([try file(filters)], purpose: purpose)
      #expect(made.code == .missingPassword)
      #expect(made.files.isEmpty)
    }
  }

  @Test func `Encryption of nothing is left out, and said`() throws {
    let made = try Made([try file(Self.nothing)], purpose: .convert)
    #expect(made.code == nil, "\(made.outcome.status)")
    #expect(made.ledger.contains("encryption dropped it encrypted nothing"))
    #expect(try !made.file().isEncrypted)
  }

  @Test func `What its author forbids holds all the same`() throws {
    let source = try file(Self.nothing, rules: ["--extract=n"])
    #expect(try Made([source], to: "txt").code == .missingPassword)
    #expect(try Made([source], purpose: .convert).code == .missingPassword)
    #expect(try Made([source], to: "txt", password: "owner").code == nil)
  }

  @Test func `With its password it is as any other`() throws {
    let made = try Made([try file(Self.attachments)], purpose: .convert, password: "owner")
    #expect(made.code == nil, "\(made.outcome.status)")
    let file = try made.file(password: "user")
    let attachment = file.root["/Names"]["/EmbeddedFiles"]["/Names"][1]["/EF"]["/F"]
    #expect(try attachment.isStream && attachment.data(.generalised) != nil)
    #expect(throws: ConversionError.self) { try made.file() }
  }

  /// The five words in content or strings are not those of a trailer.
  @Test func `Content may speak of encryption`() throws {
    var pdf = Self.plain
    pdf.add([
      (50, "<< /Length 31 >>\nstream\n/Encrypt 9 0 R /trailer /XRef n\nendstream")
    ])
    let bytes = pdf.bytes
    #expect(
      try PDFFile(
        readableWithoutPassword: FileBytes(InputFile(bytes: bytes), limits: .standard),
        limits: .standard)
        == nil)
  }
}

extension [UInt8] {
  /// Each byte as a character of Latin-1.
  var latin: String { String(String.UnicodeScalarView(map { Unicode.Scalar($0) })) }
}

extension String {
  var latinBytes: [UInt8] { unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
}
