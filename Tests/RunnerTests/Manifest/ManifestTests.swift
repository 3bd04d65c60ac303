import ConverterCore
import Runner
import SystemPackage
import TestSupport
import Testing

@Suite struct ManifestTests {
  private func manifest(_ lines: [String], shard: String? = nil) throws -> Manifest {
    try Manifest(
      InputFile(bytes: Array(lines.joined(separator: "\n").utf8)),
      shard: shard.map { try Shard(parsing: $0) }, vocabulary: .standard)
  }

  private func lines(_ manifest: Manifest) throws -> [RequestLine] {
    var (manifest, lines) = (manifest, [RequestLine]())
    while let line = try manifest.nextLine() { lines.append(line) }
    #expect(try manifest.nextLine() == nil)
    #expect(lines.count == manifest.files)
    return lines
  }

  @Test func readsLines() throws {
    let manifest = try manifest([
      #"{"id":"1","input":"a.heic","to":"jpeg","bytes":700}"#, "",
      #"{"id":4.20,"input":"b.heic","output":"c/b.png"}"#, "{", "[1]",
      #"{"id":null,"input":"d","to":"png","speed":1}"#,
    ])
    let lines = try lines(manifest)
    #expect(lines.map(\.number) == [1, 3, 4, 5, 6])
    #expect(lines.map(\.id) == [.string("1"), .literal("4.20"), nil, nil, .null])
    #expect(lines.map(\.bytes) == [700, nil, nil, nil, nil])
    #expect(lines.map(\.input) == [.file("a.heic"), .file("b.heic"), nil, nil, .file("d")])
    #expect(try lines[1].request.get().output == .file("c/b.png"))
    #expect(manifest.bytes == 700)
    let messages = lines.map { line in
      if case .failure(let error) = line.request { error.message } else { "" }
    }
    #expect(
      messages == [
        "", "",
        "line 4: is not JSON: at byte offset 1 a key in quotation marks was expected, but the text ends",
        #"line 5: a request is an object, such as {"input":"a.heic","to":"jpeg"}"#,
        #""speed" is no key of a request: use id, verb, input, inputHex, pages, more, parts, output, outputHex, "#
          + "to, options, bytes, namesEachPart, priority, progress, dryRun",
      ])
  }

  @Test func keepsALineThatIsTooLong() throws {
    let long = #"{"input":"\#(String(repeating: "a", count: 1 << 20))","to":"png"}"#
    let lines = try lines(manifest([long, #"{"input":"b","to":"png"}"#]))
    guard case .failure(let error) = lines[0].request else {
      Issue.record("a line that is too long was read")
      return
    }
    #expect(error.code == .usage)
    #expect(error.message == "line 1: is longer than 1048576 bytes")
    #expect(lines[1].input == .file("b"))
  }

  @Test(arguments: [
    ("out/a.jpg", "out/a.jpg"), ("out/a.jpg", "./out//x/../a.jpg"), ("a.jpg", nil), (nil, nil),
  ])
  func refusesTwoLinesForOneFile(first: String?, second: String?) throws {
    func line(_ output: String?) -> String {
      #"{"input":"a.heic","to":"jpeg""# + (output.map { #","output":"\#($0)""# } ?? "") + "}"
    }
    let all = [#"{"input":"b","to":"png"}"#, line(first), "", "wrong", line(second), line(first)]
    for shard in [nil, "0/4"] {
      let error = #expect(throws: ConversionError.self) { try manifest(all, shard: shard) }
      #expect(error?.code == .usage)
      let path = second.map { $0.replacing("//", with: "/") } ?? "a.jpg"
      #expect(
        error?.message
          == "lines 2 and 5 would both be written to \(path); nothing was converted")
    }
  }

  @Test func asksForSizes() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write([UInt8](repeating: 0, count: 1234), to: "a")
    let all = [
      #"{"input":"\#(path)","to":"png"}"#, #"{"input":"\#(path)","output":"b.png","bytes":6}"#,
      #"{"input":"\#(path)-not-there","to":"png"}"#, "wrong",
    ]
    #expect(try manifest(all).bytes == 1240)
    #expect(try manifest(all, shard: "0/1").bytes == 1240)
    let shards = try [1, 2, 3].map { try manifest(all, shard: "\($0)/3") }
    #expect(shards.map(\.bytes).sorted() == [0, 6, 1234])
    #expect(shards.map(\.files).sorted() == [1, 1, 2])
  }

  @Test func noticesThatItWasCut() throws {
    let scratch = try ScratchFolder()
    let line = #"{"input":"a","to":"png"}"#
    let path = try scratch.write(
      Array((line + "\n" + String(repeating: " ", count: 100_000) + "\nwrong\n").utf8), to: "m")
    var manifest = try Manifest(InputFile(path: FilePath(path)), vocabulary: .standard)
    let file = try FileDescriptor.open(FilePath(path), .writeOnly)
    defer { try? file.close() }
    try file.resize(to: 50)
    #expect(try manifest.nextLine()?.number == 1)
    let error = #expect(throws: ConversionError.self) { try manifest.nextLine() }
    #expect(error?.code == .readFailed)
    #expect(try manifest.nextLine() == nil)
  }

  @Test func readsWhatItsWriterWrites() throws {
    let png = try #require(ContentTypeCatalog.complete.type(named: "png"))
    let output = try OutputFile(.memory)
    var writer = ManifestWriter(to: output)
    var request = Request(input: .file("/in/./a\n"), target: png, output: .file("/x/../out/a.png"))
    request.options.quality = Quality(0.5)
    try writer.add(request, bytes: 1_299_081)
    let odd = FilePath(platformString: [0x2F, CChar(bitPattern: 0xFF), 0])
    try writer.add(Request(input: .file(odd), target: png, output: .file("/b")), bytes: nil)
    let text = String(decoding: output.bytes, as: UTF8.self)
    #expect(
      text == #"""
        {"id":"1","input":"/in/a\n","output":"/out/a.png","to":"public.png","options":{"quality":0.5},"bytes":1299081}
        {"id":"2","input":"/\#u{fffd}","inputHex":"2fff","output":"/b","to":"public.png"}

        """#)
    let manifest = try Manifest(InputFile(bytes: output.bytes), vocabulary: .standard)
    let lines = try lines(manifest)
    #expect(lines.map(\.id) == [.string("1"), .string("2")])
    #expect(lines.map(\.input) == [.file("/in/a\n"), .file(odd)])
    #expect(lines.map(\.bytes) == [1_299_081, nil])
    #expect(try lines[0].request.get().options.quality == request.options.quality)
  }
}
