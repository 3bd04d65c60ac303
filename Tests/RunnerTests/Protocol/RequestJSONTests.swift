import ConverterCore
import MailboxModel
import PictureModel
import Runner
import SystemPackage
import TableModel
import TestSupport
import Testing

/// Request lines, as `fairy worker` and manifests have them.
@Suite struct RequestJSONTests {
  private func request(_ line: String, streams: Bool = false) throws -> Request {
    try Request(
      json: JSONValue(parsing: Array(line.utf8)), vocabulary: .standard,
      allowsStandardStreams: streams)
  }

  private func error(_ line: String, streams: Bool = false) -> ConversionError? {
    #expect(throws: ConversionError.self) { try request(line, streams: streams) }
  }

  @Test func readsTheExampleOfTheContract() throws {
    let request = try request(
      #"{"id":"42","input":"a.heic","output":"a.jpg","to":"jpeg","options":{"quality":0.8}}"#)
    #expect(request.input == .file("a.heic"))
    #expect(request.output == .file("a.jpg"))
    #expect(request.target.id == "public.jpeg")
    #expect(request.options.quality == Quality(0.8))
    #expect(request.conflict == .fail)
    #expect(request.keepsTimes)
    #expect(!request.skipsUnsuitable)
    #expect(request.limits == .standard)
  }

  @Test(arguments: [true, false])
  func readsHowPartsAreNamed(isEach: Bool) throws {
    var request = try request(
      #"{"input":"a.pdf","output":"o.pdf","verb":"split","namesEachPart":\#(isEach)}"#)
    #expect(request.namesEachPart == isEach)
    #expect(try self.request(request.json.description).namesEachPart == isEach)
    request.namesEachPart.toggle()
    #expect(try self.request(request.json.description).namesEachPart != isEach)
  }

  @Test func readsWhichPagesOfInputsAreMerged() throws {
    let line =
      #"{"input":"a.pdf","pages":"1-3","verb":"merge","more":[{"input":"b.jpg"},"#
      + #"{"input":"c.pdf","pages":"7"}],"output":"o.pdf","to":"com.adobe.pdf"}"#
    let request = try request(line)
    #expect(request.inputPages.mapValues(\.text) == [0: "1-3", 2: "7"])
    #expect(request.options.pages == nil)
    #expect(try self.request(request.json.description).inputPages == request.inputPages)
    #expect(error(line.replacing("1-3", with: "0"))?.code == .usage)
    #expect(
      error(#"{"input":"a.pdf","pages":"1","output":"o.pdf"}"#)?.message
        == #""pages" of an input are for the verb merge; those of a document are one of the options"#
    )
  }

  @Test func readsEveryOption() throws {
    let request = try request(
      #"""
      {"input":"a","to":"png","options":{"quality":80,"resize":"800x600^","enlarge":true,
      "metadata":"share","profile":"p3","hdr":"keep","background":"#0a0B0c","maxSize":"1.5MB",
      "require":["icc","exif,gps"],"set":{"b":"=x","a":"1"},"onConflict":"rename",
      "keepTimes":false,"skipUnsuitable":true,"limit":{"pixels":2e9,"memory":"4GB","seconds":7}}}
      """#)
    #expect(request.options.quality == Quality(0.8))
    #expect(request.options.resize == .fill(width: 800, height: 600))
    #expect(request.options.enlarge)
    #expect(request.options.metadata == .share)
    #expect(request.options.profile == .p3)
    #expect(request.options.hdr == .keep)
    #expect(request.options.background == Color(red: 10, green: 11, blue: 12))
    #expect(request.options.maximumBytes == 1_500_000)
    #expect(request.options.require == ["icc", "exif,gps"])
    #expect(request.options.settings == ["a": "1", "b": "=x"])
    #expect(request.conflict == .rename)
    #expect(!request.keepsTimes)
    #expect(request.skipsUnsuitable)
    #expect(request.limits.pixels == 2_000_000_000)
    #expect(request.limits.memory == 4_000_000_000)
    #expect(request.limits.seconds == 7)
    #expect(request.limits.input == Limits.standard.input)
    #expect(
      request.json.description
        == #"{"input":"a","output":"a.png","to":"public.png","options":{"quality":0.8,"#
        + #""resize":"800x600^","enlarge":true,"metadata":"share","profile":"p3","hdr":"keep","#
        + ##""background":"#0a0b0c","maxSize":1500000,"require":["icc","exif,gps"],"##
        + #""set":{"a":"1","b":"=x"},"onConflict":"rename","keepTimes":false,"#
        + #""skipUnsuitable":true,"limit":{"pixels":2000000000,"memory":4000000000,"seconds":7}}}"#)
    #expect(try self.request(request.json.description).json == request.json)
  }

  @Test func readsEveryOptionOfMail() throws {
    let request = try request(
      #"""
      {"input":"a.mbox","to":"mbox","options":{"from":"json","messages":{"message":"7","from":["a"],
      "to":["b","c"],"subject":["d"],"text":["e"],"search":["f"],"after":1700000000,"before":-5,
      "hasAttachment":true,"attachment":["*.pdf"],"larger":"1MB","fromWord":"json"},"rowLimit":3}}
      """#)
    var messages = MessageSelection()
    (messages.message, messages.from, messages.to) = ("7", ["a"], ["b", "c"])
    (messages.subject, messages.text, messages.search) = (["d"], ["e"], ["f"])
    (messages.after, messages.before, messages.hasAttachment) = (1_700_000_000, -5, true)
    (messages.attachments, messages.largerThan, messages.typeWord) = (["*.pdf"], 1_000_000, "json")
    #expect(request.options.reading.messages == messages)
    #expect(request.options.selection.messageLimit == 3)
    let again = try self.request(request.json.description)
    #expect(again.json == request.json)
    #expect(again.options.reading.messages == messages)
    #expect(throws: ConversionError.self) {
      try self.request(#"{"input":"a","to":"csv","options":{"messages":{"form":["a"]}}}"#)
    }
  }

  @Test func readsEveryOptionOfTables() throws {
    let request = try request(
      #"""
      {"input":"a.csv","to":"png","options":{"delimiter":"tab","quote":"none","escape":"\\","header":2,
      "skipLines":3,"footerLines":1,"table":"Sheet 2","strict":true,"columns":["b","a,c","1"],
      "rows":"-10:","filter":["city=~^Ber","price>=10"],"sort":["-price","city"],"rowLimit":100}}
      """#)
    var dialect = TableDialect()
    (dialect.delimiter, dialect.quote) = (0x09, TableDialect.Mark.none)
    (dialect.escape, dialect.headerLines) = (.character(0x5C), 2)
    (dialect.skippedLines, dialect.footerLines) = (3, 1)
    #expect(request.options.reading.dialect == dialect)
    #expect(request.options.reading.table == "Sheet 2")
    #expect(request.options.reading.isStrict)
    var selection = TableSelection()
    (selection.columns, selection.lastRows) = (["b", "a,c", "1"], 10)
    (selection.filters, selection.sort) = (["city=~^Ber", "price>=10"], ["-price", "city"])
    selection.limit = 100
    #expect(request.options.selection == selection)
    #expect(
      request.json.description
        == #"{"input":"a.csv","output":"a.png","to":"public.png","options":{"delimiter":"\t","#
        + #""quote":"none","escape":"\\","header":2,"skipLines":3,"footerLines":1,"#
        + #""table":"Sheet 2","strict":true,"columns":["b","a,c","1"],"rows":"-10:","#
        + #""filter":["city=~^Ber","price>=10"],"sort":["-price","city"],"rowLimit":100}}"#)
    let again = try self.request(request.json.description)
    #expect(again.json == request.json)
    #expect(again.options.selection == selection)
    #expect(again.options.reading.dialect == dialect)
  }

  @Test(arguments: [
    (#""delimiter":"ab""#, #""delimiter" takes one ASCII character"#),
    (#""header":-1"#, #""header" takes a whole number from 0, not the number -1"#),
    (#""header":2000000"#, #""header" takes a number of lines up to 1000000"#),
    (#""rows":"3:1""#, "the rows 3:1 run backwards: say 1:3"),
    (#""rowLimit":0"#, #""rowLimit" takes a whole number from 1"#),
    (#""filter":"a=b""#, #""filter" takes an array of strings"#),
  ])
  func refusesOptionsOfTables(option: String, message: String) {
    let error = error(#"{"input":"a.csv","to":"png","options":{\#(option)}}"#)
    #expect(error?.code == .usage)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  /// What is not said is taken from what is.
  @Test(arguments: [
    (#"{"input":"d/a.heic","to":"jpg"}"#, "d/a.jpg", "public.jpeg"),
    (#"{"input":"d/archive","to":"image/png"}"#, "d/archive.png", "public.png"),
    (#"{"input":"a.b.c","to":".avif"}"#, "a.b.avif", "public.avif"),
    (#"{"input":"a.heic","output":"x/y.PNG"}"#, "x/y.PNG", "public.png"),
    (#"{"input":"a.heic","output":"x","to":"public.heic"}"#, "x", "public.heic"),
    (#"{"inputHex":"612e68656963","to":"jpeg"}"#, "a.jpg", "public.jpeg"),
  ])
  func fillsIn(line: String, output: FilePath, type: ContentType.ID) throws {
    let request = try request(line)
    #expect(request.output == .file(output))
    #expect(request.target.id == type)
  }

  @Test(arguments: [
    ("[]", #"a request is an object, such as {"input":"a.heic","to":"jpeg"}"#),
    ("{}", #"a request needs an "input""#),
    (#"{"input":7,"to":"png"}"#, #""input" takes a string, not the number 7"#),
    (#"{"input":"","to":"png"}"#, #""input" is empty"#),
    (#"{"input":"a\u0000b","to":"png"}"#, #""input" is no path: it has a NUL in it"#),
    (#"{"input":"-","to":"png"}"#, #""input" must be a file: standard input carries the requests"#),
    (
      #"{"input":"a","output":"-","to":"png"}"#,
      #""output" must be a file: standard output carries the results"#
    ),
    (
      #"{"input":"a","output":"d/","to":"png"}"#,
      #""output" ends in a slash: name the file, not its folder"#
    ),
    (
      #"{"input":"a","inputHex":"6","to":"png"}"#,
      #""inputHex" takes the bytes of a path as pairs of hexadecimal digits"#
    ),
    (
      #"{"input":"a","inputHex":"6100","to":"png"}"#,
      #""inputHex" takes the bytes of a path as pairs of hexadecimal digits"#
    ),
    (
      #"{"input":"a","outputHex":"","to":"png"}"#,
      #""outputHex" takes the bytes of a path as pairs of hexadecimal digits"#
    ),
    (#"{"input":"a"}"#, #"the target is missing: say "to", or name an "output" with an extension"#),
    (
      #"{"input":"a","output":"b"}"#,
      #"the target is missing: say "to", or name an "output" with an extension"#
    ),
    (#"{"input":"a","to":true}"#, #""to" takes a string, not true"#),
    (
      #"{"input":"a","to":"png","quality":1}"#,
      #""quality" is no key of a request: use id, verb, input, inputHex, pages, more, parts, output, outputHex, to, options, bytes, namesEachPart, priority, progress, dryRun"#
    ),
    (
      #"{"input":"a","to":"png","options":{"Quality":1}}"#,
      #""Quality" is no key of the options: use quality, resize, enlarge, metadata, profile, "#
        + "hdr, background, maxSize, require, set, pages, "
        + "entries, keepGoing, encoding, from, messages, delimiter, quote, escape, header, skipLines, footerLines, "
        + "table, strict, columns, rows, filter, sort, rowLimit, "
        + "onConflict, keepTimes, skipUnsuitable, limit, unusedOptions"
    ),
    (
      #"{"input":"a","to":"png","bytes":-1}"#,
      #""bytes" takes a whole number from 0, not the number -1"#
    ),
    (#"{"input":"a","to":"png","bytes":"1"}"#, #""bytes" takes a whole number from 0, not "1""#),
    (#"{"input":"a","to":"png","options":[]}"#, #""options" takes an object, not an array"#),
  ])
  func refuses(line: String, message: String) {
    let error = error(line)
    #expect(error?.code == .usage)
    #expect(error?.message == message)
  }

  /// The command line's own words where it has any.
  @Test(arguments: [
    (#"{"quality":"0.8"}"#, #""quality" takes a number, not "0.8""#),
    (#"{"quality":1e400}"#, #""quality" takes a number, not the number 1e400"#),
    (#"{"quality":1.5}"#, "quality 1.5 is out of range: use 0…1 (0.8) or 2…100 (80)"),
    (#"{"quality":-0}"#, nil),
    (#"{"resize":800}"#, #""resize" takes a string, not the number 800"#),
    (#"{"resize":"0"}"#, #""0" is not a size: a side is a whole number from 1 to 1000000"#),
    (#"{"enlarge":1}"#, #""enlarge" takes true or false, not the number 1"#),
    (#"{"metadata":"all"}"#, #""metadata" takes one of keep, share, none, not "all""#),
    (#"{"profile":null}"#, #""profile" takes one of keep, srgb, p3, not null"#),
    (#"{"hdr":"tonemap"}"#, #""hdr" takes one of drop, keep, not "tonemap""#),
    (#"{"maxSize":0}"#, #""0" is not a size: it must be at least one byte"#),
    (#"{"maxSize":"many"}"#, #""many" is not a size: use 500KB, 1.5MB or 80000"#),
    (#"{"maxSize":[]}"#, #""maxSize" takes a number, or a string such as "500KB", not an array"#),
    (#"{"require":"icc"}"#, #""require" takes an array of strings, not "icc""#),
    (#"{"require":["icc",1]}"#, #""require" takes an array of strings, not an array"#),
    (#"{"set":{"a":true}}"#, #""a" takes a string, not true"#),
    (
      #"{"onConflict":"replace"}"#,
      #""onConflict" takes one of fail, skip, rename, overwrite, not "replace""#
    ),
    (#"{"keepTimes":"no"}"#, #""keepTimes" takes true or false, not "no""#),
    (
      #"{"limit":{"time":1}}"#,
      #"there is no limit "time": use pixels, memory, input, output, entries, expanded, ratio, nesting, seconds, stall, tool"#
    ),
    (
      #"{"limit":{"seconds":0}}"#,
      #""0" is no limit: use a whole number such as 500000, 2e9 or 4GB"#
    ),
    (#"{"limit":7}"#, #""limit" takes an object, not the number 7"#),
  ])
  func checksOptions(options: String, message: String?) throws {
    let line = #"{"input":"a","to":"png","options":\#(options)}"#
    guard let message else {
      _ = try request(line)
      return
    }
    let error = error(line)
    #expect(error?.code == .usage)
    #expect(error?.message == message)
    #expect(error?.file == "a")
  }

  @Test func suggestsTypes() {
    let error = error(#"{"input":"a","to":"jpge"}"#)
    #expect(error?.code == .unknownType)
    #expect(error?.message.hasPrefix(#"there is no type "jpge"; did you mean "#) == true)
    #expect(error?.message.contains("jpeg") == true)
    #expect(self.error(#"{"input":"a","output":"b.xyzzy"}"#)?.code == .unknownType)
  }

  @Test func takesStandardStreamsWhereTheyAreFree() throws {
    let request = try request(#"{"input":"-","to":"png"}"#, streams: true)
    #expect(request.input == .standardInput)
    #expect(request.output == .standardOutput)
    #expect(request.json.description == #"{"input":"-","output":"-","to":"public.png"}"#)
    // A file of that name is another thing.
    let file = Request(input: .file("-"), target: request.target, output: .file("-"))
    let again = try Request(json: file.json, vocabulary: .standard)
    #expect(again.input == .file("-"))
    #expect(again.output == .file("-"))
  }

  /// A path may hold any byte but NUL.
  @Test func keepsEveryPath() throws {
    let png = try #require(ContentTypeCatalog.complete.type(named: "png"))
    var paths: [FilePath] = []
    for byte in UInt8(1)...255 {
      for name in [[0x61, byte, 0x62], [byte], [0xC3, byte], [0x2F, 0xED, byte]] as [[UInt8]] {
        paths.append(FilePath(platformString: name.map { CChar(bitPattern: $0) } + [0]))
      }
    }
    paths += ["..", ".", "/", "../a/./b", "\u{202e}é\u{1b}[2J", " ", "\u{fffd}", "e\u{301}"]
    for path in paths where path != "/" {
      let request = Request(input: .file(path), target: png, output: .file(path))
      let line = Array(request.json.description.utf8)
      let again = try Request(json: JSONValue(parsing: line), vocabulary: .standard)
      #expect(again.input.path.map(bytes) == bytes(path))
      #expect(again.output == .file(path))
    }
  }

  private func bytes(_ path: FilePath) -> [CChar] {
    path.withPlatformString { Array(UnsafeBufferPointer(start: $0, count: path.length)) }
  }

  @Test(arguments: ContentTypeCatalog.complete.types)
  func keepsEveryType(type: ContentType) throws {
    let request = Request(input: .file("a"), target: type, output: .file("b"))
    #expect(try Request(json: request.json, vocabulary: .standard).target == type)
  }

  @Test(
    arguments: [
      .longerSide(1), .width(1_000_000), .height(3), .fit(width: 4, height: 5),
      .exact(width: 6, height: 7), .fill(width: 8, height: 9), .percent(50), .percent(33.333),
      .percent(0.1 + 0.2), .percent(10_000), .percent(1e-5), .percent(1.25e-7),
      .percent(.leastNonzeroMagnitude),
    ] as [ResizeGeometry])
  func keepsEverySize(geometry: ResizeGeometry) throws {
    #expect(try ResizeGeometry(parsing: geometry.description) == geometry)
  }

  @Test(arguments: [0, 1, 0.5, 1.0 / 3, 0.07, .leastNonzeroMagnitude, 0.999999999999999])
  func keepsEveryQuality(value: Double) throws {
    let png = try #require(ContentTypeCatalog.complete.type(named: "png"))
    var request = Request(input: .file("a"), target: png, output: .file("b"))
    request.options.quality = Quality(value)
    let line = Array(request.json.description.utf8)
    let again = try Request(json: JSONValue(parsing: line), vocabulary: .standard)
    #expect(again.options.quality == Quality(value))
  }

  /// Amounts that a `Double` cannot hold.
  @Test(arguments: [1, 80_000, (1 << 53) + 1, Int.max])
  func keepsEveryAmount(amount: Int) throws {
    let png = try #require(ContentTypeCatalog.complete.type(named: "png"))
    var request = Request(input: .file("a"), target: png, output: .file("b"))
    request.options.maximumBytes = amount
    for name in Limits.Name.allCases { request.limits[name] = amount }
    let again = try Request(json: request.json, vocabulary: .standard)
    #expect(again.options.maximumBytes == amount)
    #expect(again.limits == request.limits)
  }
}
