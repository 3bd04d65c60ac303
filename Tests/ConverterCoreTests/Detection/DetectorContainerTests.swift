import ConverterCore
import TestSupport
import Testing

@Suite struct DetectorContainerTests {
  static let archives: [(names: [String], ContentType.ID)] = [
    (["a.txt", "b/c.txt"], "public.zip-archive"),
    (
      ["[Content_Types].xml", "_rels/.rels", "word/document.xml"],
      "org.openxmlformats.wordprocessingml.document"
    ),
    (
      ["word/document.xml", "word/vbaProject.bin", "[Content_Types].xml"],
      "org.openxmlformats.wordprocessingml.document.macroenabled"
    ),
    (
      ["[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"],
      "org.openxmlformats.spreadsheetml.sheet"
    ),
    (["[Content_Types].xml", "xl/workbook.bin"], "com.microsoft.excel.sheet.binary.macroenabled"),
    (
      ["[Content_Types].xml", "ppt/presentation.xml"],
      "org.openxmlformats.presentationml.presentation"
    ),
    (["[Content_Types].xml", "visio/document.xml"], "com.microsoft.visio.drawing"),
    (["META-INF/container.xml", "OEBPS/content.opf"], "org.idpf.epub-container"),
    (["META-INF/MANIFEST.MF", "a/B.class"], "com.sun.java-archive"),
    (
      ["META-INF/MANIFEST.MF", "AndroidManifest.xml", "classes.dex"],
      "com.android.package-archive"
    ),
    (["BundleConfig.pb", "base/manifest/AndroidManifest.xml"], "com.android.app-bundle"),
    (["Payload/A.app/Info.plist", "Payload/A.app/A"], "com.apple.itunes.ipa"),
    (["manifest.json", "META-INF/mozilla.rsa"], "org.mozilla.xpi-extension"),
    (["WEB-INF/web.xml", "META-INF/MANIFEST.MF"], "com.sun.web-application-archive"),
    (["a-1.0.dist-info/WHEEL", "a.py"], "org.python.wheel"),
    (["doc.kml"], "com.google.earth.kmz"),
    (["scene.usdc", "t.png"], "com.pixar.universal-scene-description-mobile"),
    (["[Content_Types].xml", "3D/3dmodel.model"], "org.3mf.3mf"),
    (["[Content_Types].xml", "a.nuspec"], "org.nuget.package"),
    (["FixedDocSeq.fdseq", "[Content_Types].xml"], "com.microsoft.xps"),
    (["Index/Document.iwa", "Index/Slide.iwa"], "com.apple.iwork.keynote.sffkey"),
    (["Index/Document.iwa", "Metadata/Properties.plist"], "com.apple.iwork"),
    (["model/data.pkl", "model/version"], "org.pytorch.checkpoint"),
  ]

  @Test(arguments: archives)
  func readsTheDirectory(_ names: [String], _ type: ContentType.ID) throws {
    let file = zip(names.map { ($0, "x") })
    #expect(try detect(file).type.id == type)
    // Neither a wrong suffix nor a comment changes that.
    #expect(try detect(file, named: "a.zip").type.id == type)
    #expect(try detect(file, named: "a.zip").mismatch == nil)
    #expect(try detect(zip(names.map { ($0, "x") }, comment: "made by hand")).type.id == type)
  }

  static let mimetypes: [(String, ContentType.ID)] = [
    ("application/vnd.oasis.opendocument.text", "org.oasis-open.opendocument.text"),
    (
      "application/vnd.oasis.opendocument.text-template",
      "org.oasis-open.opendocument.text-template"
    ),
    ("application/vnd.oasis.opendocument.spreadsheet", "org.oasis-open.opendocument.spreadsheet"),
    ("application/vnd.oasis.opendocument.presentation", "org.oasis-open.opendocument.presentation"),
    ("application/epub+zip", "org.idpf.epub-container"), ("application/x-krita", "org.krita.kra"),
    ("application/hwp+zip", "com.haansoft.hancomofficehwpx.hwpx"),
    ("text/plain", "public.zip-archive"),
  ]

  @Test(arguments: mimetypes)
  func readsTheMimetypeMember(_ media: String, _ type: ContentType.ID) throws {
    #expect(try detect(zip([("mimetype", media), ("content.xml", "<a/>")])).type.id == type)
    #expect(try detect(zip([("content.xml", "<a/>"), ("mimetype", media)])).type.id == type)
  }

  @Test func namesTellTemplatesApart() throws {
    let word = zip("[Content_Types].xml", "word/document.xml")
    #expect(
      try detect(word, named: "a.dotx").type.id == "org.openxmlformats.wordprocessingml.template")
    #expect(try detect(word, named: "a.dotx").mismatch == nil)
    #expect(
      try detect(word, named: "a.xlsx").mismatch == "named .xlsx but holds a Word document")
    let book = zip("Index/Document.iwa", "Index/Tables/DataList.iwa")
    #expect(
      try detect(book, named: "a.numbers").type.id == "com.apple.iwork.numbers.sffnumbers")
  }

  @Test func namesMakeNoDocumentOfAnArchive() throws {
    let archive = zip("a.txt", "b.txt")
    #expect(try detect(archive, named: "a.foo").type.id == "public.zip-archive")
    #expect(try detect(archive, named: "a.foo").mismatch == nil)
    let fake = try detect(archive, named: "a.docx")
    #expect(fake.type.id == "public.zip-archive")
    #expect(fake.mismatch == "named .docx but holds a ZIP archive")
    // What has no telling members is what its name says.
    #expect(try detect(archive, named: "a.cbz").type.id == "com.public.cbz-archive")
  }

  @Test func findsArchivesBehindJunk() throws {
    let file = zip("word/document.xml", "[Content_Types].xml")
    #expect(
      try detect([0, 1, 2, 3, 4, 5] + file).type.id
        == "org.openxmlformats.wordprocessingml.document")
    #expect(try detect([0, 1, 2, 3] + zip("a", "b")).type.id == "public.zip-archive")
  }

  @Test func readsLocalHeadersOfACutArchive() throws {
    let file = zip("[Content_Types].xml", "_rels/.rels", "word/document.xml", "word/styles.xml")
    let cut = Array(file.prefix(file.count / 2))
    #expect(try detect(cut).type.id == "org.openxmlformats.wordprocessingml.document")
    // Where nothing shows, the name may be right.
    let start = Array(file.prefix(31))
    #expect(
      try detect(start, named: "a.xlsx").type.id == "org.openxmlformats.spreadsheetml.sheet")
    #expect(try detect(start).type.id == "public.zip-archive")
  }

  @Test func survivesDirectoriesThatLie() throws {
    let file = zip("a", "b", "c")
    let end = file.count - 22
    for field in [8, 10, 12, 16] {
      for value: UInt32 in [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFFF] {
        var damaged = file
        damaged.replaceSubrange(end + field..<end + field + 4, with: littleEndian(value))
        #expect(try detect(damaged).type.id == "public.zip-archive")
      }
    }
    // A ZIP64 locator that points anywhere.
    for offset: UInt64 in [0, 5, UInt64(file.count), .max >> 1, .max] {
      let locator = ascii("PK\u{6}\u{7}") + zeros(4) + littleEndian(offset) + zeros(4)
      let record = ascii("PK\u{5}\u{6}") + [UInt8](repeating: 0xFF, count: 16) + zeros(2)
      #expect(try detect(file + locator + record).type.id == "public.zip-archive")
    }
    let record =
      ascii("PK\u{6}\u{6}") + zeros(36) + littleEndian(UInt64.max >> 1)
      + littleEndian(UInt64.max >> 1)
    let locator = ascii("PK\u{6}\u{7}") + zeros(4) + littleEndian(UInt64(4)) + zeros(4)
    let last = ascii("PK\u{5}\u{6}") + [UInt8](repeating: 0xFF, count: 16) + zeros(2)
    #expect(
      try detect(ascii("PK\u{3}\u{4}") + record + locator + last).type.id == "public.zip-archive")
  }

  static let compoundFiles: [(streams: [String], ContentType.ID)] = [
    (["1Table", "WordDocument"], "com.microsoft.word.doc"),
    (["Workbook"], "com.microsoft.excel.xls"),
    (["Book"], "com.microsoft.excel.xls"),
    (["PowerPoint Document"], "com.microsoft.powerpoint.ppt"),
    (["__nameid_version1.0"], "com.microsoft.outlook.msg"),
    (["EncryptionInfo", "EncryptedPackage"], "com.microsoft.encrypted-office-package"),
    (["VisioDocument"], "com.microsoft.visio.vsd"),
    (["\u{4840}\u{3F3F}"], "com.microsoft.msi-installer"),
    (["\u{5}HwpSummaryInformation"], "com.haansoft.hancomofficehwp.hwp"),
    (["Unknown"], "com.microsoft.compound-file"),
    // Beyond the first sector of the directory.
    (["a", "b", "c", "d", "e", "f", "WordDocument"], "com.microsoft.word.doc"),
  ]

  @Test(arguments: compoundFiles)
  func readsStreamNames(_ streams: [String], _ type: ContentType.ID) throws {
    #expect(try detect(compoundFile(streams)).type.id == type)
  }

  @Test func survivesCompoundFilesThatLoop() throws {
    var file = compoundFile(["a", "b", "c", "d", "e"])
    // Sector 1 follows itself.
    file.replaceSubrange(516..<520, with: littleEndian(UInt32(1)))
    #expect(try detect(file).type.id == "com.microsoft.compound-file")
    file.replaceSubrange(48..<52, with: littleEndian(UInt32(0xFFFF_FF00)))
    #expect(try detect(file).type.id == "com.microsoft.compound-file")
  }

  @Test func passwordsDoNotMakeANameWrong() throws {
    let file = compoundFile(["EncryptionInfo", "EncryptedPackage"])
    #expect(try detect(file, named: "secret.docx").mismatch == nil)
    #expect(
      try detect(file, named: "secret.docx").type.id == "com.microsoft.encrypted-office-package")
    #expect(
      try detect(compoundFile(["Workbook"]), named: "a.xlsx").mismatch
        == "named .xlsx but holds an Excel 97 workbook")
  }

  static let others: [(bytes: [UInt8], ContentType.ID)] = [
    (tar(), "public.tar-archive"), (tar(mark: ""), "public.tar-archive"),
    ([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3], "org.gnu.gnu-zip-archive"),
    (ascii("BZh91AY&SY") + [1, 2, 3, 4], "public.bzip2-archive"),
    ([0xFD] + ascii("7zXZ\0") + [0, 4], "org.tukaani.xz-archive"),
    ([0x28, 0xB5, 0x2F, 0xFD, 4, 0], "org.facebook.zstandard-archive"),
    (ascii("7z") + [0xBC, 0xAF, 0x27, 0x1C, 0, 4], "org.7-zip.7-zip-archive"),
    (ascii("Rar!") + [0x1A, 7, 1, 0], "com.rarlab.rar-archive"),
    (ascii("!<arch>\ndebian-binary   "), "org.debian.deb-archive"),
    (ascii("!<arch>\nfoo.o/          "), "public.ar-archive"),
    ([0x1A, 0x45, 0xDF, 0xA3, 0x93, 0x42, 0x82, 0x88] + ascii("matroska"), "org.matroska.mkv"),
    ([0x1A, 0x45, 0xDF, 0xA3, 0x93, 0x42, 0x82, 0x84] + ascii("webm"), "org.webmproject.webm"),
    (ascii("OggS") + zeros(22) + [1, 30, 1] + ascii("vorbis"), "org.xiph.ogg-audio"),
    (ascii("OggS") + zeros(22) + [1, 19] + ascii("OpusHead"), "org.xiph.opus"),
    (ascii("OggS") + zeros(22) + [1, 42, 0x80] + ascii("theora"), "org.xiph.ogg-video"),
    (ascii("RIFF\0\0\0\0WAVEfmt "), "com.microsoft.waveform-audio"),
    (ascii("RIFF\0\0\0\0AVI LIST"), "public.avi"), (ascii("ID3\u{4}\0\0\0\0\0\0"), "public.mp3"),
    (
      [0xFF, 0xFB, 0x90, 0x00] + zeros(413) + [0xFF, 0xFB, 0x90, 0x00] + zeros(413), "public.mp3"
    ),
    (
      (0..<5).flatMap { _ in [0x47, 0x40, 0, 0x10] + zeros(184) }, "public.mpeg-2-transport-stream"
    ),
    (
      [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0, 0xAA, 0, 0x62, 0xCE, 0x6C]
        + zeros(20)
        + [
          0x40, 0x9E, 0x69, 0xF8, 0x4D, 0x5B, 0xCF, 0x11, 0xA8, 0xFD, 0, 0x80, 0x5F, 0x5C, 0x44,
          0x2B,
        ],
      "com.microsoft.windows-media-wma"
    ),
    ([0x7F] + ascii("ELF") + [2, 1, 1, 0], "org.unix.elf-executable"),
    ([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61], "com.sun.java-class"),
    ([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2], "com.apple.mach-o-binary"),
    (
      ascii("MZ") + zeros(58) + littleEndian(UInt32(64)) + ascii("PE\0\0") + zeros(18) + [2, 0],
      "com.microsoft.windows-executable"
    ),
    (
      ascii("MZ") + zeros(58) + littleEndian(UInt32(64)) + ascii("PE\0\0") + zeros(18) + [2, 0x20],
      "com.microsoft.windows-dynamic-link-library"
    ),
    (ascii("SQLite format 3\0") + zeros(84), "org.sqlite.sqlite3"),
    (ascii("SQLite format 3\0") + zeros(52) + ascii("fMIx"), "org.fairy.mail-index"),
    (ascii("SQLite format 3\0") + zeros(52) + ascii("GPKG"), "org.geopackage.gpkg"),
    (zeros(32769) + ascii("CD001") + zeros(2048), "public.iso-image"),
    (ascii("BZh91AY&SY") + zeros(600) + ascii("koly") + zeros(508), "com.apple.disk-image-udif"),
    (
      zeros(80) + littleEndian(UInt32(2)) + zeros(100), "public.standard-tesselated-geometry-format"
    ),
    ([0, 1, 0, 0, 0, 12] + zeros(6) + ascii("DSIG"), "public.truetype-ttf-font"),
    (ascii("%PDF-1.7\n%") + [0xE2, 0xE3], "com.adobe.pdf"),
    (ascii("junk\n%PDF-1.4\n1 0 obj\nendobj\n%%EOF\n"), "com.adobe.pdf"),
    (ascii("junk\n%PDF-1.4\n1 0 obj\nendobj\n"), "com.adobe.pdf"),
    (
      ascii("junk\r\n%PDF-1.7\r\n%") + [0xE2, 0xE3, 0xCF] + ascii("\r\n12 0 obj<<>>"),
      "com.adobe.pdf"
    ),
    // Texts about PDF.
    (ascii("A file begins with\n%PDF-1.4\nand then\n1 0 obj\nendobj\n"), "public.plain-text"),
    (ascii("The words %PDF-1.4\n1 0 obj\nendobj\n"), "public.plain-text"),
    (ascii("junk\n%PDF-1.4\n1 zero obj\n"), "public.plain-text"),
    ([0, 5, 0x16, 7, 0, 2, 0, 0] + zeros(16), "com.apple.apple-double"),
    (ascii("bplist00") + [0xD1], "com.apple.binary-plist"),
  ]

  @Test(arguments: others)
  func knowsOtherFamilies(_ bytes: [UInt8], _ type: ContentType.ID) throws {
    let detection = try detect(bytes)
    #expect(detection.type.id == type, "\(detection.evidence)")
  }

  static let specialised: [(bytes: [UInt8], String, ContentType.ID)] = [
    ([0x1F, 0x8B, 8, 0], "a.tar.gz", "org.gnu.gnu-zip-tar-archive"),
    ([0x1F, 0x8B, 8, 0], "a.TGZ", "org.gnu.gnu-zip-tar-archive"),
    ([0x1F, 0x8B, 8, 0], "a.b.gz", "org.gnu.gnu-zip-archive"),
    ([0x1F, 0x8B, 8, 0], "a.svgz", "public.svgz-image"),
    ([0x1F, 0x8B, 8, 0], "data.rds", "org.r-project.rds"),
    (ascii("%PDF-1.6\n"), "a.ai", "com.adobe.illustrator.ai-image"),
    (ascii("Rar!") + [0x1A, 7, 0], "a.cbr", "com.public.cbr-archive"),
    ([0x89] + ascii("PNG\r\n\u{1A}\n"), "a.apng", "org.w3.apng"),
    ([0x1A, 0x45, 0xDF, 0xA3, 0x42, 0x82, 0x88] + ascii("matroska"), "a.mka", "org.matroska.mka"),
  ]

  @Test(arguments: specialised)
  func namesSpecialise(_ bytes: [UInt8], _ name: String, _ type: ContentType.ID) throws {
    let detection = try detect(bytes, named: name)
    #expect(detection.type.id == type)
    #expect(detection.mismatch == nil)
  }

  private struct Inflated: BeginningDecoder {
    let type: ContentType.ID = "org.gnu.gnu-zip-archive"
    let text: String

    func beginning(of head: [UInt8], count: Int) -> [UInt8]? {
      Array(Array(text.utf8).prefix(count))
    }
  }

  /// What is compressed is looked into, unless a name says that it is compressed.
  @Test(
    arguments: [
      ("<svg xmlns='http://www.w3.org/2000/svg'/>", nil, "public.svgz-image"),
      ("<?xml version='1.0'?><!-- a --><svg/>", "drawing", "public.svgz-image"),
      ("<svg/>", "a.svg", "public.svgz-image"), ("<svg/>", "a.svgz", "public.svgz-image"),
      ("<svg/>", "a.svg.gz", "org.gnu.gnu-zip-archive"),
      ("<html/>", nil, "org.gnu.gnu-zip-archive"), ("", nil, "org.gnu.gnu-zip-archive"),
      (
        "<!--" + String(repeating: "é", count: 40_000) + "--><svg/>", nil, "org.gnu.gnu-zip-archive"
      ),
      ("<svg>" + String(repeating: "é", count: 40_000), nil, "public.svgz-image"),
    ] as [(String, String?, ContentType.ID)])
  func looksIntoCompressedText(_ text: String, _ name: String?, _ type: ContentType.ID) throws {
    let detection = try Detector(
      catalog: .complete, marks: Registry.plugins.marks, decoders: [Inflated(text: text)]
    )
    .detect(InputFile(bytes: [0x1F, 0x8B, 8, 0], name: name))
    #expect(detection.type.id == type, "\(detection.evidence)")
    #expect(
      detection.type.mediaTypes.first
        == (type == "public.svgz-image" ? "image/svg+xml" : "application/gzip"))
  }

  /// Sums of fractions stay short in JSON.
  @Test func confidenceHasNoTail() throws {
    #expect(try detect([0xFF, 0x0A, 0, 0], named: "a.jxl").confidence == 0.8)
  }
}
