import ConverterCore
import PagedDocumentModel
import SystemPackage
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite("Files that may not be rewritten")
struct RefusalTests {
  private func signed(certified: Bool = false, nested: Bool = false) -> [UInt8] {
    var file = WrittenPDF(
      catalogue: "/AcroForm << /Fields [\(nested ? 9 : 6) 0 R] /SigFlags 3 >>"
        + (certified ? " /Perms << /DocMDP 7 0 R >>" : ""))
    file.addPage(3, "", String(repeating: "0 0 m 100 100 l S\n", count: 200))
    file.add(6, "<< /FT /Sig /T (Signature) /V 7 0 R >>")
    file.add(7, "<< /Type /Sig /ByteRange [0 10 20 30] /Contents <00> >>")
    file.add(9, "<< /T (Group) /Kids [6 0 R 9 0 R] >>")
    return file.bytes
  }

  @Test(arguments: [(false, false), (true, false), (false, true)])
  func `A signed file is left alone`(certified: Bool, nested: Bool) throws {
    let result = try Compressed(signed(certified: certified, nested: nested))
    #expect(result.error?.code == .unsupportedContent)
    #expect(result.error?.message.contains("--allow-breaking-signatures") == true)
    #expect(result.bytes.isEmpty)
  }

  @Test func `It is rewritten where its signatures may break`() throws {
    let result = try Compressed(signed()) { $0.settings["allow-breaking-signatures"] = "true" }
    #expect(result.error == nil)
    #expect(result.entry("signatures")?.action == .changed)
    #expect(result.outcome.warnings == ["its signatures no longer hold"])
  }

  @Test func `A field to be signed is no signature`() throws {
    var file = WrittenPDF(catalogue: "/AcroForm << /Fields [6 0 R] /SigFlags 1 >>")
    file.addPage(3, "", String(repeating: "0 0 m 100 100 l S\n", count: 200))
    file.add(6, "<< /FT /Sig /T (Signature) >>")
    #expect(try Compressed(file.bytes).error == nil)
  }

  @Test func `Of files that are joined the one that forbids it is named`() throws {
    var free = WrittenPDF(catalogue: "")
    free.addPage(3, "", "0 0 m 100 100 l S")
    let scratch = try ScratchFolder()
    let first = FilePath(try scratch.write(free.bytes, to: "free.pdf"))
    let second = FilePath(try scratch.write(signed(), to: "signed.pdf"))
    var registry = Registry()
    try PageTransforms.register(in: &registry)
    try PDFPlugin.register(in: &registry)
    var request = Request(
      input: .file(first), target: try ContentType.named("pdf", in: .complete),
      output: .file(FilePath(scratch.file("out.pdf"))))
    request.purpose = .merge([.file(second)])
    let outcome = Converter(registry: registry).convert(request)
    guard case .failed(let error) = outcome.status else { return #expect(Bool(false)) }
    #expect(error.code == .unsupportedContent)
    #expect(error.file == second)
    #expect(scratch.names.sorted() == ["free.pdf", "signed.pdf"])
  }

  private static let protected = [
    ("fixtures/others/pdf/encrypted-aes128-emptyuser.pdf", "", false),
    ("fixtures/others/pdf/encrypted-aes128-emptyuser.pdf", "master", true),
    ("fixtures/others/pdf/encrypted-rc4-128_user-view_owner-master.pdf", "view", false),
    ("fixtures/others/pdf/encrypted-rc4-128_user-view_owner-master.pdf", "master", true),
    ("fixtures/others/pdf/encrypted-aes256-r6_user-view_owner-master.pdf", "view", false),
    ("fixtures/others/pdf/encrypted-aes256-r6_user-view_owner-master.pdf", "master", true),
    ("pdf/form-xfa-encrypted-emptyuser.pdf", "", false),
    ("pdf/encrypted-rc4-128_user-view_owner-master.pdf", "view", false),
    ("pdf/encrypted-rc4-128_user-view_owner-master.pdf", "master", true),
    ("pdf/encrypted-aes256-r6_user-view_owner-master.pdf", "master", true),
    ("pdf/encrypted-libreoffice_openpassword.pdf", "permissionpassword", true),
  ]

  @Test(arguments: Sample.present(protected, name: \.0))
  func `Who may not change a file does not`(name: String, password: String, isAllowed: Bool) throws
  {
    let result = try Compressed(Sample(name).bytes()) {
      if !password.isEmpty { $0.reading.passwords = Passwords([Password(Array(password.utf8))]) }
    }
    let refusal = password.isEmpty ? ConversionError.Code.missingPassword : .wrongPassword
    #expect(result.error?.code == (isAllowed ? nil : refusal))
    guard isAllowed else { return }
    // It stays encrypted, with its passwords.
    let written = try PDFFile(
      InputFile(bytes: result.bytes), password: Password(Array(password.utf8)), limits: .standard)
    #expect(written.isEncrypted)
  }
}
