import ConverterCore
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite("Attachments") struct AttachmentFactTests {
  private func fact(_ file: WrittenPDF) throws -> Fact? {
    let context = ConversionContext(registry: .plugins)
    let opened = try PDFFile(InputFile(bytes: file.bytes), limits: .standard)
    return try PDFAttachments(of: opened, in: context).fact
  }

  @Test func `Name, type and size are those that the file says`() throws {
    var file = WrittenPDF(
      catalogue: "/Names << /EmbeddedFiles << /Names [(k) 6 0 R (l) 8 0 R] >> >>")
    file.addPage(
      3,
      "/Annots [<< /Subtype /FileAttachment /FS 10 0 R >> << /Subtype /FileAttachment /FS 6 0 R >> << /Subtype /FileAttachment /FS 11 0 R >>]",
      "")
    file.add(6, "<< /Type /Filespec /F (a.txt) /UF (\\344.txt) /EF << /F 7 0 R >> >>")
    file.addStream(7, "/Type /EmbeddedFile /Subtype /text#2Fplain /Params << /Size 1500 >>", "x")
    file.add(8, "<< /Type /Filespec /EF << /F 9 0 R >> >>")
    file.addStream(9, "/Filter /FlateDecode /Params << /Size -5 >>", "x")
    file.add(10, "<< /Type /Filespec /F (note.xyzzy) /EF << /F 9 0 R >> >>")
    file.add(11, "<< /Type /Filespec /F (b.png) /EF << /F 12 0 R >> >>")
    file.addStream(12, "", "png")
    let fact = try #require(try fact(file))
    #expect(fact.text == "ä.txt (text/plain, 2 kB), l, note.xyzzy, b.png (image/png, 3 bytes)")
    #expect(
      fact.json.description
        == #"[{"name":"ä.txt","mediaType":"text/plain","bytes":1500},"#
        + #"{"name":"l","mediaType":null,"bytes":null},"#
        + #"{"name":"note.xyzzy","mediaType":null,"bytes":null},"#
        + #"{"name":"b.png","mediaType":"image/png","bytes":3}]"#)
  }

  @Test func `None is no fact`() throws {
    var file = WrittenPDF()
    file.addPage(3, "", "")
    #expect(try fact(file) == nil)
  }
}
