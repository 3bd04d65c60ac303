import ConverterCore
import Foundation
import TestSupport
import Testing

/// Files that `fairy worker` keeps open for questions.
@Suite struct ViewTests {
  /// What each line is answered, as JSON; the first is that of opening `file`, which is view `v`.
  private func answers(
    _ file: String, _ questions: String..., opening: String = "", in scratch: ScratchFolder
  ) throws -> [JSONValue] {
    let lines =
      [#"{"view":"v","input":"\#(file)"\#(opening)}"#]
      + questions.map { #"{"view":"v","ask":\#($0)}"# }
    let result = try Program.run(
      Program.fairy, ["worker"], in: scratch.path,
      input: Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.isEmpty)
    #expect(result.lines.last == #"{"done":0}"#)
    let answers = try result.lines.dropLast().map {
      try JSONValue(parsing: Array($0.utf8), nesting: 64)
    }
    try #require(answers.count == lines.count)
    return answers
  }

  /// A member of an answer, as text.
  private func member(_ key: String, _ answer: JSONValue) -> String {
    answer[key].map { "\($0)" } ?? "(none)"
  }

  // MARK: Tables

  @Test func rowsOfATable() throws {
    let scratch = try ScratchFolder()
    let rows = (1...1000).map { "row \($0),\($0 % 7),\($0 == 500 ? "" : "x")\n" }
    try scratch.write(Array(("name,n,last\n" + rows.joined()).utf8), to: "a.csv")
    let found = try answers(
      "a.csv", #""rows","count":2,"wait":5000"#,
      #""rows","from":997,"count":9,"column":1,"columns":1,"wait":5000"#,
      #""rows","filter":["n=3"],"sort":"-name","count":2,"wait":5000"#,
      #""rows","filter":["n=3"],"from":200,"wait":5000"#,
      #""cell","row":499,"column":2,"wait":5000"#, #""cell","row":5000,"column":2,"wait":5000"#,
      #""position","number":900,"filter":["n=4"],"wait":5000"#,
      #""position","number":901,"filter":["n=4"],"wait":5000"#,
      #""find","text":"row 77","wait":5000"#, #""find","text":"row 77","from":77,"wait":5000"#,
      #""find","text":"row 77","backward":true,"from":770,"wait":5000"#,
      #""find","text":"nowhere","wait":5000"#, #""column","column":1,"wait":5000"#,
      #""find","text":"row 1","wait":5000"#,
      #""find","text":"row 1000","backward":true,"wait":5000"#, in: scratch)
    #expect(member("kind", found[0]) == #""table""#)
    #expect(member("type", found[0]) == #""public.comma-separated-values-text""#)
    #expect(member("columns", found[0]) == #"["name","n","last"]"#)
    #expect(member("rows", found[1]) == #"[["row 1","1","x"],["row 2","2","x"]]"#)
    #expect(member("rows", found[2]) == #"[["4"],["5"],["6"]]"#)
    #expect(member("numbers", found[2]) == "[998,999,1000]")
    #expect(member("rowCount", found[2]) == "1000")
    #expect(member("complete", found[2]) == "true")
    #expect(member("rows", found[3]) == #"[["row 997","3","x"],["row 990","3","x"]]"#)
    #expect(member("rowCount", found[3]) == "143")
    #expect(member("rows", found[4]) == "[]")
    #expect(member("value", found[5]) == #""""#)
    #expect(member("value", found[6]) == "null")
    #expect(member("position", found[7]) == "128")
    #expect(member("position", found[8]) == "129")
    #expect(found[9...12].map { member("row", $0) } == ["76", "769", "769", "null"])
    #expect(member("matches", found[9]) == "11")
    #expect(member("kind", found[13]) == #""whole numbers""#)
    #expect(member("distinct", found[13]) == "7")
    #expect(member("smallest", found[13]) == #""0""#)
    #expect(found[14...15].map { member("row", $0) } == ["0", "999"])
  }

  @Test func longCellsAreCutAndComeWhole() throws {
    let scratch = try ScratchFolder()
    let long = String(repeating: "é", count: 3000)
    try scratch.write(Array("a,b\n1,\(long)\n2,3\n".utf8), to: "a.csv")
    let found = try answers(
      "a.csv", #""rows","wait":5000"#, #""cell","row":0,"column":1"#, in: scratch)
    #expect(member("cut", found[1]) == "[[0,1]]")
    #expect(found[1]["rows"]?.elements?[0].elements?[1].text?.utf8.count == 1000)
    #expect(found[2]["value"]?.text == long)
    #expect(member("bytes", found[2]) == "6000")
  }

  @Test func questionsThatMakeNoSenseAreRefused() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array("a,b\n1,2\n".utf8), to: "a.csv")
    let found = try answers(
      "a.csv", #""rows","fron":1"#, #""rows","from":-1"#, #""rows","filter":["z=1"]"#,
      #""rows","sort":"z""#, #""children""#, #""cell","row":1"#,
      #""find","text":"""#, #""rows","wait":5000"#, in: scratch)
    #expect(
      found[1...7].map { $0["error"]?["message"]?.text ?? "" } == [
        #"the question "rows" takes no "fron"; it takes "from", "count", "column", "columns", "filter", "sort", "wait""#,
        #""from" takes a whole number from 0, not the number -1"#,
        found[3]["error"]?["message"]?.text ?? "", found[4]["error"]?["message"]?.text ?? "",
        #""children" is no question to this file; it takes "rows", "cell", "position", "find", "column""#,
        #"the question "cell" needs "column""#,
        #""text" is empty, and there is nothing to look for"#,
      ])
    #expect(found[1...7].allSatisfy { $0["error"]?["code"]?.text == "usage" })
    #expect(member("rows", found[8]) == #"[["1","2"]]"#)
  }

  /// What is known so far is answered; the rest is said to be missing.
  @Test func damageIsToldWithWhatComesBeforeIt() throws {
    let scratch = try ScratchFolder()
    let rows = (1...5).map { #"{"n":\#($0)}"# + "\n" }
    try scratch.write(Array((rows.joined() + "{\"n\":\n").utf8), to: "a.ndjson")
    let found = try answers(
      "a.ndjson", #""children","wait":5000"#, opening: #","as":"tree""#, in: scratch)
    // The last one begins, and has no end.
    #expect(
      found[1]["children"]?.elements?.map { member("count", $0) }.prefix(5) == [
        "1", "1", "1", "1", "1",
      ])
    #expect(found[1]["children"]?.elements?.count == 6)
    #expect(found[1]["damage"]?.text != nil)
  }

  // MARK: Trees

  @Test func membersOfATree() throws {
    let scratch = try ScratchFolder()
    let many = (0..<50_000).map { #"{"id":\#($0),"tags":["t\#($0)"]}"# }.joined(separator: ",")
    try scratch.write(
      Array(#"{"name":"caf\u00e9","many":[\#(many)],"none":null,"on":true,"e":{}}"#.utf8),
      to: "a.json")
    let root = try answers("a.json", #""children""#, in: scratch)
    let top = try #require(root[1]["children"]?.elements?.first?["node"]?.int)
    #expect(member("kind", root[0]) == #""tree""#)
    let inside = try answers("a.json", #""children","node":\#(top)"#, in: scratch)[1]
    let members = try #require(inside["children"]?.elements)
    #expect(members.prefix(1).map { member("value", $0) } == [#""café""#])
    let list = try #require(members[1]["node"]?.int)
    let found = try answers(
      "a.json", #""find","text":"t49999","wait":10000"#,
      #""children","node":\#(list),"from":49990,"count":3"#,
      #""children","node":\#(top),"wait":10000"#, #""children","node":3"#,
      #""find","text":"café","wait":10000"#, in: scratch)
    #expect(member("within", found[1]).hasPrefix("[\(top),\(list),"))
    #expect(
      found[2]["children"]?.elements?.map { member("index", $0) } == ["49990", "49991", "49992"])
    #expect(found[2]["children"]?.elements?.map { member("count", $0) } == ["2", "2", "2"])
    #expect(
      found[3]["children"]?.elements?.map { "\(member("key", $0)) \(member("kind", $0))" } == [
        #""name" "string""#, #""many" "array""#, #""none" "null""#, #""on" "boolean""#,
        #""e" "object""#,
      ])
    #expect(
      found[3]["children"]?.elements?.map { member("count", $0) } == [
        "(none)", "50000", "(none)", "(none)", "0",
      ])
    #expect(found[4]["error"]?["message"]?.text == "there is no node 3")
    #expect(found[5]["node"]?.int == members[0]["node"]?.int)
    let value = try answers(
      "a.json", #""value","node":\#(try #require(found[1]["node"]?.int))"#, in: scratch)[1]
    #expect(member("path", value) == #"".many[49999].tags[0]""#)
    #expect(value["json"]?.text == #""t49999""#)
  }

  /// Where it ends is not known before all of it was gone over. The place noted behind its last member is the line of the
  /// bracket.
  @Test func theLastMemberOfALongArray() throws {
    let scratch = try ScratchFolder()
    let text = String(repeating: "x", count: 200_000)
    try scratch.write(Array("[\"\(text)\",\"\(text)\"]".utf8), to: "a.json")
    let found = try answers(
      "a.json", #""value","node":0,"wait":5000"#, #""children","node":0,"from":1"#, in: scratch)
    #expect(member("bytes", found[1]) == "400007")
    #expect(member("complete", found[1]) == "true")
    #expect(found[2]["children"]?.elements?.map { member("index", $0) } == ["1"])
    #expect(found[2]["children"]?.elements?.map { member("cut", $0) } == ["true"])
  }

  // MARK: Archives, mail, documents

  @Test func foldersOfAnArchive() throws {
    let scratch = try ScratchFolder()
    let made = try Program.shell(
      """
      mkdir -p a/b; echo one > a/b/one.txt; echo two > two.txt
      python3 -c "
      import zipfile
      with zipfile.ZipFile('x.zip', 'w') as z:
        z.write('a/b/one.txt'); z.write('two.txt'); z.writestr('../up.txt', 'x')"
      """, in: scratch.path)
    try #require(made.status == 0, "\(made.error)")
    let found = try answers(
      "x.zip", #""children""#, #""children","node":0"#, #""children","node":1"#,
      #""find","text":"ONE""#, #""find","text":"o","count":9"#, #""children","node":99"#,
      #""children","from":1,"count":1"#,
      in: scratch)
    #expect(member("entries", found[0]) == "3")
    func names(_ answer: JSONValue, _ key: String = "children") -> [String] {
      answer[key]?.elements?.map { $0["name"]?.text ?? "" } ?? []
    }
    #expect(names(found[1]) == ["a", "two.txt", "../up.txt"])
    #expect(found[1]["children"]?.elements?[2]["unsafe"]?.text != nil)
    #expect(names(found[2]) == ["b"])
    #expect(names(found[3]) == ["one.txt"])
    #expect(found[3]["children"]?.elements?[0]["bytes"]?.int == 4)
    #expect(names(found[4], "found") == [])
    #expect(names(found[5], "found") == ["one.txt", "two.txt"])
    #expect(found[6]["error"]?["code"]?.text == "usage")
    #expect(names(found[7]) == ["two.txt"])
    #expect(member("childCount", found[7]) == "3")
  }

  @Test func messagesOfAMailbox() throws {
    let scratch = try ScratchFolder()
    let mails = (1...30).map { number in
      """
      From x@example.org Thu Jan  1 00:00:00 2026
      From: Person \(number) <p\(number)@example.org>
      Subject: Letter \(number)
      Date: Thu, 1 Jan 2026 10:00:00 +0000
      Content-Type: text/plain

      Words of letter \(number).


      """
    }
    try scratch.write(Array(mails.joined().utf8), to: "a.mbox")
    let found = try answers(
      "a.mbox", #""rows","from":29,"count":1,"wait":5000"#, #""message","number":17"#,
      #""message","number":31"#, #""find","text":"letter 9","wait":5000"#, in: scratch)
    #expect(member("kind", found[0]) == #""mailbox""#)
    #expect(found[1]["rows"]?.elements?[0].elements?.contains(.string("Letter 30")) == true)
    #expect(found[2]["message"]?["subject"]?.text == "Letter 17")
    #expect(found[2]["message"]?["text"]?.text == "Words of letter 17.\n")
    #expect(found[3]["error"]?["message"]?.text == "there is no message 31")
    #expect(member("row", found[4]) == "8")
  }

  @Test func pagesAndFilesOfAMessage() throws {
    let scratch = try ScratchFolder()
    let mail = """
      From: a@example.org
      Subject: Page
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/html

      <p onclick="x()">Seen<script>alert(1)</script></p><img src="http://example.org/a.png">
      --b
      Content-Type: text/plain; name="a.txt"
      Content-Disposition: attachment; filename="a.txt"
      Content-Transfer-Encoding: base64

      b25lIHR3byB0aHJlZQ==
      --b--

      """
    try scratch.write(Array(mail.utf8), to: "a.eml")
    let found = try answers(
      "a.eml", #""page","number":1"#, #""file","number":1,"file":0"#,
      #""file","number":1,"file":0,"from":0,"count":3"#,
      #""file","number":1,"file":0,"from":3,"count":5"#,
      #""file","number":1,"file":0,"from":8"#, #""file","number":1,"file":0,"from":4,"count":3"#,
      #""file","number":1,"file":1"#, #""page","number":2"#, in: scratch)
    let html = found[1]["html"]?.text ?? ""
    #expect(html.contains("<p>Seen</p>") && !html.contains("script") && !html.contains(" src="))
    #expect(found[1]["remotePictures"]?.int == 1)
    let file = found[1]["files"]?.elements?.first
    #expect(file?["name"]?.text == "a.txt" && file?["bytes"]?.int == 13)
    func content(_ answer: JSONValue) -> String {
      let bytes = Data(base64Encoded: answer["content"]?.text ?? "") ?? Data()
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(found[2...6].map(content) == ["one two three", "one", " two ", "three", "two"])
    #expect(
      found[2...6].map { member("isLast", $0) } == ["true", "false", "false", "true", "false"])
    #expect(found[7]["error"]?["message"]?.text == "there is no file 1 in the message")
    #expect(found[8]["error"]?["message"]?.text == "there is no message 2")
  }

  @Test func pagesOfADocument() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    try scratch.copy(Places.fixture("gray.jpg"), as: "b.jpg")
    let made = try Program.fairy("merge", "a.jpg", "b.jpg", "-o", "d.pdf", in: scratch.path)
    try #require(made.status == 0, "\(made.error)")
    let found = try answers("d.pdf", #""pages","from":1"#, #""rows""#, in: scratch)
    #expect(member("kind", found[0]) == #""document""#)
    #expect(member("pages", found[0]) == "2")
    #expect(found[1]["pages"]?.elements?.count == 1)
    #expect(
      found[2]["error"]?["message"]?.text
        == #""rows" is no question to this file; it takes "pages", "words", "find""#)
  }

  @Test func wordsOfADocument() throws {
    let scratch = try ScratchFolder()
    let made = try Program.shell(
      """
      python3 -c "
      lines = ['Lakes and towns', 'Nothing here', 'More about LAKES']
      objects = ['<< /Type /Catalog /Pages 2 0 R >>', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>']
      kids = []
      for line in lines:
        text = 'BT /F 24 Tf 72 700 Td (%s) Tj ET' % line
        objects.append('<< /Length %d >>stream\\n%s\\nendstream' % (len(text), text))
        objects.append('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources << /Font << /F 3 0 R >> >> >>' % len(objects))
        kids.append('%d 0 R' % len(objects))
      objects[1] = '<< /Type /Pages /Count 3 /Kids [%s] >>' % ' '.join(kids)
      out, places = b'%PDF-1.5\\n', []
      for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += ('%d 0 obj\\n%s\\nendobj\\n' % (number, text)).encode()
      start = len(out)
      out += ('xref\\n0 %d\\n0000000000 65535 f \\n' % (len(objects) + 1)).encode() + b''.join(b'%010d 00000 n \\n' % place for place in places)
      out += ('trailer << /Size %d /Root 1 0 R >>\\nstartxref\\n%d\\n%%%%EOF\\n' % (len(objects) + 1, start)).encode()
      open('d.pdf', 'wb').write(out)"
      """, in: scratch.path)
    try #require(made.status == 0, "\(made.error)")
    let found = try answers(
      "d.pdf", #""words","page":0"#, #""find","text":"lakes""#, #""find","text":"lakes","page":1"#,
      #""find","text":"lakes","page":2,"backward":true"#, #""find","text":"lakes  and TOWNS""#,
      #""find","text":"Lakes and""#, #""words","page":3"#, in: scratch)
    let words = found[1]["lines"]?.elements?.first?.elements ?? []
    #expect(words.compactMap { $0.elements?.first?.text } == ["Lakes", "and", "towns"])
    // An inch from the left edge, and 92 points from the upper one to where the letters stand.
    let box = (words.first?.elements ?? []).dropFirst().compactMap(\.double)
    try #require(box.count == 4)
    #expect(abs(box[0] - 72) < 1 && box[1] < 92 && box[3] > 92 && box[2] > box[0])
    #expect(found[1]["height"]?.double == 792)
    #expect(found[2]["page"]?.int == 0)
    #expect(found[2]["places"]?.elements?.count == 1)
    #expect(found[3]["page"]?.int == 2)
    #expect(found[4]["page"]?.int == 0)
    #expect(member("page", found[5]) == "null")
    #expect(found[6]["places"]?.elements?.first?.elements?.count == 2)
    #expect(
      found[7]["error"]?["message"]?.text
        == "there is no page 3: pages count from 0, and it has 3")
  }

  @Test func aPictureHasNoParts() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let found = try answers("a.jpg", in: scratch)
    #expect(member("closed", found[0]) == "true")
    #expect(found[0]["error"]?["code"]?.text == "unsupportedContent")
    #expect(
      found[0]["error"]?["message"]?.text?.contains("of which no parts can be asked for") == true)
  }

  @Test func anEntryOfAnArchiveIsOpenedAsAnotherModel() throws {
    let scratch = try ScratchFolder()
    let made = try Program.shell(
      """
      python3 -c "
      import zipfile
      with zipfile.ZipFile('x.zip', 'w') as z: z.writestr('in/a.json', '[{\\"a\\":1},{\\"a\\":2}]')"
      """, in: scratch.path)
    try #require(made.status == 0, "\(made.error)")
    let found = try answers(
      "x.zip//in/a.json", #""rows","wait":5000"#, opening: #","as":"table""#, in: scratch)
    #expect(member("kind", found[0]) == #""table""#)
    #expect(member("rows", found[1]) == #"[["1"],["2"]]"#)
  }
}
