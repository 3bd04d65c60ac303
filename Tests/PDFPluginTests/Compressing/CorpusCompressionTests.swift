import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite("Files of other programs become smaller and say the same")
struct CorpusCompressionTests {
  /// What opens a file, by a part of its name.
  private static let passwords = [
    "owner-master": "master", "libreoffice_openpassword": "permissionpassword",
  ]
  private static let refused = OtherDocuments.named(
    fixtures: ["bad-invalid", "encrypted-aes128-emptyuser"],
    corpus: ["bad-invalid", "bad-xref-stream-recover", "form-xfa-encrypted-emptyuser"])
  private static let accepted = OtherDocuments.all.filter { file in
    !refused.contains { $0.path == file.path }
  }

  @Test(arguments: accepted)
  func `Pages and text stay`(file: Sample) throws {
    let input = try file.bytes()
    let password = Self.passwords.first { file.name.contains($0.key) }?.value
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

  @Test(arguments: refused) func `What cannot be rewritten is refused`(file: Sample) throws {
    let result = try Compressed(file.bytes())
    #expect(result.error != nil)
    #expect(result.bytes.isEmpty)
  }

  @Test(
    arguments: OtherDocuments.named(
      fixtures: ["rgb", "masks", "arabic-rotated", "drawing", "tagged"],
      corpus: ["image-flate-rgb", "image-masks", "text-arabic-rotated", "vector-cairo"]))
  func `A comparison finds them alike`(file: Sample) throws {
    let result = try Compressed(file.bytes()) {
      $0.settings = ["preset": "balanced", "verify": "true"]
    }
    #expect(result.error == nil)
    #expect(result.entry("pages")?.why?.contains("the same text") == true)
  }

  @Test(
    arguments: OtherDocuments.named(
      fixtures: ["rgb", "arabic-rotated", "book"],
      corpus: ["text-arabic-rotated", "image-flate-rgb", "bookmarks-outline"]))
  func `Pages that become pictures look the same`(file: Sample) throws {
    let result = try Compressed(file.bytes()) {
      $0.settings = ["dpi": "144", "rasterize": "true", "verify": "true"]
      $0.quality = Quality(0.9)
      $0.metadata = .share
    }
    #expect(result.error == nil)
    #expect(result.entry("text")?.action == .dropped)
    #expect(try words(of: result.bytes) == "")
  }
}
