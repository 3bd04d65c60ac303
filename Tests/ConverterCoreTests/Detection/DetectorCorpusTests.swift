import ConverterCore
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Every file of other programs is detected as what it is, and agrees with its name or not as it should.
@Suite struct DetectorCorpusTests {
  /// By folder and extension; extensions as the files have them, in lower case.
  static let expectations: [String: ContentType.ID] = [
    "images/avif/avif": "public.avif", "images/gif/gif": "com.compuserve.gif",
    "images/heic/heic": "public.heic", "images/heic/heif": "public.heic",
    "images/heic/hif": "public.heic", "images/jpeg/jpg": "public.jpeg",
    "images/jpeg/mpo": "public.jpeg", "images/png/png": "public.png",
    "images/tiff/tif": "public.tiff", "images/tiff/tiff": "public.tiff",
    "images/webp/webp": "org.webmproject.webp", "pdf/pdf": "com.adobe.pdf",
    "zip/zip": "public.zip-archive", "csv/csv": "public.comma-separated-values-text",
    "csv/tsv": "public.tab-separated-values-text", "csv/json": "public.json",
    "json/json": "public.json", "json/ndjson": "public.ndjson", "json/geojson": "public.geojson",
    "mail/eml": "com.apple.mail.email", "mail/mbox": "public.mbox", "ocr/tif": "public.tiff",
    "ocr/png": "public.png", "ocr/txt": "public.plain-text", "ocr/uzn": "public.plain-text",
    "scan/jpg": "public.jpeg", "scan/tsv": "public.tab-separated-values-text",
    "tsv": "public.tab-separated-values-text", "md": "net.daringfireball.markdown",
  ]

  /// Files that are something else than their neighbours, or than their names.
  static let exceptions: [String: ContentType.ID] = [
    "images/avif/animated.avif": "public.avis",
    "images/heic/avc-in-heif-clap.heif": "public.avci",
    "images/heic/jpeg-in-heif.heif": "public.heif-standard",
    "images/heic/uncompressed-in-heif.heif": "public.heif-standard",
    "images/heic/nokia-burst-sequence.heic": "public.heics",
    "images/png/apng-ball.png": "org.w3.apng",
    "fixtures/others/sequence.avif": "public.avis", "fixtures/others/sequence.heic": "public.heics",
    "scan/letter-dark-desk-clutter.jpeg-inside.png": "public.jpeg",
  ]

  static let mismatches: [String: String] = [
    "scan/letter-dark-desk-clutter.jpeg-inside.png": "named .png but holds a JPEG picture"
  ]

  static let mailboxesOfOne = [
    "mail/euc-kr-base64.eml", "mail/pdf-attachment-emoji-subject.eml", "mail/png-attachment.eml",
    "mail/signed-nested-attachment.eml",
  ]

  /// The fixtures of other programs, and the corpus where it is.
  static let files =
    Sample.files(in: "fixtures/others").filter { !$0.name.hasSuffix(".py") }
    + corpus.map { Sample($0) }

  private static let corpus: [String] = {
    guard let root = Corpus.root else { return [] }
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: root + "/" + name, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }()

  /// By extension.
  private static let fixtureTypes: [String: ContentType.ID] = [
    "apng": "org.w3.apng", "avif": "public.avif", "csv": "public.comma-separated-values-text",
    "eml": "com.apple.mail.email", "geojson": "public.geojson", "heic": "public.heic",
    "jpg": "public.jpeg", "json": "public.json", "mbox": "public.mbox", "mpo": "public.jpeg",
    "ndjson": "public.ndjson", "pdf": "com.adobe.pdf", "png": "public.png", "tif": "public.tiff",
    "tsv": "public.tab-separated-values-text", "webp": "org.webmproject.webp",
    "zip": "public.zip-archive",
  ]

  static func expectation(for file: String) -> ContentType.ID? {
    if let exception = exceptions[file] { return exception }
    let parts = file.split(separator: "/")
    let suffix = file.split(separator: ".").last?.lowercased() ?? ""
    if parts.first == "fixtures" { return fixtureTypes[suffix] }
    // The folder of a format has folders of its own: `images/png/pngsuite`.
    let depth = parts.first == "images" ? 2 : 1
    let folder = parts.count > 1 ? parts.prefix(depth).joined(separator: "/") + "/" : ""
    return expectations[folder + suffix]
  }

  @Test func filesAreThere() {
    #expect(Self.corpus.count == (Corpus.isPresent ? 264 : 0))
    #expect(Self.files.count > Self.corpus.count + 90)
  }

  @Test(arguments: files)
  func detects(_ file: Sample) throws {
    let expected = try #require(Self.expectation(for: file.name), "no expectation for \(file)")
    let input = try InputFile(path: FilePath(file.path))
    let detection = try Detector.complete.detect(input)
    #expect(detection.type.id == expected, "\(detection.evidence)")
    #expect(detection.mismatch == Self.mismatches[file.name])
    #expect(detection.confidence > 0.5)
    let first = try #require(detection.evidence.first)
    #expect(ContentTypeCatalog.complete.lineage(of: expected).contains(first.type))
  }

  /// Tables, plain text and Markdown are told by their names.
  private static func needsName(_ file: Sample) -> Bool {
    ["csv/", "ocr/", "fixtures/others/csv/"].contains { file.name.hasPrefix($0) }
      || file.name.hasSuffix(".md")
  }

  /// Pictures, documents and archives need no name; nor do mails and JSON.
  @Test(arguments: files.filter { !needsName($0) })
  func detectsWithoutName(_ file: Sample) throws {
    let expected = try #require(Self.expectation(for: file.name), "no expectation for \(file)")
    let detection = try Detector.complete.detect(InputFile(bytes: try file.bytes()))
    // One message behind a 'From ' line: without a name, a mailbox of one.
    let isMailbox = Self.mailboxesOfOne.contains(file.name)
    // What only a name tells apart.
    let general: [ContentType.ID: ContentType.ID] = ["public.geojson": "public.json"]
    #expect(
      detection.type.id == (isMailbox ? "public.mbox" : general[expected] ?? expected),
      "\(detection.evidence)")
    #expect(detection.mismatch == nil)
  }
}
