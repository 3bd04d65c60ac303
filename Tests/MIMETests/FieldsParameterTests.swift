import TestSupport
import Testing

@testable import MIME

struct FieldsParameterTests {
  /// The type and the parameters by name, as Python has them but for those marked.
  static let types = [
    FieldCase("text/plain", "text/plain"),
    FieldCase("Text/HTML; Charset=\"utf-8\"", "text/html;charset=utf-8"),
    FieldCase("text/plain; charset=us-ascii (Plain text)", "text/plain;charset=us-ascii"),
    FieldCase(
      "text/plain;charset=utf-8;format=flowed;delsp=yes",
      "text/plain;charset=utf-8;delsp=yes;format=flowed"),
    FieldCase("text", "text/plain"), FieldCase("", "text/plain"), FieldCase(";", "text/plain"),
    FieldCase("a/b; name=\"my file.pdf", "a/b;name=my file.pdf"),
    FieldCase("a/b; name=\"=?utf-8?Q?r=C3=A9sum=C3=A9.pdf?=\"", "a/b;name=résumé.pdf"),
    FieldCase("a/b; name=\"résumé.pdf\"", "a/b;name=résumé.pdf"),
    FieldCase("text / plain ; charset = \"utf-8\"", "text/plain;charset=utf-8"),
    FieldCase("(c) text/plain (c) ; (d) charset=utf-8", "text/plain;charset=utf-8"),
    FieldCase("a/b; name*=utf-8''%e2%82%ac.txt", "a/b;name=€.txt"),
    FieldCase("a/b; name*0*=utf-8''%e2%82; name*1*=%ac; name*2=.txt", "a/b;name=€.txt"),
    FieldCase("a/b; name*2=.txt; name*0*=utf-8'en'%e2%82; name*1*=%ac", "a/b;name=€.txt"),
    FieldCase("a/b; name*=\"utf-8''%e2%82%ac.txt\"", "a/b;name=€.txt"),
    FieldCase("a/b; name*=%e2%82%ac.txt", "a/b;name=€.txt"),
    FieldCase("a/b; name*=iso-8859-1'en'%A3", "a/b;name=£"),
    FieldCase("a/b; name=\"a\"; name=\"b\"", "a/b;name=a"),
    FieldCase("a/b; x=\"a\\\"b\\\\c\"", "a/b;x=a\"b\\c"),
    // Python takes less of these.
    FieldCase("image/", "text/plain"),
    FieldCase("a/b; name=my file (1).pdf; x=y", "a/b;name=my file (1).pdf;x=y"),
    FieldCase("a/b; name==?utf-8?Q?r=C3=A9s.pdf?=", "a/b;name=rés.pdf"),
    FieldCase(Array("a/b; name=\"".utf8) + [0x95, 0x5C] + Array(".txt\"".utf8), "a/b;name=表.txt"),
    FieldCase("text/html charset=utf-8 format=flowed", "text/html;charset=utf-8;format=flowed"),
    FieldCase("a/b; name*0=\"abc\"; name*1=\"def\"; name*3=\"x\"", "a/b;name=abcdefx"),
    FieldCase("a/b; name*1=\"abc\"; name*2=\"def\"", "a/b;name=abcdef"),
    FieldCase("a/b; name=\"a\"; name*=utf-8''b", "a/b;name=b"),
    FieldCase("a/b; name=\"a\r\n\tb.txt\"", "a/b;name=a b.txt"),
    FieldCase("charset=utf-8", "text/plain;charset=utf-8"),
    FieldCase("a/b; =x; ;; a; *=1; b*x=2", "a/b;*=1;b*x=2"),
  ]

  @Test(arguments: types) func type(_ field: FieldCase) {
    let read = field.raw.withSpan { MediaTypeField(parsing: $0, using: CharsetCache()) }
    let names = read.parameters.entries.map(\.name).sorted()
    let text = names.map { ";\($0)=\(read.parameters[$0] ?? "")" }.joined()
    #expect(read.type + text == field.text)
  }

  @Test(
    arguments: [
      ("attachment; filename=foo.txt", "attachment", "foo.txt"), ("INLINE", "inline", nil),
      ("filename=\"foo.txt\"", "", "foo.txt"),
      ("attachment; filename=\"a  b\"", "attachment", "a  b"),
    ] as [(String, String, String?)])
  func disposition(_ raw: String, _ kind: String, _ name: String?) {
    let field = Array(raw.utf8).withSpan {
      DispositionField(parsing: $0, using: CharsetCache())
    }
    #expect(field.kind == kind)
    #expect(field.parameters["filename"] == name)
  }

  @Test func boundariesAreBytes() {
    let raw = Array("multipart/mixed; boundary=\"".utf8) + [0xE9, 0x5F] + Array("x  \"".utf8)
    let field = raw.withSpan { MediaTypeField(parsing: $0, using: CharsetCache()) }
    #expect(field.parameters.bytes("boundary") == [0xE9, 0x5F, 0x78, 0x20, 0x20])
    #expect(field.parameters.boundary == [0xE9, 0x5F, 0x78])
    #expect(field.parameters["boundary"] == "é_x  ")
  }

  @Test(
    arguments: [";a=", ";a*0=", ";b=c", "; a(=", "a=b ", "=", "a ", "\"", "(", "x=\" ", "%41", ";"])
  func hostile(_ unit: String) {
    let time = processorTime {
      let raw = Array(("a/b; x=" + String(repeating: unit, count: 50_000)).utf8)
      let field = raw.withSpan { MediaTypeField(parsing: $0, using: CharsetCache()) }
      #expect(field.parameters.entries.count <= 256)
    }
    #expect(time < .seconds(20))
  }
}
