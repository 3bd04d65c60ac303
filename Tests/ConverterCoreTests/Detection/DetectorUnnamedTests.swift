import ConverterCore
import Testing

/// A file without a name, and what it is.
struct UnnamedFile: Sendable, CustomTestStringConvertible {
  let note: String
  let type: ContentType.ID
  let bytes: [UInt8]
  var testDescription: String { note }

  init(_ note: String, _ type: ContentType.ID, text: String) {
    (self.note, self.type, bytes) = (note, type, Array(text.utf8))
  }

  init(_ note: String, _ type: ContentType.ID, bytes: [UInt8]) {
    (self.note, self.type, self.bytes) = (note, type, bytes)
  }
}

/// Files that no name tells apart: what their bytes alone say. `Benchmarks/detection` has many more.
@Suite struct DetectorUnnamedTests {
  @Test("text without a name is known by what it holds", arguments: UnnamedFile.texts)
  func texts(file: UnnamedFile) throws {
    #expect(try detect(file.bytes).type.id == file.type)
  }

  @Test(
    "so are bytes", arguments: UnnamedFile.encoded + UnnamedFile.recordings + UnnamedFile.containers
  )
  func bytes(file: UnnamedFile) throws {
    #expect(try detect(file.bytes).type.id == file.type)
  }

  /// A guess never outweighs a name that says more.
  @Test("names win over guesses", arguments: UnnamedFile.texts)
  func names(file: UnnamedFile) throws {
    guard try detect(file.bytes).confidence < 0.8 else { return }
    #expect(try detect(file.bytes, named: "a.log").type.id == "public.log")
  }

  @Test("bytes by lot are no text", arguments: 1...40)
  func noise(seed: Int) throws {
    var noise = Noise(state: UInt64(seed))
    let all = (0..<64 + seed * 40).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
    let found = try detect(all).type.id
    #expect(found != .plainText && found != "public.comma-separated-values-text")
    // Not even where none of them is a control character.
    #expect(try detect(all.map { $0 | 0x80 }).type.id != .plainText)
  }
}

extension UnnamedFile {
  static let recordings: [UnnamedFile] = [
    UnnamedFile(
      "FLAC behind a tag", "org.xiph.flac", bytes: tag(40) + Array("fLaC".utf8) + zeros(60)),
    UnnamedFile(
      "FLAC behind two tags", "org.xiph.flac",
      bytes: tag(9) + tag(7) + Array("fLaC".utf8) + zeros(60)),
    UnnamedFile(
      "FLAC behind a large tag", "org.xiph.flac",
      bytes: tag(70_000) + Array("fLaC".utf8) + zeros(60)),
    UnnamedFile("MPEG audio behind a tag", "public.mp3", bytes: tag(40) + frames),
    UnnamedFile("MPEG audio behind zeros", "public.mp3", bytes: zeros(70) + frames),
    UnnamedFile("a tag that is cut", "public.mp3", bytes: Array(tag(9000).prefix(500))),
    UnnamedFile(
      "AMR with nothing recorded", "org.3gpp.adaptive-multi-rate-audio",
      bytes: Array("#!AMR\n".utf8)),
  ]

  /// Two frames of layer 3 at 32 kbit/s and 44.1 kHz.
  private static let frames: [UInt8] = {
    let frame: [UInt8] = [0xFF, 0xFB, 0x10, 0xC0] + zeros(100)
    return frame + frame + frame
  }()

  private static func tag(_ count: Int) -> [UInt8] {
    Array("ID3".utf8) + [4, 0, 0] + [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) } + zeros(count)
  }

  static let containers: [UnnamedFile] = [
    UnnamedFile(
      "a certificate", "public.x509-certificate",
      bytes: [0x30, 0x82, 1, 2, 0x30, 0x81, 9, 0xA0, 3, 2, 1, 2, 2, 1, 1, 0, 0, 0]),
    UnnamedFile(
      "HEIC sequence", "public.heics",
      bytes: [0, 0, 0, 24] + Array("ftypmsf1".utf8) + [0, 0, 0, 0] + Array("msf1hevc".utf8)),
    UnnamedFile(
      "ZIP without its end and its beginning", "public.zip-archive",
      bytes: [0, 0, 0, 0, 20, 0] + [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0] + zeros(16) + [5, 0, 0, 0]
        + Array("a.txt".utf8) + [3, 0, 1, 0xFE]),
    UnnamedFile(
      "an empty directory of ZIP that lost its end", "public.zip-archive",
      bytes: [0x50, 0x4B, 7, 8, 0x50, 0x4B, 3, 4, 20, 0] + zeros(24)),
    UnnamedFile(
      "BMP with reserved words", "com.microsoft.bmp",
      bytes: Array("BM".utf8) + [
        90, 0, 0, 0, 1, 2, 3, 4, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0,
      ] + zeros(60)),
  ]

  static let texts: [UnnamedFile] = [
    UnnamedFile(
      "csv: blanks behind commas", "public.comma-separated-values-text",
      text:
        "id, name, age, city\n7, Anna, 34, Oslo\n7, Anna, 34, Oslo\n7, Anna, 34, Oslo\n7, Anna, 34, Oslo\n7, Anna, 34, Oslo\n7, Anna, 34, Oslo\n7, Anna, 34, Oslo\n7, Anna, 34, Oslo\n7, Anna, 34, Oslo\n7, Anna, 34, Oslo\n7, Anna, 34, Oslo\n7, Anna, 34, Oslo\n"
    ),
    UnnamedFile(
      "csv: times in cells", "public.comma-separated-values-text",
      text:
        "start;end;room\n08:15:00;09:45:00;A1\n08:15:00;09:45:00;A1\n08:15:00;09:45:00;A1\n08:15:00;09:45:00;A1\n08:15:00;09:45:00;A1\n08:15:00;09:45:00;A1\n08:15:00;09:45:00;A1\n08:15:00;09:45:00;A1\n08:15:00;09:45:00;A1\n08:15:00;09:45:00;A1\n08:15:00;09:45:00;A1\n08:15:00;09:45:00;A1\n"
    ),
    UnnamedFile(
      "csv: two columns, three rows", "public.comma-separated-values-text",
      text: "key,value\nalpha,1\nbeta,2\n"),
    UnnamedFile(
      "tsv: genome features", "public.tab-separated-values-text",
      text:
        "chr1\thavana\tgene\t11869\t14409\t.\t+\t.\tID=g1;Name=x\nchr1\thavana\tgene\t11869\t14409\t.\t+\t.\tID=g1;Name=x\nchr1\thavana\tgene\t11869\t14409\t.\t+\t.\tID=g1;Name=x\nchr1\thavana\tgene\t11869\t14409\t.\t+\t.\tID=g1;Name=x\nchr1\thavana\tgene\t11869\t14409\t.\t+\t.\tID=g1;Name=x\nchr1\thavana\tgene\t11869\t14409\t.\t+\t.\tID=g1;Name=x\nchr1\thavana\tgene\t11869\t14409\t.\t+\t.\tID=g1;Name=x\nchr1\thavana\tgene\t11869\t14409\t.\t+\t.\tID=g1;Name=x\nchr1\thavana\tgene\t11869\t14409\t.\t+\t.\tID=g1;Name=x\n"
    ),
    UnnamedFile(
      "json: a table in arrays", "public.json",
      text:
        "[\n[0, \"x\", 0],\n[1, \"x\", 2],\n[2, \"x\", 4],\n[3, \"x\", 6],\n[4, \"x\", 8],\n[5, \"x\", 10],\n[6, \"x\", 12],\n[7, \"x\", 14],\n[8, \"x\", 16],\n[9, \"x\", 18],\n[10, \"x\", 20],\n[11, \"x\", 22],\n[12, \"x\", 24],\n[13, \"x\", 26],\n[14, \"x\", 28],\n[15, \"x\", 30],\n[16, \"x\", 32],\n[17, \"x\", 34],\n[18, \"x\", 36],\n[19, \"x\", 38],\n[20, \"x\", 40],\n[21, \"x\", 42],\n[22, \"x\", 44],\n[23, \"x\", 46],\n[24, \"x\", 48],\n[25, \"x\", 50],\n[26, \"x\", 52],\n[27, \"x\", 54],\n[28, \"x\", 56],\n[29, \"x\", 58]\n]\n"
    ),
    UnnamedFile(
      "json: GeoJSON", "public.json",
      text:
        "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [8.7, 50.1]}, \"properties\": {}}]}"
    ),
    UnnamedFile("ndjson: two lines", "public.ndjson", text: "{\"a\":1}\n{\"a\":2}\n"),
    UnnamedFile(
      "ndjson: a last line that is cut", "public.ndjson",
      text:
        "{\"id\": 0, \"name\": \"room\", \"tags\": [\"way\", \"word\", \"hand\"], \"score\": 0.254913, \"active\": false, \"parent\": null, \"place\": {\"city\": \"S\\u00e3o Paulo\", \"lat\": 50.1, \"lon\": 8.7}}\n{\"id\": 1, \"name\": \"case\", \"tags\": [\"world\", \"eye\", \"group\"], \"score\": 0.220441, \"active\": true, \"parent\": null, \"place\": {\"city\": \"Paris\", \"lat\": 50.1, \"lon\": 8.7}}\n{\"id\": 2, \"name\": \"place\", \"tags\": [\"hand\", \"mother\", \"night\"], \"score\": 0.216163, \"active\": true, \"parent\": null, \"place\": {\"city\": \"Z\\u00fcrich\", \"lat\": 50.1, \"lon\": 8.7}}\n{\"id\": 3, \"name\": \"business\", \"tags\": [\"job\", \"place\", \"study\"], \"score\": 0.678503, \"active\": true, \"parent\": null, \"place\": {\"city\": \"Z\\u00fcrich\", \"lat\": 50.1, \"lon\": 8.7}}\n{\"id\": 4, \"name\": \"student\", \"tags\": [\"work\", \"day\", \"problem\"], \"score\": 0.091414, \"active\": true, \"parent\": null, \"place\": {\"city\": \"Z\\u00fcrich\", \"lat\": 50.1, \"lon\": 8.7}}\n{\"id\": 5, \"name\": \"way\", \"tags\": [\"point\", \"study\", \"job\"], \"score\": 0.712051, \"active\": true, \"parent\": null, \"place\": {\"city\": \"\\u0141\\u00f3d\\u017a\", \"lat\": 50.1, \"lon\": 8.7}}\n{\"id\": 6, \"name\": \"job\", \"tags\": [\"child\", \"world\", \"world\"], \"score\": 0.377556, \"active\": false, \"parent\": null, \"place\": {\"city\": \"Z\\u00fcrich\", \"lat\": 50.1, \"lon\": 8.7}}\n{\"id\": 7, \"name\": \"book\", \"tags\": [\"number\", \"job\", \"eye\"], \"score\": 0.112512, \"active\": true, \"parent\": null, \"place\": {\"city\": \"S\\u00e3o Paulo\", \"lat\": 50.1, \"lon\": 8.7}}\n{\"id\": 8, \"name\": \"month\", \"tags\": [\"fact\", \"case\", \"man\"], \"score\": 0.217334, \"active\": false, \"parent\": null, \"place\": {\"city\": \"S\\u00e3o Paulo\", \"lat\": 50.1, \"lon\": 8.7}}\n{\"id\": 4, \"na"
    ),
    UnnamedFile(
      "ndjson: without anything between", "public.ndjson", text: "{\"a\":1}{\"a\":2}{\"a\":3}"),
    UnnamedFile("html: begins with <dl>", "public.html", text: "<dl><dt>a<dd>b</dl>"),
    UnnamedFile(
      "html: begins with <component>", "public.html",
      text: "<my-app><p class=\"x\">text</p></my-app>"),
    UnnamedFile(
      "html: text before the first tag", "public.html",
      text:
        "Just some text with <b>bold</b> and <a href='x'>links</a>,<br>\nand <i>more</i>.<p>A paragraph.</p>\n"
    ),
    UnnamedFile(
      "html: begins with <title>", "public.html", text: "<TITLE>Old page</TITLE>\n<H1>Old</H1>"),
    UnnamedFile(
      "svg: bare", "public.svg-image",
      text:
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><rect width=\"9\" height=\"9\" fill=\"red\"/><path d=\"M0 0L9 9\"/></svg>\n"
    ),
    UnnamedFile(
      "svg: a prefix", "public.svg-image",
      text:
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg:svg xmlns:svg=\"http://www.w3.org/2000/svg\"><svg:rect/></svg:svg>"
    ),
    UnnamedFile(
      "xml: no declaration", "public.xml",
      text:
        "<list>\n  <item id='0'><name>People book school.</name></item>\n  <item id='1'><name>Place company room.</name></item>\n  <item id='2'><name>Country way place.</name></item>\n  <item id='3'><name>Job study point.</name></item>\n  <item id='4'><name>Family way day.</name></item>\n  <item id='5'><name>People water eye.</name></item>\n  <item id='6'><name>Word home night.</name></item>\n  <item id='7'><name>Work world side.</name></item>\n  <item id='8'><name>Home book money.</name></item>\n</list>\n"
    ),
    UnnamedFile(
      "rss: sample 3", "public.rss",
      text:
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns=\"http://purl.org/rss/1.0/\"><x/></rdf:RDF>\n"
    ),
    UnnamedFile(
      "docbook: sample 2", "org.oasis-open.docbook",
      text:
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE book PUBLIC \"-//OASIS//DTD DocBook XML V4.5//EN\" \"docbookx.dtd\">\n<book><title>x</title></book>"
    ),
    UnnamedFile(
      "eml: no blank behind colons", "com.apple.mail.email",
      text:
        "From:Anna <anna@example.org>\nTo:bob@example.org\nSubject:Word study group part.\nDate:Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID:<512211140@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n"
    ),
    UnnamedFile(
      "eml: a broken line among the fields", "com.apple.mail.email",
      text:
        "Received: from mx.example.org (mx.example.org [192.0.2.1])\n\tby mail.example.org with ESMTP id x;\n\tMon, 1 Jan 2024 10:00:00 +0100\nFrom: Anna <anna@example.org>\nTo: bob@example.org\nSubject: Hand school woman right.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <755927457@example.org>\nthis is no field\nX-Mailer: x\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n"
    ),
    UnnamedFile(
      "eml: unknown fields first", "com.apple.mail.email",
      text:
        "Priority: urgent\nOrganization: Example\nComments: none\nKeywords: a, b\nFrom: Anna <anna@example.org>\nTo: bob@example.org\nSubject: Job study way mother.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <331103834@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n"
    ),
    UnnamedFile(
      "eml: a status first", "com.apple.mail.email",
      text:
        "Status: RO\nX-Status: A\nFrom: Anna <anna@example.org>\nTo: bob@example.org\nSubject: Child government life group.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <1013607804@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n"
    ),
    UnnamedFile(
      "eml: small letters", "com.apple.mail.email",
      text:
        "from: Anna <anna@example.org>\nto: bob@example.org\nsubject: Place week place woman.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <880326647@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n"
    ),
    UnnamedFile(
      "eml: two fields", "com.apple.mail.email",
      text: "From: anna@example.org\nSubject: hi\n\nbody\n"),
    UnnamedFile(
      "mbox: no date", "public.mbox",
      text:
        "From anna@example.org\nFrom: Anna <anna@example.org>\nTo: bob@example.org\nSubject: Work man life country.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <967279702@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n\nFrom anna@example.org\nFrom: Anna <anna@example.org>\nTo: bob@example.org\nSubject: Program book job area.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <417047699@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n\nFrom anna@example.org\nFrom: Anna <anna@example.org>\nTo: bob@example.org\nSubject: Water home book week.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <849242595@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n\n"
    ),
    UnnamedFile(
      "mbox: of Eudora", "public.mbox",
      text:
        "From ???@??? Mon Jan 01 10:00:00 2024\nFrom: Anna <anna@example.org>\nTo: bob@example.org\nSubject: Money number year case.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <1048984907@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n\nFrom ???@??? Mon Jan 01 10:00:00 2024\nFrom: Anna <anna@example.org>\nTo: bob@example.org\nSubject: Mother way part part.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <759970287@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n\nFrom ???@??? Mon Jan 01 10:00:00 2024\nFrom: Anna <anna@example.org>\nTo: bob@example.org\nSubject: Issue year home month.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <640159941@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n\n"
    ),
    UnnamedFile(
      "mbox: unknown fields first", "public.mbox",
      text:
        "From a@b Mon Jan  1 10:00:00 2024\nX-Gmail-Labels: x\nX-GM-THRID: 17\nFrom: Anna <anna@example.org>\nTo: bob@example.org\nSubject: Question home question case.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <557118875@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n\nFrom a@b Mon Jan  1 10:00:00 2024\nX-Gmail-Labels: x\nX-GM-THRID: 17\nFrom: Anna <anna@example.org>\nTo: bob@example.org\nSubject: Life child point point.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <721074629@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n\n"
    ),
    UnnamedFile(
      "mbox: quoted line first", "public.mbox",
      text:
        "From a@b Mon Jan  1 10:00:00 2024\n>From c@d Mon Jan  1 10:00:00 2024\nFrom: Anna <anna@example.org>\nTo: bob@example.org\nSubject: Group week man place.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <655344268@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n\nFrom a@b Mon Jan  1 10:00:00 2024\n>From c@d Mon Jan  1 10:00:00 2024\nFrom: Anna <anna@example.org>\nTo: bob@example.org\nSubject: Child group area eye.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <692025272@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n\n"
    ),
    UnnamedFile(
      "emlx: plain", "com.apple.mail.emlx",
      text:
        "227\nFrom: Anna <anna@example.org>\nTo: bob@example.org\nSubject: Government program family people.\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <223198507@example.org>\n\nHello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n<?xml version=\"1.0\"?><plist version=\"1.0\"><dict/></plist>"
    ),
    UnnamedFile(
      "ldif: a version first", "public.ldif",
      text:
        "version: 1\n\ndn: cn=Anna,dc=example,dc=org\nobjectClass: person\ncn: Anna\nsn: Muster\n\n"
    ),
    UnnamedFile(
      "text: a letter", "public.plain-text",
      text:
        "Dear Sir or Madam,\n\nthank you for your letter. Please find enclosed:\n\nTwo books, one pen, and a note.\n\nYours,\nAnna\n"
    ),
    UnnamedFile(
      "text: colons", "public.plain-text",
      text: "From: the beginning of time\nuntil today: people talk.\nThey say: hello!\n"),
    UnnamedFile(
      "text: lines like fields", "public.plain-text",
      text:
        "Name: Anna\nThis is what she wrote, on a day like any other, long ago.\nThe end: near.\n"),
    UnnamedFile(
      "text: a dialogue", "public.plain-text",
      text: "ANNA: Where are you?\nBOB: Here, of course.\nANNA: I see.\n\n(They leave.)\n"),
    UnnamedFile(
      "text: commas", "public.plain-text",
      text:
        "Apples, pears and plums, all ripe, fell down.\nNobody, not even Bob, saw them, or cared.\nApples, pears and plums, all ripe, fell down.\nNobody, not even Bob, saw them, or cared.\nApples, pears and plums, all ripe, fell down.\nNobody, not even Bob, saw them, or cared.\nApples, pears and plums, all ripe, fell down.\nNobody, not even Bob, saw them, or cared.\nApples, pears and plums, all ripe, fell down.\nNobody, not even Bob, saw them, or cared.\n"
    ),
    UnnamedFile(
      "text: a poem", "public.plain-text",
      text: "Roses are red,\nViolets are blue,\nSugar is sweet,\nAnd so are you.\n"),
    UnnamedFile(
      "text: a smaller sign first", "public.plain-text",
      text: "<3 you all, said Anna.\nAnd then, she left.\n"),
    UnnamedFile(
      "text: brackets first", "public.plain-text",
      text: "[Anna enters.]\nWhere is everybody, she asked.\n[Silence.]\n"),
    UnnamedFile(
      "text: braces first", "public.plain-text",
      text: "{curly} words begin this text.\nBut it is none of JSON's.\n"),
    UnnamedFile(
      "text: numbered", "public.plain-text",
      text: "1. Call Bob about the house\n2. Buy milk, eggs and bread\n3. Sleep\n"),
    UnnamedFile(
      "text: a quotation", "public.plain-text",
      text:
        "\"Where is he?\" she asked, and left.\n\"Who knows?\", he said, and stayed, of course.\n"),
    UnnamedFile(
      "text: a license", "public.plain-text",
      text:
        "MIT License\n\nCopyright (c) 2024 Anna\n\nPermission is hereby granted, free of charge, to any person obtaining a copy\nof this software, to deal in the Software without restriction.\n"
    ),
    UnnamedFile(
      "text: a listing", "public.plain-text",
      text:
        "total 12\ndrwxr-xr-x 2 anna anna 4096 Jan  1 10:00 docs\n-rw-r--r-- 1 anna anna  120 Jan  1 10:00 a.txt\n-rw-r--r-- 1 anna anna  999 Jan  1 10:00 b.txt\n"
    ),
    UnnamedFile(
      "log: of Java", "public.plain-text",
      text:
        "2024-01-01 10:01:17,123 INFO  [main] org.example.App - started, took 0 ms\n2024-01-02 10:02:17,123 INFO  [main] org.example.App - started, took 1 ms\n2024-01-03 10:03:17,123 INFO  [main] org.example.App - started, took 2 ms\n2024-01-04 10:04:17,123 INFO  [main] org.example.App - started, took 3 ms\n2024-01-05 10:05:17,123 INFO  [main] org.example.App - started, took 4 ms\n2024-01-06 10:06:17,123 INFO  [main] org.example.App - started, took 5 ms\n2024-01-07 10:07:17,123 INFO  [main] org.example.App - started, took 6 ms\n2024-01-08 10:08:17,123 INFO  [main] org.example.App - started, took 7 ms\n2024-01-09 10:09:17,123 INFO  [main] org.example.App - started, took 8 ms\n"
    ),
    UnnamedFile(
      "log: of Python", "public.plain-text",
      text:
        "2024-01-01 10:01:17,123 - root - WARNING - value 0, too large\n2024-01-02 10:02:17,123 - root - WARNING - value 1, too large\n2024-01-03 10:03:17,123 - root - WARNING - value 2, too large\n2024-01-04 10:04:17,123 - root - WARNING - value 3, too large\n2024-01-05 10:05:17,123 - root - WARNING - value 4, too large\n2024-01-06 10:06:17,123 - root - WARNING - value 5, too large\n2024-01-07 10:07:17,123 - root - WARNING - value 6, too large\n2024-01-08 10:08:17,123 - root - WARNING - value 7, too large\n2024-01-09 10:09:17,123 - root - WARNING - value 8, too large\n2024-01-10 10:10:17,123 - root - WARNING - value 9, too large\n2024-01-11 10:11:17,123 - root - WARNING - value 10, too large\n"
    ),
    UnnamedFile(
      "log: levels in brackets", "public.plain-text",
      text:
        "[2024-01-01 10:01:17,123] [INFO] request 0: done\n[2024-01-02 10:02:17,123] [INFO] request 1: done\n[2024-01-03 10:03:17,123] [INFO] request 2: done\n[2024-01-04 10:04:17,123] [INFO] request 3: done\n[2024-01-05 10:05:17,123] [INFO] request 4: done\n[2024-01-06 10:06:17,123] [INFO] request 5: done\n[2024-01-07 10:07:17,123] [INFO] request 6: done\n[2024-01-08 10:08:17,123] [INFO] request 7: done\n[2024-01-09 10:09:17,123] [INFO] request 8: done\n[2024-01-10 10:10:17,123] [INFO] request 9: done\n[2024-01-11 10:11:17,123] [INFO] request 10: done\n[2024-01-12 10:12:17,123] [INFO] request 11: done\n[2024-01-13 10:13:17,123] [INFO] request 12: done\n[2024-01-14 10:14:17,123] [INFO] request 13: done\n"
    ),
    UnnamedFile(
      "log: a web server", "public.plain-text",
      text:
        "192.0.2.0 - - [01/Jan/2024:10:00:00 +0100] \"GET /a0.html HTTP/1.1\" 200 0 \"-\" \"Mozilla/5.0 (X11; Linux x86_64)\"\n192.0.2.1 - - [01/Jan/2024:10:00:01 +0100] \"GET /a1.html HTTP/1.1\" 200 17 \"-\" \"Mozilla/5.0 (X11; Linux x86_64)\"\n192.0.2.2 - - [01/Jan/2024:10:00:02 +0100] \"GET /a2.html HTTP/1.1\" 200 34 \"-\" \"Mozilla/5.0 (X11; Linux x86_64)\"\n192.0.2.3 - - [01/Jan/2024:10:00:03 +0100] \"GET /a3.html HTTP/1.1\" 200 51 \"-\" \"Mozilla/5.0 (X11; Linux x86_64)\"\n192.0.2.4 - - [01/Jan/2024:10:00:04 +0100] \"GET /a4.html HTTP/1.1\" 200 68 \"-\" \"Mozilla/5.0 (X11; Linux x86_64)\"\n192.0.2.5 - - [01/Jan/2024:10:00:05 +0100] \"GET /a5.html HTTP/1.1\" 200 85 \"-\" \"Mozilla/5.0 (X11; Linux x86_64)\"\n"
    ),
    UnnamedFile(
      "markdown: changes", "net.daringfireball.markdown",
      text:
        "# Changelog\n\n## [1.2.0] - 2024-01-01\n\n### Added\n\n- A thing\n- Another thing\n\n### Fixed\n\n- A bug (#17)\n"
    ),
    UnnamedFile(
      "markdown: underlined headings", "net.daringfireball.markdown",
      text:
        "Water government place\n=====\n\nYear week case issue program program lot book child, student school time eye country place number.\nWord man time right work, time lot mother.\nNight mother side issue life mother area work state mother week.\nRight water point number thing, program year right business.\n\nMore\n----\n\n* one\n* two\n\nSee the [guide](docs/guide.md) and the [site](https://example.org).\n"
    ),
    UnnamedFile(
      "markdown: front matter", "net.daringfireball.markdown",
      text:
        "---\ntitle: Water government place\ndate: 2024-01-01\ntags: [a, b]\n---\n\n# Water government place\n\nWoman study night night number room day program job thing time point point world case.\nSystem hand area study year word question problem number problem place.\nMan word country story eye money student, area water point case thing.\nCompany fact night money eye home, student story fact work night.\nState case question right mother way government system family point government.\n"
    ),
    UnnamedFile(
      "markdown: a table", "net.daringfireball.markdown",
      text: "# Water government place\n\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n| 3 | 4 |\n"),
    UnnamedFile(
      "markdown: tasks", "net.daringfireball.markdown",
      text: "## Tasks\n\n- [x] write\n- [ ] test\n- [ ] ship\n"),
    UnnamedFile(
      "markdown: links", "net.daringfireball.markdown",
      text:
        "Side system place book thing week week job family.\nRight time world man side people month thing money hand.\n\n* [a](https://example.org/a) - one\n* [b](https://example.org/b) - two\n* [c](https://example.org/c)\n"
    ),
    UnnamedFile(
      "patch: context", "public.patch-file",
      text:
        "*** old.txt\t2024-01-01\n--- new.txt\t2024-01-02\n***************\n*** 1,3 ****\n  one\n! two\n  three\n--- 1,3 ----\n  one\n! zwei\n  three\n"
    ),
    UnnamedFile(
      "patch: without context", "public.patch-file",
      text: "2c2\n< two\n---\n> zwei\n5a6,7\n> new\n> lines\n"),
    UnnamedFile(
      "patch: described", "public.patch-file",
      text:
        "Description: mends a thing\nAuthor: Anna <anna@example.org>\nForwarded: no\n\n--- a/x.txt\n+++ b/x.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n"
    ),
    UnnamedFile(
      "tex: a part", "org.tug.tex",
      text:
        "\\section{Introduction}\n\\label{sec:intro}\nAs \\cite{x} shows, $a<b$.\n\\begin{itemize}\n\\item one\n\\end{itemize}\n"
    ),
    UnnamedFile(
      "bibtex: plain", "org.tug.tex.bibtex",
      text:
        "@article{key,\n  author = {Anna Muster},\n  title = {A title},\n  year = 2024\n}\n\n@book{b, title={X}}\n"
    ),
    UnnamedFile(
      "yaml: services", "public.yaml",
      text:
        "version: '3.8'\nservices:\n  web:\n    image: nginx:latest\n    ports:\n      - \"80:80\"\n    environment:\n      - A=b\n"
    ),
    UnnamedFile(
      "yaml: a list", "public.yaml",
      text: "- name: one\n  value: 1\n- name: two\n  value: 2\n- name: three\n  value: 3\n"),
    UnnamedFile(
      "yaml: anchors", "public.yaml",
      text:
        "defaults: &defaults\n  adapter: postgres\n  host: localhost\ndevelopment:\n  <<: *defaults\n  database: dev\n"
    ),
    UnnamedFile(
      "toml: a project", "public.toml",
      text:
        "[build-system]\nrequires = [\"setuptools>=61\"]\nbuild-backend = \"setuptools.build_meta\"\n\n[project]\nname = \"x\"\n"
    ),
    UnnamedFile(
      "toml: a text in apostrophes, from the next line on", "public.toml",
      text: "title = \"x\"\nnote = '''\nIt says so here, at length\n'''\n"),
    UnnamedFile(
      "toml: a text in apostrophes", "public.toml",
      text: "title = \"x\"\nnote = '''It says so here,\nat length'''\n"),
    UnnamedFile(
      "toml: a text in quotes, from the next line on", "public.toml",
      text: "title = \"x\"\nnote = \"\"\"\nIt says so here, at length\n\"\"\"\n"),
    UnnamedFile(
      "toml: no table first", "public.toml",
      text:
        "title = \"Example\"\nenabled = true\nports = [8000, 8001]\nborn = 1979-05-27T07:32:00Z\n"),
    UnnamedFile(
      "ini: of git", "public.ini",
      text:
        "[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote \"origin\"]\n\turl = https://example.org/x.git\n"
    ),
    UnnamedFile(
      "ini: of an editor", "public.ini",
      text:
        "root = true\n\n[*]\nindent_style = space\nindent_size = 2\n\n[*.md]\ntrim_trailing_whitespace = false\n"
    ),
    UnnamedFile(
      "ini: plain", "public.ini",
      text:
        "[server]\nhost = example.org\nport = 8080\n\n; what it keeps\n[cache]\nsize=100\npath=/var/cache\n"
    ),
    UnnamedFile(
      "desktop: a comment first", "org.freedesktop.desktop-entry",
      text: "#!/usr/bin/env xdg-open\n[Desktop Entry]\nType=Application\nName=X\n"),
    UnnamedFile(
      "python: sample 1", "public.python-script",
      text:
        "import os\nimport sys\n\n\ndef main(argv):\n    for name in argv:\n        print(os.path.join('a', name))\n\n\nif __name__ == '__main__':\n    main(sys.argv[1:])\n"
    ),
    UnnamedFile(
      "c: sample 2", "public.c-source",
      text:
        "/* A list.\n * (c) Anna\n */\n#include \"list.h\"\n#include <stdlib.h>\n\nstruct list {\n    struct list *next;\n    int value;\n};\n\nstatic void add(struct list *l, int v)\n{\n    if (l == NULL)\n        return;\n    l->value = v;\n}\n"
    ),
    UnnamedFile(
      "cpp: sample 2", "public.c-plus-plus-source",
      text:
        "#pragma once\n#include <string>\n\nnamespace a {\ntemplate <typename T>\nclass Box {\n public:\n  explicit Box(T t) : t_(t) {}\n  virtual ~Box() = default;\n private:\n  T t_;\n};\n}  // namespace a\n"
    ),
    UnnamedFile(
      "java: sample 1", "com.sun.java-source",
      text:
        "package org.example;\n\nimport java.util.List;\n\npublic class App {\n    public static void main(String[] args) {\n        System.out.println(\"hi\");\n    }\n}\n"
    ),
    UnnamedFile(
      "javascript: sample 4", "com.netscape.javascript-source",
      text:
        "// a counter\nlet count = 0;\ndocument.getElementById('b').addEventListener('click', () => {\n  count += 1;\n  console.log(`count: ${count}`);\n});\n"
    ),
    UnnamedFile(
      "go: sample 2", "org.golang.go-source",
      text:
        "// Package a does b.\npackage a\n\nimport (\n\t\"io\"\n\t\"os\"\n)\n\ntype Reader struct {\n\tr io.Reader\n}\n\nfunc (r *Reader) Read(p []byte) (int, error) {\n\treturn r.r.Read(p)\n}\n"
    ),
    UnnamedFile(
      "rust: sample 2", "org.rust-lang.source",
      text:
        "//! A crate.\n\n#[derive(Debug, Clone)]\npub struct Point {\n    pub x: i32,\n}\n\nimpl Point {\n    pub fn new(x: i32) -> Self {\n        Self { x }\n    }\n}\n"
    ),
    UnnamedFile(
      "ruby: sample 1", "public.ruby-script",
      text:
        "require 'json'\n\nmodule A\n  class B\n    attr_reader :c\n\n    def initialize(c)\n      @c = c\n    end\n  end\nend\n"
    ),
    UnnamedFile(
      "perl: sample 2", "public.perl-script",
      text:
        "package A::B;\nuse strict;\nuse warnings;\n\nsub new {\n    my ($class, %args) = @_;\n    return bless { %args }, $class;\n}\n\n1;\n"
    ),
    UnnamedFile(
      "shell: sample 3", "public.shell-script",
      text:
        "# settings of the shell\nexport PATH=\"$HOME/bin:$PATH\"\nalias ll='ls -l'\nif [ -f ~/.aliases ]; then\n  . ~/.aliases\nfi\n"
    ),
    UnnamedFile(
      "sql: sample 2", "public.sql-source",
      text:
        "-- MySQL dump 10.13\n--\n-- Host: localhost\n\nDROP TABLE IF EXISTS `a`;\nCREATE TABLE `a` (\n  `id` int(11) NOT NULL\n) ENGINE=InnoDB;\nINSERT INTO `a` VALUES (1),(2),(3);\n"
    ),
    UnnamedFile(
      "sql: sample 3", "public.sql-source",
      text: "select a, b, c\nfrom t\nwhere a > 1\norder by b;\n"),
    UnnamedFile(
      "css: sample 1", "public.css",
      text:
        "body {\n  margin: 0;\n  font-family: sans-serif;\n}\n\n.a, #b > p:hover {\n  color: #ff0000;\n}\n"
    ),
    UnnamedFile(
      "swift: sample 1", "public.swift-source",
      text:
        "import Foundation\n\nstruct Point: Codable {\n  let x: Int\n\n  func moved(by d: Int) -> Point {\n    guard d > 0 else { return self }\n    return Point(x: x + d)\n  }\n}\n"
    ),
    UnnamedFile(
      "make: sample 1", "public.make-source",
      text:
        "CC = gcc\nCFLAGS = -O2\n\nall: app\n\napp: main.o\n\t$(CC) -o $@ $^\n\nclean:\n\trm -f *.o app\n\n.PHONY: all clean\n"
    ),
    UnnamedFile(
      "torrent: no tracker", "org.bittorrent.torrent",
      text:
        "d13:creation datei1704100000e4:infod6:lengthi17e4:name5:a.bin12:piece lengthi16384e6:pieces20:<=>?@ABCDEFGHIJKLMNOee"
    ),
    UnnamedFile(
      "po: places first", "org.gnu.gettext",
      text:
        "#: a.c:17\nmsgid \"Open\"\nmsgstr \"Auf\"\n\n#: a.c:18\nmsgid \"Close\"\nmsgstr \"Zu\"\n"),
    UnnamedFile(
      "pem_certificate: attributes before", "public.pem-certificate",
      text:
        "Bag Attributes\n    localKeyID: 01\nsubject=CN = x\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    ),
  ]

  static let encoded: [UnnamedFile] = [
    UnnamedFile(
      "csv: decimal commas", "public.comma-separated-values-text",
      bytes: [
        105, 100, 59, 110, 97, 109, 101, 59, 99, 105, 116, 121, 59, 98, 111, 114, 110, 59, 97, 109,
        111, 117, 110, 116, 59, 110, 111, 116, 101, 10, 49, 59, 119, 101, 101, 107, 59, 75, 195,
        182, 108, 110, 59, 49, 57, 52, 54, 45, 48, 55, 45, 48, 50, 59, 52, 48, 48, 50, 44, 54, 54,
        59, 80, 97, 114, 116, 32, 112, 97, 114, 116, 32, 106, 111, 98, 32, 99, 97, 115, 101, 32,
        106, 111, 98, 44, 10, 50, 59, 100, 97, 121, 59, 90, 195, 188, 114, 105, 99, 104, 59, 49, 57,
        57, 57, 45, 48, 55, 45, 49, 53, 59, 50, 52, 54, 48, 44, 55, 54, 59, 72, 97, 110, 100, 32,
        103, 111, 118, 101, 114, 110, 109, 101, 110, 116, 32, 99, 111, 117, 110, 116, 114, 121, 32,
        119, 97, 121, 32, 115, 121, 115, 116, 101, 109, 44, 10, 51, 59, 115, 116, 111, 114, 121, 59,
        80, 97, 114, 105, 115, 59, 49, 57, 56, 52, 45, 49, 49, 45, 49, 50, 59, 52, 57, 54, 51, 44,
        49, 49, 59, 87, 111, 109, 97, 110, 32, 121, 101, 97, 114, 32, 98, 111, 111, 107, 32, 98,
        117, 115, 105, 110, 101, 115, 115, 32, 112, 108, 97, 99, 101, 44, 10, 52, 59, 109, 111, 110,
        101, 121, 59, 197, 129, 195, 179, 100, 197, 186, 59, 49, 57, 55, 50, 45, 48, 54, 45, 49, 49,
        59, 53, 57, 56, 44, 48, 52, 59, 83, 116, 97, 116, 101, 32, 112, 114, 111, 103, 114, 97, 109,
        32, 99, 97, 115, 101, 32, 110, 117, 109, 98, 101, 114, 32, 112, 111, 105, 110, 116, 44, 10,
        53, 59, 119, 111, 109, 97, 110, 59, 79, 115, 108, 111, 59, 49, 57, 57, 50, 45, 48, 49, 45,
        49, 51, 59, 49, 57, 48, 52, 44, 50, 51, 59, 66, 111, 111, 107, 32, 109, 111, 110, 101, 121,
        32, 109, 97, 110, 32, 119, 97, 121, 32, 116, 104, 105, 110, 103, 44, 10, 54, 59, 102, 97,
        109, 105, 108, 121, 59, 197, 129, 195, 179, 100, 197, 186, 59, 49, 57, 57, 49, 45, 49, 50,
        45, 49, 57, 59, 51, 48, 48, 52, 44, 52, 56, 59, 67, 97, 115, 101, 32, 119, 97, 116, 101,
        114, 32, 112, 114, 111, 103, 114, 97, 109, 32, 115, 116, 117, 100, 121, 32, 104, 111, 109,
        101, 44, 10, 55, 59, 116, 105, 109, 101, 59, 80, 97, 114, 105, 115, 59, 49, 57, 54, 56, 45,
        48, 56, 45, 49, 57, 59, 49, 51, 53, 57, 44, 53, 48, 59, 71, 111, 118, 101, 114, 110, 109,
        101, 110, 116, 32, 112, 114, 111, 98, 108, 101, 109, 32, 114, 111, 111, 109, 32, 113, 117,
        101, 115, 116, 105, 111, 110, 32, 112, 111, 105, 110, 116, 44, 10, 56, 59, 119, 97, 116,
        101, 114, 59, 197, 129, 195, 179, 100, 197, 186, 59, 50, 48, 48, 57, 45, 48, 52, 45, 50, 49,
        59, 57, 52, 55, 44, 56, 57, 59, 84, 105, 109, 101, 32, 119, 97, 116, 101, 114, 32, 104, 111,
        109, 101, 32, 105, 115, 115, 117, 101, 32, 104, 111, 109, 101, 44, 10, 57, 59, 102, 97, 109,
        105, 108, 121, 59, 197, 129, 195, 179, 100, 197, 186, 59, 49, 57, 52, 57, 45, 49, 48, 45,
        50, 50, 59, 50, 55, 56, 50, 44, 51, 51, 59, 83, 99, 104, 111, 111, 108, 32, 115, 121, 115,
        116, 101, 109, 32, 115, 116, 117, 100, 101, 110, 116, 32, 119, 101, 101, 107, 32, 119, 111,
        114, 107, 44, 10, 49, 48, 59, 109, 111, 110, 101, 121, 59, 80, 97, 114, 105, 115, 59, 49,
        57, 54, 56, 45, 48, 50, 45, 49, 49, 59, 50, 56, 52, 50, 44, 49, 54, 59, 72, 97, 110, 100,
        32, 108, 111, 116, 32, 115, 116, 97, 116, 101, 32, 105, 115, 115, 117, 101, 32, 101, 121,
        101, 44, 10,
      ]),
    UnnamedFile(
      "csv: apostrophes as quotes", "public.comma-separated-values-text",
      bytes: [
        39, 105, 100, 39, 44, 39, 110, 97, 109, 101, 39, 44, 39, 99, 105, 116, 121, 39, 44, 39, 98,
        111, 114, 110, 39, 44, 39, 97, 109, 111, 117, 110, 116, 39, 44, 39, 110, 111, 116, 101, 39,
        10, 39, 49, 39, 44, 39, 112, 97, 114, 116, 39, 44, 39, 90, 195, 188, 114, 105, 99, 104, 39,
        44, 39, 49, 57, 54, 54, 45, 48, 51, 45, 50, 52, 39, 44, 39, 50, 55, 50, 50, 46, 53, 49, 39,
        44, 39, 83, 116, 117, 100, 121, 32, 103, 114, 111, 117, 112, 32, 115, 105, 100, 101, 32,
        112, 114, 111, 103, 114, 97, 109, 32, 119, 101, 101, 107, 46, 39, 10, 39, 50, 39, 44, 39,
        114, 111, 111, 109, 39, 44, 39, 83, 195, 163, 111, 32, 80, 97, 117, 108, 111, 39, 44, 39,
        49, 57, 56, 50, 45, 48, 54, 45, 49, 48, 39, 44, 39, 51, 52, 57, 51, 46, 51, 50, 39, 44, 39,
        82, 105, 103, 104, 116, 32, 112, 114, 111, 98, 108, 101, 109, 32, 114, 105, 103, 104, 116,
        32, 103, 111, 118, 101, 114, 110, 109, 101, 110, 116, 32, 98, 111, 111, 107, 46, 39, 10, 39,
        51, 39, 44, 39, 99, 97, 115, 101, 39, 44, 39, 83, 195, 163, 111, 32, 80, 97, 117, 108, 111,
        39, 44, 39, 49, 57, 54, 49, 45, 48, 49, 45, 49, 51, 39, 44, 39, 50, 51, 48, 52, 46, 49, 51,
        39, 44, 39, 89, 101, 97, 114, 32, 115, 116, 111, 114, 121, 32, 116, 104, 105, 110, 103, 32,
        99, 104, 105, 108, 100, 32, 119, 97, 121, 46, 39, 10, 39, 52, 39, 44, 39, 103, 114, 111,
        117, 112, 39, 44, 39, 83, 195, 163, 111, 32, 80, 97, 117, 108, 111, 39, 44, 39, 49, 57, 54,
        55, 45, 48, 50, 45, 49, 57, 39, 44, 39, 52, 49, 56, 51, 46, 49, 54, 39, 44, 39, 76, 105,
        102, 101, 32, 99, 111, 109, 112, 97, 110, 121, 32, 115, 105, 100, 101, 32, 112, 114, 111,
        98, 108, 101, 109, 32, 109, 111, 116, 104, 101, 114, 46, 39, 10, 39, 53, 39, 44, 39, 115,
        105, 100, 101, 39, 44, 39, 90, 195, 188, 114, 105, 99, 104, 39, 44, 39, 49, 57, 55, 50, 45,
        49, 49, 45, 48, 49, 39, 44, 39, 52, 50, 48, 55, 46, 50, 50, 39, 44, 39, 76, 105, 102, 101,
        32, 115, 116, 117, 100, 121, 32, 105, 115, 115, 117, 101, 32, 115, 105, 100, 101, 32, 101,
        121, 101, 46, 39, 10, 39, 54, 39, 44, 39, 112, 114, 111, 103, 114, 97, 109, 39, 44, 39, 75,
        195, 182, 108, 110, 39, 44, 39, 49, 57, 54, 57, 45, 48, 54, 45, 49, 56, 39, 44, 39, 50, 56,
        54, 56, 46, 48, 54, 39, 44, 39, 70, 97, 99, 116, 32, 114, 111, 111, 109, 32, 112, 97, 114,
        116, 32, 97, 114, 101, 97, 32, 106, 111, 98, 46, 39, 10, 39, 55, 39, 44, 39, 114, 105, 103,
        104, 116, 39, 44, 39, 75, 195, 182, 108, 110, 39, 44, 39, 49, 57, 53, 56, 45, 48, 49, 45,
        49, 56, 39, 44, 39, 49, 50, 54, 52, 46, 49, 50, 39, 44, 39, 74, 111, 98, 32, 99, 104, 105,
        108, 100, 32, 102, 97, 109, 105, 108, 121, 32, 114, 105, 103, 104, 116, 32, 112, 114, 111,
        103, 114, 97, 109, 46, 39, 10, 39, 56, 39, 44, 39, 109, 97, 110, 39, 44, 39, 197, 129, 195,
        179, 100, 197, 186, 39, 44, 39, 50, 48, 48, 52, 45, 48, 55, 45, 48, 52, 39, 44, 39, 57, 56,
        50, 46, 56, 55, 39, 44, 39, 77, 111, 110, 116, 104, 32, 99, 97, 115, 101, 32, 109, 97, 110,
        32, 98, 111, 111, 107, 32, 104, 97, 110, 100, 46, 39, 10,
      ]),
    UnnamedFile(
      "csv: Cyrillic in CP1251", "public.comma-separated-values-text",
      bytes: [
        232, 236, 255, 59, 227, 238, 240, 238, 228, 59, 227, 238, 228, 10, 192, 237, 237, 224, 59,
        204, 238, 241, 234, 226, 224, 59, 49, 57, 56, 55, 10, 192, 237, 237, 224, 59, 204, 238, 241,
        234, 226, 224, 59, 49, 57, 56, 55, 10, 192, 237, 237, 224, 59, 204, 238, 241, 234, 226, 224,
        59, 49, 57, 56, 55, 10, 192, 237, 237, 224, 59, 204, 238, 241, 234, 226, 224, 59, 49, 57,
        56, 55, 10, 192, 237, 237, 224, 59, 204, 238, 241, 234, 226, 224, 59, 49, 57, 56, 55, 10,
        192, 237, 237, 224, 59, 204, 238, 241, 234, 226, 224, 59, 49, 57, 56, 55, 10, 192, 237, 237,
        224, 59, 204, 238, 241, 234, 226, 224, 59, 49, 57, 56, 55, 10, 192, 237, 237, 224, 59, 204,
        238, 241, 234, 226, 224, 59, 49, 57, 56, 55, 10, 192, 237, 237, 224, 59, 204, 238, 241, 234,
        226, 224, 59, 49, 57, 56, 55, 10,
      ]),
    UnnamedFile(
      "csv: Japanese in Shift-JIS", "public.comma-separated-values-text",
      bytes: [
        150, 188, 145, 79, 44, 147, 115, 142, 115, 44, 148, 78, 10, 137, 212, 142, 113, 44, 147,
        140, 139, 158, 44, 49, 57, 56, 55, 10, 137, 212, 142, 113, 44, 147, 140, 139, 158, 44, 49,
        57, 56, 55, 10, 137, 212, 142, 113, 44, 147, 140, 139, 158, 44, 49, 57, 56, 55, 10, 137,
        212, 142, 113, 44, 147, 140, 139, 158, 44, 49, 57, 56, 55, 10, 137, 212, 142, 113, 44, 147,
        140, 139, 158, 44, 49, 57, 56, 55, 10, 137, 212, 142, 113, 44, 147, 140, 139, 158, 44, 49,
        57, 56, 55, 10, 137, 212, 142, 113, 44, 147, 140, 139, 158, 44, 49, 57, 56, 55, 10, 137,
        212, 142, 113, 44, 147, 140, 139, 158, 44, 49, 57, 56, 55, 10, 137, 212, 142, 113, 44, 147,
        140, 139, 158, 44, 49, 57, 56, 55, 10,
      ]),
    UnnamedFile(
      "html: EBCDIC", "public.html",
      bytes: [
        76, 79, 196, 214, 195, 227, 232, 215, 197, 64, 136, 163, 148, 147, 110, 37, 76, 136, 163,
        148, 147, 110, 37, 76, 136, 133, 129, 132, 110, 76, 163, 137, 163, 147, 133, 110, 199, 153,
        204, 89, 133, 76, 97, 163, 137, 163, 147, 133, 110, 76, 97, 136, 133, 129, 132, 110, 37, 76,
        130, 150, 132, 168, 110, 37, 76, 136, 241, 110, 215, 153, 150, 130, 147, 133, 148, 64, 131,
        129, 162, 133, 64, 136, 129, 149, 132, 64, 136, 150, 148, 133, 75, 76, 97, 136, 241, 110,
        37, 76, 151, 110, 200, 150, 148, 133, 64, 148, 129, 149, 64, 153, 137, 135, 136, 163, 64,
        148, 150, 149, 163, 136, 64, 168, 133, 129, 153, 64, 137, 162, 162, 164, 133, 64, 148, 150,
        163, 136, 133, 153, 64, 151, 153, 150, 130, 147, 133, 148, 64, 147, 150, 163, 64, 148, 150,
        149, 133, 168, 64, 151, 129, 153, 163, 64, 151, 150, 137, 149, 163, 75, 76, 97, 151, 110,
        37, 76, 97, 130, 150, 132, 168, 110, 37, 76, 97, 136, 163, 148, 147, 110, 37,
      ]),
    UnnamedFile(
      "html: HTML 5 with a namespace", "public.html",
      bytes: [
        60, 33, 68, 79, 67, 84, 89, 80, 69, 32, 104, 116, 109, 108, 62, 10, 60, 104, 116, 109, 108,
        32, 120, 109, 108, 110, 115, 61, 34, 104, 116, 116, 112, 58, 47, 47, 119, 119, 119, 46, 119,
        51, 46, 111, 114, 103, 47, 49, 57, 57, 57, 47, 120, 104, 116, 109, 108, 34, 32, 120, 109,
        108, 58, 108, 97, 110, 103, 61, 34, 101, 110, 34, 62, 10, 60, 104, 101, 97, 100, 62, 60,
        116, 105, 116, 108, 101, 62, 71, 114, 195, 182, 195, 159, 101, 60, 47, 116, 105, 116, 108,
        101, 62, 60, 47, 104, 101, 97, 100, 62, 10, 60, 98, 111, 100, 121, 62, 10, 60, 104, 49, 62,
        83, 116, 97, 116, 101, 32, 104, 111, 109, 101, 32, 121, 101, 97, 114, 32, 112, 111, 105,
        110, 116, 46, 60, 47, 104, 49, 62, 10, 60, 112, 62, 69, 121, 101, 32, 116, 105, 109, 101,
        32, 99, 111, 117, 110, 116, 114, 121, 32, 108, 105, 102, 101, 32, 99, 104, 105, 108, 100,
        32, 109, 111, 110, 101, 121, 32, 104, 97, 110, 100, 44, 32, 106, 111, 98, 32, 99, 111, 109,
        112, 97, 110, 121, 32, 104, 111, 109, 101, 32, 109, 111, 110, 116, 104, 32, 99, 97, 115,
        101, 46, 60, 47, 112, 62, 10, 60, 47, 98, 111, 100, 121, 62, 10, 60, 47, 104, 116, 109, 108,
        62, 10,
      ]),
    UnnamedFile(
      "xhtml: strict", "public.xhtml",
      bytes: [
        60, 33, 68, 79, 67, 84, 89, 80, 69, 32, 104, 116, 109, 108, 32, 80, 85, 66, 76, 73, 67, 32,
        34, 45, 47, 47, 87, 51, 67, 47, 47, 68, 84, 68, 32, 88, 72, 84, 77, 76, 32, 49, 46, 48, 32,
        83, 116, 114, 105, 99, 116, 47, 47, 69, 78, 34, 32, 34, 104, 116, 116, 112, 58, 47, 47, 119,
        119, 119, 46, 119, 51, 46, 111, 114, 103, 47, 84, 82, 47, 120, 104, 116, 109, 108, 49, 47,
        68, 84, 68, 47, 120, 104, 116, 109, 108, 49, 45, 115, 116, 114, 105, 99, 116, 46, 100, 116,
        100, 34, 62, 10, 60, 104, 116, 109, 108, 32, 120, 109, 108, 110, 115, 61, 34, 104, 116, 116,
        112, 58, 47, 47, 119, 119, 119, 46, 119, 51, 46, 111, 114, 103, 47, 49, 57, 57, 57, 47, 120,
        104, 116, 109, 108, 34, 32, 120, 109, 108, 58, 108, 97, 110, 103, 61, 34, 101, 110, 34, 62,
        10, 60, 104, 101, 97, 100, 62, 60, 116, 105, 116, 108, 101, 62, 71, 114, 195, 182, 195, 159,
        101, 60, 47, 116, 105, 116, 108, 101, 62, 60, 47, 104, 101, 97, 100, 62, 10, 60, 98, 111,
        100, 121, 62, 10, 60, 104, 49, 62, 80, 111, 105, 110, 116, 32, 114, 105, 103, 104, 116, 32,
        103, 114, 111, 117, 112, 32, 104, 97, 110, 100, 46, 60, 47, 104, 49, 62, 10, 60, 112, 62,
        71, 111, 118, 101, 114, 110, 109, 101, 110, 116, 32, 108, 105, 102, 101, 32, 112, 114, 111,
        103, 114, 97, 109, 32, 109, 97, 110, 32, 109, 111, 110, 101, 121, 32, 116, 105, 109, 101,
        32, 103, 114, 111, 117, 112, 44, 32, 115, 99, 104, 111, 111, 108, 32, 119, 111, 114, 108,
        100, 32, 109, 111, 110, 116, 104, 32, 99, 111, 117, 110, 116, 114, 121, 32, 112, 111, 105,
        110, 116, 46, 60, 47, 112, 62, 10, 60, 47, 98, 111, 100, 121, 62, 10, 60, 47, 104, 116, 109,
        108, 62, 10,
      ]),
    UnnamedFile(
      "xhtml: no declaration", "public.xhtml",
      bytes: [
        60, 104, 116, 109, 108, 32, 120, 109, 108, 110, 115, 61, 34, 104, 116, 116, 112, 58, 47, 47,
        119, 119, 119, 46, 119, 51, 46, 111, 114, 103, 47, 49, 57, 57, 57, 47, 120, 104, 116, 109,
        108, 34, 32, 120, 109, 108, 58, 108, 97, 110, 103, 61, 34, 101, 110, 34, 62, 10, 60, 104,
        101, 97, 100, 62, 60, 116, 105, 116, 108, 101, 62, 71, 114, 195, 182, 195, 159, 101, 60, 47,
        116, 105, 116, 108, 101, 62, 60, 47, 104, 101, 97, 100, 62, 10, 60, 98, 111, 100, 121, 62,
        10, 60, 104, 49, 62, 80, 114, 111, 98, 108, 101, 109, 32, 115, 116, 111, 114, 121, 32, 119,
        101, 101, 107, 32, 104, 97, 110, 100, 46, 60, 47, 104, 49, 62, 10, 60, 112, 62, 87, 97, 116,
        101, 114, 32, 119, 111, 114, 108, 100, 32, 116, 105, 109, 101, 32, 103, 111, 118, 101, 114,
        110, 109, 101, 110, 116, 32, 109, 111, 116, 104, 101, 114, 32, 119, 101, 101, 107, 32, 116,
        104, 105, 110, 103, 32, 119, 111, 114, 100, 32, 115, 116, 111, 114, 121, 32, 113, 117, 101,
        115, 116, 105, 111, 110, 32, 121, 101, 97, 114, 32, 115, 105, 100, 101, 46, 60, 47, 112, 62,
        10, 60, 47, 98, 111, 100, 121, 62, 10, 60, 47, 104, 116, 109, 108, 62, 10,
      ]),
    UnnamedFile(
      "xhtml: declared", "public.xhtml",
      bytes: [
        60, 63, 120, 109, 108, 32, 118, 101, 114, 115, 105, 111, 110, 61, 34, 49, 46, 48, 34, 32,
        101, 110, 99, 111, 100, 105, 110, 103, 61, 34, 85, 84, 70, 45, 56, 34, 63, 62, 10, 60, 33,
        68, 79, 67, 84, 89, 80, 69, 32, 104, 116, 109, 108, 32, 80, 85, 66, 76, 73, 67, 32, 34, 45,
        47, 47, 87, 51, 67, 47, 47, 68, 84, 68, 32, 88, 72, 84, 77, 76, 32, 49, 46, 48, 32, 83, 116,
        114, 105, 99, 116, 47, 47, 69, 78, 34, 32, 34, 104, 116, 116, 112, 58, 47, 47, 119, 119,
        119, 46, 119, 51, 46, 111, 114, 103, 47, 84, 82, 47, 120, 104, 116, 109, 108, 49, 47, 68,
        84, 68, 47, 120, 104, 116, 109, 108, 49, 45, 115, 116, 114, 105, 99, 116, 46, 100, 116, 100,
        34, 62, 10, 60, 104, 116, 109, 108, 32, 120, 109, 108, 110, 115, 61, 34, 104, 116, 116, 112,
        58, 47, 47, 119, 119, 119, 46, 119, 51, 46, 111, 114, 103, 47, 49, 57, 57, 57, 47, 120, 104,
        116, 109, 108, 34, 32, 120, 109, 108, 58, 108, 97, 110, 103, 61, 34, 101, 110, 34, 62, 10,
        60, 104, 101, 97, 100, 62, 60, 116, 105, 116, 108, 101, 62, 71, 114, 195, 182, 195, 159,
        101, 60, 47, 116, 105, 116, 108, 101, 62, 60, 47, 104, 101, 97, 100, 62, 10, 60, 98, 111,
        100, 121, 62, 10, 60, 104, 49, 62, 87, 111, 114, 108, 100, 32, 115, 99, 104, 111, 111, 108,
        32, 114, 111, 111, 109, 32, 109, 97, 110, 46, 60, 47, 104, 49, 62, 10, 60, 112, 62, 83, 105,
        100, 101, 32, 102, 97, 99, 116, 32, 119, 111, 114, 100, 32, 109, 111, 110, 101, 121, 32,
        116, 104, 105, 110, 103, 32, 116, 104, 105, 110, 103, 32, 99, 111, 117, 110, 116, 114, 121,
        44, 32, 103, 114, 111, 117, 112, 32, 101, 121, 101, 32, 109, 111, 110, 101, 121, 32, 98,
        117, 115, 105, 110, 101, 115, 115, 32, 103, 111, 118, 101, 114, 110, 109, 101, 110, 116, 46,
        60, 47, 112, 62, 10, 60, 47, 98, 111, 100, 121, 62, 10, 60, 47, 104, 116, 109, 108, 62, 10,
      ]),
    UnnamedFile(
      "xml: EBCDIC", "public.xml",
      bytes: [
        76, 111, 167, 148, 147, 64, 165, 133, 153, 162, 137, 150, 149, 126, 127, 241, 75, 240, 127,
        64, 133, 149, 131, 150, 132, 137, 149, 135, 126, 127, 137, 130, 148, 240, 243, 247, 127,
        111, 110, 37, 76, 147, 137, 162, 163, 110, 76, 129, 110, 241, 76, 97, 129, 110, 76, 97, 147,
        137, 162, 163, 110, 37,
      ]),
    UnnamedFile(
      "text: Japanese in ISO-2022", "public.plain-text",
      bytes: [
        27, 36, 66, 56, 99, 71, 90, 36, 79, 71, 45, 36, 71, 36, 34, 36, 107, 33, 35, 76, 62, 65, 48,
        36, 79, 36, 94, 36, 64, 76, 53, 36, 36, 33, 35, 36, 73, 36, 51, 36, 71, 64, 56, 36, 108, 36,
        63, 36, 43, 36, 72, 36, 115, 36, 72, 56, 43, 69, 118, 36, 44, 36, 68, 36, 43, 36, 76, 33,
        35, 27, 40, 66, 10, 27, 36, 66, 56, 99, 71, 90, 36, 79, 71, 45, 36, 71, 36, 34, 36, 107, 33,
        35, 76, 62, 65, 48, 36, 79, 36, 94, 36, 64, 76, 53, 36, 36, 33, 35, 36, 73, 36, 51, 36, 71,
        64, 56, 36, 108, 36, 63, 36, 43, 36, 72, 36, 115, 36, 72, 56, 43, 69, 118, 36, 44, 36, 68,
        36, 43, 36, 76, 33, 35, 27, 40, 66, 10, 27, 36, 66, 56, 99, 71, 90, 36, 79, 71, 45, 36, 71,
        36, 34, 36, 107, 33, 35, 76, 62, 65, 48, 36, 79, 36, 94, 36, 64, 76, 53, 36, 36, 33, 35, 36,
        73, 36, 51, 36, 71, 64, 56, 36, 108, 36, 63, 36, 43, 36, 72, 36, 115, 36, 72, 56, 43, 69,
        118, 36, 44, 36, 68, 36, 43, 36, 76, 33, 35, 27, 40, 66, 10, 27, 36, 66, 56, 99, 71, 90, 36,
        79, 71, 45, 36, 71, 36, 34, 36, 107, 33, 35, 76, 62, 65, 48, 36, 79, 36, 94, 36, 64, 76, 53,
        36, 36, 33, 35, 36, 73, 36, 51, 36, 71, 64, 56, 36, 108, 36, 63, 36, 43, 36, 72, 36, 115,
        36, 72, 56, 43, 69, 118, 36, 44, 36, 68, 36, 43, 36, 76, 33, 35, 27, 40, 66, 10, 27, 36, 66,
        56, 99, 71, 90, 36, 79, 71, 45, 36, 71, 36, 34, 36, 107, 33, 35, 76, 62, 65, 48, 36, 79, 36,
        94, 36, 64, 76, 53, 36, 36, 33, 35, 36, 73, 36, 51, 36, 71, 64, 56, 36, 108, 36, 63, 36, 43,
        36, 72, 36, 115, 36, 72, 56, 43, 69, 118, 36, 44, 36, 68, 36, 43, 36, 76, 33, 35, 27, 40,
        66, 10, 27, 36, 66, 56, 99, 71, 90, 36, 79, 71, 45, 36, 71, 36, 34, 36, 107, 33, 35, 76, 62,
        65, 48, 36, 79, 36, 94, 36, 64, 76, 53, 36, 36, 33, 35, 36, 73, 36, 51, 36, 71, 64, 56, 36,
        108, 36, 63, 36, 43, 36, 72, 36, 115, 36, 72, 56, 43, 69, 118, 36, 44, 36, 68, 36, 43, 36,
        76, 33, 35, 27, 40, 66, 10, 27, 36, 66, 56, 99, 71, 90, 36, 79, 71, 45, 36, 71, 36, 34, 36,
        107, 33, 35, 76, 62, 65, 48, 36, 79, 36, 94, 36, 64, 76, 53, 36, 36, 33, 35, 36, 73, 36, 51,
        36, 71, 64, 56, 36, 108, 36, 63, 36, 43, 36, 72, 36, 115, 36, 72, 56, 43, 69, 118, 36, 44,
        36, 68, 36, 43, 36, 76, 33, 35, 27, 40, 66, 10, 27, 36, 66, 56, 99, 71, 90, 36, 79, 71, 45,
        36, 71, 36, 34, 36, 107, 33, 35, 76, 62, 65, 48, 36, 79, 36, 94, 36, 64, 76, 53, 36, 36, 33,
        35, 36, 73, 36, 51, 36, 71, 64, 56, 36, 108, 36, 63, 36, 43, 36, 72, 36, 115, 36, 72, 56,
        43, 69, 118, 36, 44, 36, 68, 36, 43, 36, 76, 33, 35, 27, 40, 66, 10, 27, 36, 66, 56, 99, 71,
        90, 36, 79, 71, 45, 36, 71, 36, 34, 36, 107, 33, 35, 76, 62, 65, 48, 36, 79, 36, 94, 36, 64,
        76, 53, 36, 36, 33, 35, 36, 73, 36, 51, 36, 71, 64, 56, 36, 108, 36, 63, 36, 43, 36, 72, 36,
        115, 36, 72, 56, 43, 69, 118, 36, 44, 36, 68, 36, 43, 36, 76, 33, 35, 27, 40, 66, 10,
      ]),
    UnnamedFile(
      "text: Russian in KOI8-R", "public.plain-text",
      bytes: [
        247, 211, 197, 32, 211, 222, 193, 211, 212, 204, 201, 215, 217, 197, 32, 211, 197, 205, 216,
        201, 32, 208, 207, 200, 207, 214, 201, 32, 196, 210, 213, 199, 32, 206, 193, 32, 196, 210,
        213, 199, 193, 44, 32, 203, 193, 214, 196, 193, 209, 32, 206, 197, 211, 222, 193, 211, 212,
        204, 201, 215, 193, 209, 32, 211, 197, 205, 216, 209, 32, 206, 197, 211, 222, 193, 211, 212,
        204, 201, 215, 193, 32, 208, 207, 45, 211, 215, 207, 197, 205, 213, 46, 10, 247, 211, 197,
        32, 211, 222, 193, 211, 212, 204, 201, 215, 217, 197, 32, 211, 197, 205, 216, 201, 32, 208,
        207, 200, 207, 214, 201, 32, 196, 210, 213, 199, 32, 206, 193, 32, 196, 210, 213, 199, 193,
        44, 32, 203, 193, 214, 196, 193, 209, 32, 206, 197, 211, 222, 193, 211, 212, 204, 201, 215,
        193, 209, 32, 211, 197, 205, 216, 209, 32, 206, 197, 211, 222, 193, 211, 212, 204, 201, 215,
        193, 32, 208, 207, 45, 211, 215, 207, 197, 205, 213, 46, 10, 247, 211, 197, 32, 211, 222,
        193, 211, 212, 204, 201, 215, 217, 197, 32, 211, 197, 205, 216, 201, 32, 208, 207, 200, 207,
        214, 201, 32, 196, 210, 213, 199, 32, 206, 193, 32, 196, 210, 213, 199, 193, 44, 32, 203,
        193, 214, 196, 193, 209, 32, 206, 197, 211, 222, 193, 211, 212, 204, 201, 215, 193, 209, 32,
        211, 197, 205, 216, 209, 32, 206, 197, 211, 222, 193, 211, 212, 204, 201, 215, 193, 32, 208,
        207, 45, 211, 215, 207, 197, 205, 213, 46, 10, 247, 211, 197, 32, 211, 222, 193, 211, 212,
        204, 201, 215, 217, 197, 32, 211, 197, 205, 216, 201, 32, 208, 207, 200, 207, 214, 201, 32,
        196, 210, 213, 199, 32, 206, 193, 32, 196, 210, 213, 199, 193, 44, 32, 203, 193, 214, 196,
        193, 209, 32, 206, 197, 211, 222, 193, 211, 212, 204, 201, 215, 193, 209, 32, 211, 197, 205,
        216, 209, 32, 206, 197, 211, 222, 193, 211, 212, 204, 201, 215, 193, 32, 208, 207, 45, 211,
        215, 207, 197, 205, 213, 46, 10, 247, 211, 197, 32, 211, 222, 193, 211, 212, 204, 201, 215,
        217, 197, 32, 211, 197, 205, 216, 201, 32, 208, 207, 200, 207, 214, 201, 32, 196, 210, 213,
        199, 32, 206, 193, 32, 196, 210, 213, 199, 193, 44, 32, 203, 193, 214, 196, 193, 209, 32,
        206, 197, 211, 222, 193, 211, 212, 204, 201, 215, 193, 209, 32, 211, 197, 205, 216, 209, 32,
        206, 197, 211, 222, 193, 211, 212, 204, 201, 215, 193, 32, 208, 207, 45, 211, 215, 207, 197,
        205, 213, 46, 10, 247, 211, 197, 32, 211, 222, 193, 211, 212, 204, 201, 215, 217, 197, 32,
        211, 197, 205, 216, 201, 32, 208, 207, 200, 207, 214, 201, 32, 196, 210, 213, 199, 32, 206,
        193, 32, 196, 210, 213, 199, 193, 44, 32, 203, 193, 214, 196, 193, 209, 32, 206, 197, 211,
        222, 193, 211, 212, 204, 201, 215, 193, 209, 32, 211, 197, 205, 216, 209, 32, 206, 197, 211,
        222, 193, 211, 212, 204, 201, 215, 193, 32, 208, 207, 45, 211, 215, 207, 197, 205, 213, 46,
        10, 247, 211, 197, 32, 211, 222, 193, 211, 212, 204, 201, 215, 217, 197, 32, 211, 197, 205,
        216, 201, 32, 208, 207, 200, 207, 214, 201, 32, 196, 210, 213, 199, 32, 206, 193, 32, 196,
        210, 213, 199, 193, 44, 32, 203, 193, 214, 196, 193, 209, 32, 206, 197, 211, 222, 193, 211,
        212, 204, 201, 215, 193, 209, 32, 211, 197, 205, 216, 209, 32, 206, 197, 211, 222, 193, 211,
        212, 204, 201, 215, 193, 32, 208, 207, 45, 211, 215, 207, 197, 205, 213, 46, 10, 247, 211,
        197, 32, 211, 222, 193, 211, 212, 204, 201, 215, 217, 197, 32, 211, 197, 205, 216, 201, 32,
        208, 207, 200, 207, 214, 201, 32, 196, 210, 213, 199, 32, 206, 193, 32, 196, 210, 213, 199,
        193, 44, 32, 203, 193, 214, 196, 193, 209, 32, 206, 197, 211, 222, 193, 211, 212, 204, 201,
        215, 193, 209, 32, 211, 197, 205, 216, 209, 32, 206, 197, 211, 222, 193, 211, 212, 204, 201,
        215, 193, 32, 208, 207, 45, 211, 215, 207, 197, 205, 213, 46, 10, 247, 211, 197, 32, 211,
        222, 193, 211, 212, 204, 201, 215, 217, 197, 32, 211, 197, 205, 216, 201, 32, 208, 207, 200,
        207, 214, 201, 32, 196, 210, 213, 199, 32, 206, 193, 32, 196, 210, 213, 199, 193, 44, 32,
        203, 193, 214, 196, 193, 209, 32, 206, 197, 211, 222, 193, 211, 212, 204, 201, 215, 193,
        209, 32, 211, 197, 205, 216, 209, 32, 206, 197, 211, 222, 193, 211, 212, 204, 201, 215, 193,
        32, 208, 207, 45, 211, 215, 207, 197, 205, 213, 46, 10,
      ]),
    UnnamedFile(
      "yaml: translations", "public.yaml",
      bytes: [
        100, 101, 58, 10, 32, 32, 103, 114, 101, 101, 116, 105, 110, 103, 58, 32, 34, 72, 97, 108,
        108, 111, 34, 10, 32, 32, 109, 101, 110, 117, 58, 10, 32, 32, 32, 32, 111, 112, 101, 110,
        58, 32, 34, 195, 150, 102, 102, 110, 101, 110, 34, 10, 32, 32, 32, 32, 99, 108, 111, 115,
        101, 58, 32, 34, 83, 99, 104, 108, 105, 101, 195, 159, 101, 110, 34, 10,
      ]),
    UnnamedFile(
      "xls_of_xlwt: before containers", "com.microsoft.excel.xls",
      bytes: [9, 8, 4, 0, 2, 0, 16, 0, 10, 0, 0, 0]),
  ]
}
