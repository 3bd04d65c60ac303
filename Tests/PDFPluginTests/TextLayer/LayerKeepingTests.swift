import ConverterCore
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// A file that gets words keeps all that it had, and is not touched where it must not be.
@Suite("What pages with new words keep") struct LayerKeepingTests {
  /// Two scans with a link, a field, and tags, then a page of text; and all that a catalogue may have.
  static var everything: WrittenPDF {
    var file = WrittenPDF(
      catalogue: """
        /Outlines 20 0 R /AcroForm << /Fields [22 0 R] >> /MarkInfo << /Marked true >> \
        /PageLabels << /Nums [0 << /S /r >> 2 << /S /D /P (A-) /St 7 >>] >> \
        /Names << /EmbeddedFiles << /Names [(a.txt) 23 0 R] >> >> /StructTreeRoot 25 0 R \
        /Metadata 27 0 R /Lang (de) /ViewerPreferences << /DisplayDocTitle true >>
        """, trailer: "/Info << /Title (Two scans) /Producer (A scanner) /ModDate (D:20160119) >>")
    let resources = "/MediaBox [0 0 200 100] /Resources << /XObject << /I 9 0 R >> >>"
    file.addPage(
      3, "\(resources) /Annots [19 0 R] /StructParents 0",
      "/P << /MCID 0 >> BDC \(WrittenPDF.ink("I", 10, 40, 180, 20)) EMC")
    file.addPage(5, "\(resources) /Annots [22 0 R]", WrittenPDF.ink("I", 10, 60, 180, 30))
    file.addPage(
      7,
      "/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>",
      "BT /F 20 Tf 60 700 Td (Seen already) Tj ET")
    file.addInk(9)
    file.add(
      19,
      "<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [0 0 9 9]"
        + " /A << /S /URI /URI (https://a.example/) >> >>")
    file.add(20, "<< /Type /Outlines /First 21 0 R /Last 21 0 R /Count 1 >>")
    file.add(21, "<< /Title (Second) /Parent 20 0 R /Dest [5 0 R /XYZ 0 700 0] >>")
    file.add(
      22,
      "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada) /Rect [0 0 99 20] /P 5 0 R >>")
    file.add(23, "<< /Type /Filespec /F (a.txt) /EF << /F 24 0 R >> >>")
    file.addStream(24, "/Type /EmbeddedFile", "attached")
    file.add(25, "<< /Type /StructTreeRoot /K 26 0 R /ParentTree << /Nums [0 [26 0 R]] >> >>")
    file.add(26, "<< /Type /StructElem /S /P /P 25 0 R /Pg 3 0 R /K 0 /Alt (A bar) >>")
    file.addStream(27, "/Type /Metadata /Subtype /XML", "<x:xmpmeta>as it was</x:xmpmeta>")
    return file
  }

  /// Every value that can be reached, by its path from the catalogue; pages by their numbers.
  private func parts(of bytes: [UInt8]) throws -> [String: String] {
    let file = try Layered.file(bytes)
    var pages: [PDFObject.ID: Int] = [:]
    for index in 0..<(try file.pageCount) {
      if let id = try file.page(index).id { pages[id] = index }
    }
    var found: [String: String] = [:]
    func add(_ object: PDFObject, _ path: String, _ above: [PDFObject.ID]) throws {
      if !path.isEmpty, let page = object.id.flatMap({ pages[$0] }) {
        found[path] = "page \(page)"
        return
      }
      if let id = object.id, above.contains(id) { return }
      let chain = above + (object.id.map { [$0] } ?? [])
      if object.isStream {
        found[path] = String(decoding: try object.data(.generalised) ?? [], as: UTF8.self)
      }
      if object.isArray {
        for (index, item) in object.items.enumerated() { try add(item, "\(path)[\(index)]", chain) }
      } else if object.isDictionary {
        for key in object.keys where key != "/Pages" { try add(object[key], path + key, chain) }
      } else if !object.isStream {
        found[path] = object.unparsed
      }
    }
    try add(file.root, "", [])
    try add(file.trailer["/Info"], "/Info", [])
    for index in 0..<(try file.pageCount) {
      let page = try file.page(index)
      for key in page.keys where !["/Parent", "/Contents", "/Resources"].contains(key) {
        try add(page[key], "page \(index)\(key)", [])
      }
    }
    return found
  }

  @Test(arguments: ["missing", "redo"])
  func everythingBesideContent(layer: String) throws {
    let file = Self.everything.bytes
    let result = try Layered(file, layer)
    #expect(result.error == nil)
    #expect(try result.text() == [["ink1"], ["ink1"], ["Seen already"]])
    let (before, after) = (try parts(of: file), try parts(of: result.bytes))
    #expect(before["/Outlines/First/Dest[0]"] == "page 1")
    #expect(before["/AcroForm/Fields[0]/V"] == "<416461>")
    #expect(before["/Names/EmbeddedFiles/Names[1]/EF/F"] == "attached")
    #expect(before["page 0/Annots[0]/A/URI"] == "<68747470733a2f2f612e6578616d706c652f>")
    #expect(before["/StructTreeRoot/K/Pg"] == "page 0")
    #expect(before["/Info/Title"] == "<54776f207363616e73>")
    #expect(before["/Metadata"] == "<x:xmpmeta>as it was</x:xmpmeta>")
    #expect(after == before)
  }

  /// What was drawn is drawn by the same bytes, and pages with text have nothing else.
  @Test func content() throws {
    let file = Self.everything.bytes
    let (old, new) = (try Layered.file(file), try Layered(file).file())
    for index in 0..<2 {
      let parts = try new.page(index)["/Contents"].items
      #expect(parts.count == 2)
      let drawn = try old.page(index)["/Contents"].data(.none)
      #expect(drawn != nil)
      #expect(try parts.last?.data(.generalised) == drawn)
      #expect(try new.page(index)["/Resources"]["/Font"].keys == ["/FairyWords"])
    }
    #expect(try new.page(2)["/Contents"].data(.generalised) == old.page(2)["/Contents"].data(.none))
    #expect(try new.page(2)["/Resources"].unparsed == old.page(2)["/Resources"].unparsed)
  }

  /// Both pages draw the same picture, which is in the file once, and share the font.
  @Test func picturesThatAreUsedTwice() throws {
    let file = try Layered(Self.everything.bytes).file()
    let pictures = try (0..<2).map { try file.page($0)["/Resources"]["/XObject"]["/I"].id }
    #expect(pictures[0] != nil && pictures[0] == pictures[1])
    let fonts = try (0..<2).map { try file.page($0)["/Resources"]["/Font"]["/FairyWords"].id }
    #expect(fonts[0] != nil && fonts[0] == fonts[1])
  }

  private struct Coded: CustomTestStringConvertible {
    var entries: String
    var bytes: [UInt8]
    /// `nil` where the bytes in the file stay the same.
    var decoded: [UInt8]?

    init(_ entries: String, _ bytes: [UInt8], decoded: [UInt8]? = nil) {
      (self.entries, self.bytes, self.decoded) = (entries, bytes, decoded)
    }

    var testDescription: String { entries }
  }

  private static let coded = [
    Coded("/BitsPerComponent 8 /Filter /FlateDecode", [0x78, 1, 0x63, 0, 0, 0, 1, 0, 1]),
    Coded("/BitsPerComponent 8 /Filter /RunLengthDecode", [0, 9, 128]),
    Coded("/BitsPerComponent 8 /Filter /DCTDecode", [0xFF, 0xD8, 0xFF, 0xD9]),
    Coded("/BitsPerComponent 8 /Filter [/ASCIIHexDecode /DCTDecode]", Array("FF D8 FFD9>".utf8)),
    Coded("/BitsPerComponent 1 /Filter /JBIG2Decode", [1, 2, 3]),
    Coded("/BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 >>", [0, 0x10, 1]),
    Coded("/Filter /JPXDecode", [0, 0, 0, 12]),
    // qpdf writes streams without a filter, or with one that makes them larger, with Flate.
    Coded("/BitsPerComponent 8", [7], decoded: [7]),
    Coded("/BitsPerComponent 8 /Filter /ASCIIHexDecode", Array("07>".utf8), decoded: [7]),
  ]

  /// The bytes of pictures stay as they are, whatever codes them, even where they cannot be decoded.
  @Test(arguments: coded) private func bytesOfPictures(picture: Coded) throws {
    var file = WrittenPDF()
    file.addPage(
      3, "/MediaBox [0 0 200 100] /Resources << /XObject << /I 9 0 R /J 10 0 R >> >>",
      "\(WrittenPDF.ink("I", 10, 10, 180, 20)) \(WrittenPDF.ink("J", 10, 60, 180, 20))")
    file.addInk(9)
    file.add(
      10,
      "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray \(picture.entries)",
      stream: picture.bytes)
    let result = try Layered(file.bytes)
    #expect(result.error == nil)
    let image = try result.file().page(0)["/Resources"]["/XObject"]["/J"]
    if let decoded = picture.decoded {
      #expect(try image.data(.generalised) == decoded)
    } else {
      #expect(try image.data(.none) == picture.bytes)
    }
  }

  @Test(arguments: [false, true]) func signedFiles(allowed: Bool) throws {
    var file = WrittenPDF(catalogue: "/AcroForm << /Fields [30 0 R] /SigFlags 3 >>")
    file.addPage(
      3, "/MediaBox [0 0 200 100] /Resources << /XObject << /I 9 0 R >> >>",
      WrittenPDF.ink("I", 10, 40, 180, 20))
    file.addInk(9)
    file.add(30, "<< /FT /Sig /T (s) /V 31 0 R >>")
    file.add(31, "<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>")
    let result = try Layered(file.bytes) { options in
      if allowed { options.settings["allow-breaking-signatures"] = "true" }
    }
    guard allowed else {
      #expect(result.error?.code == .unsupportedContent)
      #expect(result.error?.message.contains("--allow-breaking-signatures goes on") == true)
      #expect(result.bytes.isEmpty)
      return
    }
    #expect(result.error == nil)
    #expect(try result.text() == [["ink1"]])
    #expect(result.ledger.contains { $0.hasPrefix("signatures changed") })
  }

  @Test func encryptedFiles() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.everything.bytes, to: "in.pdf")
    let done = try Program.run(
      "/usr/bin/qpdf",
      ["--encrypt", "view", "master", "256", "--extract=n", "--", "in.pdf", "out.pdf"],
      in: scratch.path)
    #expect(done.status == 0, "\(done.error)")
    let file = try scratch.bytes("out.pdf")
    #expect(try Layered(file).error?.code == .missingPassword)
    let viewer = try Layered(file, password: "view")
    #expect(viewer.error == nil)
    let result = try Layered(file, password: "master")
    #expect(result.error == nil)
    #expect(try result.text() == [["ink1"], ["ink1"], ["Seen already"]])
    #expect(throws: (any Error).self) { try Layered.file(result.bytes).pageCount }
    #expect(try result.file().grantedPermissions.contains(.edit))
    #expect(try result.file().root["/AcroForm"]["/Fields"][0]["/V"].text == "Ada")
  }
}
