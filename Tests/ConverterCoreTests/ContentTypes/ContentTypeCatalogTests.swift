import ConverterCore
import TestSupport
import Testing

@Suite struct ContentTypeCatalogTests {
  let catalog = ContentTypeCatalog.complete

  @Test func namesManyTypesOnce() {
    #expect(catalog.types.count >= 350)
    #expect(Set(catalog.types.map(\.id)).count == catalog.types.count)
  }

  @Test func everySupertypeIsDeclaredAndLeadsToData() {
    for type in catalog.types {
      for supertype in type.supertypes {
        #expect(catalog[supertype] != nil, "\(type.id) conforms to \(supertype), which is unknown")
      }
      // A folder has no bytes.
      if type.id != .data, !catalog.type(type.id, conformsTo: .folder) {
        #expect(
          catalog.lineage(of: type.id).last == .data || catalog.type(type.id, conformsTo: .data))
      }
    }
  }

  @Test func noTypeConformsToItself() {
    for type in catalog.types {
      for supertype in type.supertypes {
        #expect(!catalog.lineage(of: supertype).contains(type.id), "\(type.id)")
      }
    }
  }

  @Test func wordsAreInTheFormThatLookupsExpect() {
    for type in catalog.types {
      #expect(!type.name.isEmpty)
      for word in type.extensions + type.mediaTypes + type.shortNames + type.fileNames {
        #expect(word == word.lowercased(), "\(type.id)")
      }
      for word in type.extensions { #expect(word.first != ".", "\(type.id)") }
      for word in type.mediaTypes { #expect(word.split(separator: "/").count == 2, "\(type.id)") }
      #expect(Set(type.extensions).count == type.extensions.count, "\(type.id)")
    }
  }

  /// The extension that is written leads back to the type; these are the types that share theirs.
  @Test func firstExtensionsLeadBack() {
    let shared: Set<ContentType.ID> = [
      "com.microsoft.encrypted-office-package", "public.pem-certificate", "org.openpgp.armored",
      "public.pem-private-key", "com.garmin.fit",
    ]
    for type in catalog.types {
      guard let written = type.extensions.first, !shared.contains(type.id) else { continue }
      #expect(catalog.type(named: written)?.id == type.id, "\(written)")
    }
  }

  @Test func shortNamesAreUnambiguous() {
    for type in catalog.types {
      for word in type.shortNames { #expect(catalog.type(named: word)?.id == type.id, "\(word)") }
    }
  }

  static let words: [(String, ContentType.ID)] = [
    ("jpeg", "public.jpeg"), ("jpg", "public.jpeg"), (".jpg", "public.jpeg"),
    ("JPEG", "public.jpeg"), (".JPG", "public.jpeg"), ("image/jpeg", "public.jpeg"),
    ("image/jpg", "public.jpeg"), ("Image/JPEG; q=1", "public.jpeg"),
    ("public.jpeg", "public.jpeg"), ("png", "public.png"), ("heic", "public.heic"),
    ("heif", "public.heif-standard"), ("avif", "public.avif"), ("image/avif", "public.avif"),
    ("webp", "org.webmproject.webp"), ("tiff", "public.tiff"), ("tif", "public.tiff"),
    ("csv", "public.comma-separated-values-text"), ("tsv", "public.tab-separated-values-text"),
    ("json", "public.json"), ("ndjson", "public.ndjson"), ("jsonl", "public.ndjson"),
    ("markdown", "net.daringfireball.markdown"), ("pdf", "com.adobe.pdf"),
    ("zip", "public.zip-archive"), ("7zip", "org.7-zip.7-zip-archive"),
    ("tar.gz", "org.gnu.gnu-zip-tar-archive"), ("tgz", "org.gnu.gnu-zip-tar-archive"),
    ("docx", "org.openxmlformats.wordprocessingml.document"),
    ("word", "org.openxmlformats.wordprocessingml.document"),
    ("excel", "org.openxmlformats.spreadsheetml.sheet"), ("eml", "com.apple.mail.email"),
    ("mbox", "public.mbox"), ("key", "com.apple.iwork.keynote.sffkey"),
    ("ts", "com.microsoft.typescript"), ("text", "public.plain-text"),
    ("application/octet-stream", "public.data"), ("python", "public.python-script"),
    ("mp3", "public.mp3"), ("audio/mpeg", "public.mp3"), ("html", "public.html"),
    ("com.canon.cr2-raw-image", "com.canon.cr2-raw-image"), ("dng", "com.adobe.raw-image"),
  ]

  @Test(arguments: words) func findsByWord(_ word: String, _ id: ContentType.ID) {
    #expect(catalog.type(named: word)?.id == id)
  }

  @Test(arguments: ["", ".", "/", "image/", "jpgg", "..jpg", "png ", "\u{0}", "🎈"])
  func knowsWhatItDoesNotKnow(_ word: String) {
    #expect(catalog.type(named: word) == nil)
  }

  @Test(arguments: [
    ("jepg", "jpeg"), ("jpge", "jpg"), ("pgn", "png"), ("hecic", "heic"), ("markdwon", "markdown"),
    (".tif f", "tiff"), ("imge/jpeg", "image/jpeg"), ("public.jpg", "public.jpeg"),
  ])
  func suggestsTheNearest(_ word: String, _ nearest: String) {
    let suggestions = catalog.suggestions(for: word)
    #expect(suggestions.contains(nearest), "\(suggestions)")
    #expect(suggestions.count <= 3)
  }

  @Test func suggestsNothingForNonsense() {
    #expect(catalog.suggestions(for: "qqqqqqqqqqq") == [])
    #expect(catalog.suggestions(for: "") == [])
    #expect(catalog.suggestions(for: String(repeating: "a", count: 10_000)) == [])
  }

  @Test(arguments: [
    ("public.heic", ["public.heic", "public.heif-standard", "public.image", "public.data"]),
    ("public.jpeg", ["public.jpeg", "public.image", "public.data"]),
    (
      "com.google.earth.kml", ["com.google.earth.kml", "public.xml", "public.text", "public.data"]
    ),
  ])
  func knowsLineages(_ type: String, _ lineage: [String]) {
    #expect(catalog.lineage(of: .init(rawValue: type)).map(\.rawValue) == lineage)
  }

  @Test func mediaTypesAreFoundByWhoReportsThem() {
    // AVIF pictures and sequences share theirs, the picture is meant.
    #expect(catalog.type(mediaType: "image/avif")?.id == "public.avif")
    #expect(catalog.type(mediaType: "text/plain; charset=utf-8")?.id == .plainText)
    #expect(catalog.type(mediaType: "no/such") == nil)
  }
}
