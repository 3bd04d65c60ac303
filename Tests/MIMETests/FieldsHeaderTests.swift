import ConverterCore
import MIME
import Testing

struct FieldsHeaderTests {
  struct Header: Sendable, CustomTestStringConvertible {
    let raw: String
    /// Names and bodies, as Python has them.
    let fields: String
    let content: String?

    init(_ raw: String, _ fields: String, content: String?) {
      (self.raw, self.fields, self.content) = (raw, fields, content)
    }

    var testDescription: String { raw }
  }

  static let headers = [
    Header("A: 1\nB: 2\n\nbody", "A= 1|B= 2", content: "body"),
    Header("A: 1\r\n b\r\nB:2\r\n\r\nbody", "A= 1\r\n b|B=2", content: "body"),
    Header("A: 1\r\n\nbody", "A= 1", content: "body"),
    Header("A: 1\n\r\nbody", "A= 1", content: "body"),
    Header("\nbody", "", content: "body"),
    Header("From x y\nA: 1\n\nb", "A= 1", content: "b"),
    Header(">From x y\n>From z\nA: 1\n\nb", "A= 1", content: "b"),
    Header("A: 1\nno field\nB: 2\n\nb", "A= 1", content: "no field\nB: 2\n\nb"),
    Header("A \t: 1\nFrom : c\n\nb", "A= 1|From= c", content: "b"),
    Header(" leading\nA: 1\n\nb", "A= 1", content: "b"),
    Header("A: 1\nFrom z w\nB: 2\n\nb", "A= 1|B= 2", content: "b"),
    Header("A: 1\nFrom z w\n\nb", "A= 1", content: "From z w\n\nb"),
    Header("A: 1\n:none\n more\nB: 2\n\nb", "A= 1|B= 2", content: "b"),
    Header("A: 1\n \nB: 2\n\nb", "A= 1\n |B= 2", content: "b"),
    Header("Aé: 1\nB: 2\n\n", "", content: "Aé: 1\nB: 2\n\n"),
    Header("A: 1", "A= 1", content: nil),
    Header("A: 1\nB", "A= 1", content: nil),
    Header("A: 1\nB: 2\r\n\r", "A= 1|B= 2", content: nil),
    Header("", "", content: nil),
  ]

  @Test(arguments: headers) func header(_ header: Header) {
    Array(header.raw.utf8).withSpan { raw in
      let fields = HeaderFields(scanning: raw)
      let text = (0..<fields.count).map {
        String(decoding: raw[fields.name(at: $0)]) + "="
          + String(decoding: raw[fields.body(at: $0)])
      }
      #expect(text.joined(separator: "|") == header.fields)
      let end = HeaderFields.headerEnd(in: raw)
      #expect(end.map { String(decoding: raw[$0...]) } == header.content)
      if let end { #expect(fields.end == end) }
      // What is seen of it before never tells another end.
      for count in 0..<raw.count {
        let part = HeaderFields.headerEnd(in: raw[..<count])
        #expect(part == nil || part == end)
      }
    }
  }

  @Test func names() {
    Array("SUBJECT: a\nsubject: b\nSubjects: c\n\n".utf8).withSpan { raw in
      let fields = HeaderFields(scanning: raw)
      #expect(fields["subject"] == 8..<10)
      #expect(fields["Subject"] == 8..<10)
      #expect(fields["to"] == nil)
      #expect(fields[""] == nil)
      #expect(fields.all(named: "subject") == [8..<10, 19..<21])
    }
  }

  @Test func mostFields() {
    let raw = Array((String(repeating: "a:\n", count: 20_000) + "\nb").utf8)
    raw.withSpan { raw in
      let fields = HeaderFields(scanning: raw)
      #expect(fields.count == HeaderFields.mostFields)
      #expect(fields.end == 60_001)
    }
  }
}
