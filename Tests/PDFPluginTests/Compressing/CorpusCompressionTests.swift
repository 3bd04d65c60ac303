import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite("Real files become smaller and say the same", .enabled(if: Corpus.isPresent))
struct CorpusCompressionTests {
  /// What opens them.
  private static let passwords = [
    "encrypted-rc4-128_user-view_owner-master": "master",
    "encrypted-aes256-r6_user-view_owner-master": "master",
    "encrypted-libreoffice_openpassword": "permissionpassword",
  ]
  private static let refused: Set = [
    "bad-invalid", "bad-xref-stream-recover", "form-xfa-encrypted-emptyuser",
  ]
  private static let names = Corpus.files(in: "pdf").filter { $0.hasSuffix(".pdf") }
    .map { String($0.dropFirst(4).dropLast(4)) }

  @Test(arguments: names.filter { !refused.contains($0) })
  func `Pages and text stay`(name: String) throws {
    let input = try Corpus.bytes("pdf/\(name).pdf")
    let password = Self.passwords[name]
    let result = try Compressed(input) {
      $0.settings["preset"] = "small"
      if let password { $0.reading.passwords = Passwords([Password(Array(password.utf8))]) }
    }
    #expect(result.error == nil)
    #expect(result.bytes.count <= input.count)
    let open = { (bytes: [UInt8]) throws in
      try PDFFile(
        InputFile(bytes: bytes), password: password.map { Password(Array($0.utf8)) },
        limits: .standard
      ).pageCount
    }
    #expect(try open(result.bytes) == open(input))
    #expect(try words(of: result.bytes, password: password) == words(of: input, password: password))
  }

  @Test(arguments: refused) func `What cannot be rewritten is refused`(name: String) throws {
    let result = try Compressed(try Corpus.bytes("pdf/\(name).pdf"))
    #expect(result.error != nil)
    #expect(result.bytes.isEmpty)
  }

  @Test(arguments: ["image-flate-rgb", "image-masks", "text-arabic-rotated", "vector-cairo"])
  func `A comparison finds them alike`(name: String) throws {
    let result = try Compressed(try Corpus.bytes("pdf/\(name).pdf")) {
      $0.settings = ["preset": "balanced", "verify": "true"]
    }
    #expect(result.error == nil)
    #expect(result.entry("pages")?.why?.contains("the same text") == true)
  }

  @Test(arguments: ["text-arabic-rotated", "image-flate-rgb", "bookmarks-outline"])
  func `Pages that become pictures look the same`(name: String) throws {
    let result = try Compressed(try Corpus.bytes("pdf/\(name).pdf")) {
      $0.settings = ["dpi": "144", "rasterize": "true", "verify": "true"]
      $0.quality = Quality(0.9)
      $0.metadata = .share
    }
    #expect(result.error == nil)
    #expect(result.entry("text")?.action == .dropped)
    #expect(try words(of: result.bytes) == "")
  }
}
