import ConverterCore
import Testing

@Suite struct DetectorMismatchTests {
  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + ascii("JFIF\0")
  static let png: [UInt8] = [0x89] + ascii("PNG\r\n\u{1A}\n") + [0, 0, 0, 13] + ascii("IHDR")

  static let wrong: [(bytes: [UInt8], String, String)] = [
    (jpeg, "IMG_1.HEIC", "named .HEIC but holds a JPEG picture"),
    (jpeg, "a.png", "named .png but holds a JPEG picture"),
    (jpeg, "a.txt", "named .txt but holds a JPEG picture"),
    (png, "a.jpg", "named .jpg but holds a PNG picture"),
    (isoMedia("heic", ["mif1"]), "a.jpg", "named .jpg but holds an HEIC picture"),
    (isoMedia("avif", ["mif1"]), "a.heic", "named .heic but holds an AVIF picture"),
    (isoMedia("heic", ["mif1"]), "a.avif", "named .avif but holds an HEIC picture"),
    (isoMedia("qt  ", []), "a.mp4", "named .mp4 but holds a QuickTime movie"),
    (ascii("<html></html>"), "report.xls", "named .xls but holds an HTML page"),
    (ascii("a,b,c\n1,2,3\n4,5,6\n"), "report.xls", "named .xls but holds a CSV table"),
    (ascii("just text\n"), "a.jpg", "named .jpg but holds a plain text file"),
    (ascii("just text\n"), "a.svg", "named .svg but holds a plain text file"),
    (ascii("just text\n"), "a.vcf", "named .vcf but holds a plain text file"),
    (ascii("{\"a\":1}\n{\"b\":2}\n"), "a.json", "named .json but holds an NDJSON document"),
    (ascii("%PDF-1.7\n"), "a.docx", "named .docx but holds a PDF document"),
    ([0x1F, 0x8B, 8, 0], "a.zip", "named .zip but holds a gzip file"),
    ([0, 5, 0x16, 7, 0, 2, 0, 0], "._IMG_1.jpg", "named .jpg but holds an AppleDouble file"),
    (zeros(100), "a.jpg", "named .jpg but its bytes are not those of a JPEG picture"),
    (zeros(100), "a.txt", "named .txt but its bytes are not those of a plain text file"),
    (zeros(100), "a.docx", "named .docx but its bytes are not those of a Word document"),
    ([], "a.jpg", "named .jpg but is empty"),
    (ascii("Rar!") + [0x1A, 7, 0], "a.zip", "named .zip but holds a RAR archive"),
  ]

  /// JSON is YAML, too.
  @Test(
    arguments: [
      ("{\"a\":1}", "a.yaml", "public.yaml"), ("[1]", "a.yml", "public.yaml"),
      ("{\"a\":1}\n---\n{\"b\":2}\n", "a.yaml", "public.yaml"),
      ("[\"a\\x41\"]", "a.yaml", "public.yaml"), ("{\"a\":1}", "a.json5", "org.json5.json5"),
      ("{\"a\":1}", "a.jsonc", "com.microsoft.jsonc"), ("{\"a\":1}", "a.geojson", "public.geojson"),
      ("{\"a\":1}", "a.json", "public.json"),
    ] as [(String, String, ContentType.ID)])
  func aNameThatIncludesTheContentAgrees(
    _ text: String, _ name: String, _ type: ContentType.ID
  ) throws {
    let detection = try detect(ascii(text), named: name)
    #expect(detection.type.id == type)
    #expect(detection.mismatch == nil)
  }

  /// Their readers say where they are damaged.
  @Test(
    arguments: [
      ([1], "a.json", "public.json"), ([0x31, 0], "a.json", "public.json"),
      ([0x7F], "a.json", "public.json"), ([1, 2, 3, 0x20, 0x7B], "a.json", "public.json"),
      ([0x61, 0x3A, 0x20, 0], "a.yaml", "public.yaml"), ([1, 2], "a.ndjson", "public.ndjson"),
      ([1], "a.toml", "public.toml"),
    ] as [([UInt8], String, ContentType.ID)])
  func shortRuinsAreWhatTheyAreNamed(
    _ bytes: [UInt8], _ name: String, _ type: ContentType.ID
  ) throws {
    let detection = try detect(bytes, named: name)
    #expect(detection.type.id == type)
    #expect(detection.mismatch == nil)
  }

  @Test(arguments: wrong)
  func reportsWrongNames(_ bytes: [UInt8], _ name: String, _ mismatch: String) throws {
    #expect(try detect(bytes, named: name).mismatch == mismatch)
    // The content decides, as if there were no name.
    #expect(try detect(bytes, named: name).type == detect(bytes).type)
  }

  static let right: [(bytes: [UInt8], String?)] = [
    (jpeg, nil), (jpeg, ""), (jpeg, "a"), (jpeg, "a."), (jpeg, "a.jpg"), (jpeg, "a.JPEG"),
    (jpeg, "a.jfif"), (jpeg, "a.mpo"), (jpeg, "a.unheard-of"), (jpeg, ".jpg"), (jpeg, "a.png.jpg"),
    (isoMedia("heic", ["mif1"]), "a.heic"), (isoMedia("heic", ["mif1"]), "a.heif"),
    (isoMedia("heic", ["mif1"]), "a.HIF"), (isoMedia("mif1", []), "a.heic"),
    (isoMedia("avif", ["mif1"]), "a.heif"), (isoMedia("mif1", ["jpeg"]), "a.heif"),
    (tiff([(256, 1)]), "a.tif"), (tiff([(256, 1)]), "a.TIFF"), (ascii("text"), "a.text"),
    (ascii("{}"), "notes.txt"), (ascii("<?xml version='1.0'?><a/>"), "fonts.conf"),
    (ascii("<svg/>"), "a.xml"), (zeros(100), nil),
    (zeros(100), "a.bin"),
    ([], nil), ([], "a.unheard-of"), ([], "__init__.py"),
    (ascii("From 0123 Mon Sep 17 00:00:00 2001\nFrom: a\nSubject: b\n\n---\n"), "0001.patch"),
  ]

  @Test(arguments: right)
  func acceptsOtherSpellings(_ bytes: [UInt8], _ name: String?) throws {
    #expect(try detect(bytes, named: name).mismatch == nil)
  }

  @Test func oddNamesAreNoDanger() throws {
    for name in [
      "\u{0}.jpg", "🎈.jpg", "a\n.jpg", "....jpg", String(repeating: ".", count: 5000) + "jpg",
      String(repeating: "é", count: 9000) + ".jpg", "a.\u{301}jpg", "jpg", "\u{FFFD}\u{FFFD}.jpg",
      "/", "..", "a." + String(repeating: "x", count: 100_000),
    ] {
      let detection = try detect(Self.jpeg, named: name)
      #expect(detection.type.id == "public.jpeg")
      #expect(detection.mismatch == nil)
    }
  }

  @Test func emptyFilesAreATypeOfTheirOwn() throws {
    for name in [nil, "a.jpg", "a.csv", "a"] {
      let detection = try detect([], named: name)
      #expect(detection.type.id == .empty)
      #expect(detection.confidence == 1)
      #expect(detection.evidence.first?.observation == "has no bytes")
    }
  }

  @Test func unknownBytesAreData() throws {
    let detection = try detect([0, 1, 2, 3, 4, 5, 6, 7])
    #expect(detection.type.id == .data)
    #expect(detection.confidence == 0.1)
    #expect(detection.type.mediaTypes == ["application/octet-stream"])
    // What has no signature is believed by its name, a little.
    let table = try detect([3, 1, 2, 3, 4, 5, 6, 7], named: "a.dbf")
    #expect(table.type.id == "com.dbase.dbf")
    #expect(table.confidence == 0.3)
    #expect(table.mismatch == nil)
  }
}
