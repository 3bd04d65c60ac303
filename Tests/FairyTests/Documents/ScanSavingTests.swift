import TestSupport
import Testing

/// What `fairy scan` stores, and which way up.
@Suite struct ScanSavingTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// A page 60 wide and 80 high that is black in its upper left quarter.
  private func picture(_ name: String) throws {
    var bytes = Array("P5 60 80 255\n".utf8)
    for y in 0..<80 { for x in 0..<60 { bytes.append(x < 30 && y < 40 ? 0 : 255) } }
    try scratch.write(bytes, to: name)
  }

  private func scan(_ words: String..., input: [UInt8] = []) throws -> Program.Result {
    try Program.run(
      Program.fairy,
      ["scan"] + words + ["--ocr", "off", "--no-crop", "--no-deskew", "--filter", "photo"],
      in: scratch.path, input: input)
  }

  /// The size of a picture, and whether its corners are black, from the top left clockwise.
  private func look(_ name: String) throws -> String {
    let result = try Program.run(
      Program.fairy, ["convert", name, "--to", "pgm", "-o", "-"], in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let fields = result.output.split(maxSplits: 4, whereSeparator: { $0 == 10 || $0 == 32 })
    let size = fields[1...2].compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    let pixels = Array(result.output.suffix(size[0] * size[1]))
    let (right, bottom) = (size[0] - 3, size[1] - 3)
    let corners = [(2, 2), (right, 2), (right, bottom), (2, bottom)].map { x, y in
      pixels[y * size[0] + x] < 128 ? "b" : "w"
    }
    return "\(size[0])x\(size[1]) \(corners.joined())"
  }

  @Test func aPictureForEachPage() throws {
    for name in ["a.pgm", "b.pgm"] { try picture(name) }
    let result = try scan("a.pgm", "b.pgm", "--save", "images", "--json", "-o", "out/")
    #expect(result.status == 0, "\(result.error)")
    let names = scratch.names.filter { $0.hasPrefix("out/Scan ") }.sorted()
    #expect(names.count == 2)
    #expect(names.first?.hasSuffix("-001.jpg") == true)
    #expect(names.last?.hasSuffix("-002.jpg") == true)
    let objects = try result.objects()
    #expect(objects.map { $0["page"] as? Int } == [1, 2, nil, nil, nil])
    // The result of the scan itself has no file.
    #expect(objects.compactMap { $0["output"] as? String }.sorted() == names)
  }

  @Test func aMissingFolderIsSaidBeforeAnythingIsDone() throws {
    try picture("a.pgm")
    let result = try scan("a.pgm", "--save", "images", "-o", "missing/x.pdf")
    #expect(result.status == 73)
    #expect(result.error == "fairy: missing/x.pdf: cannot be created: there is no folder missing\n")
    #expect(result.output.isEmpty)
    #expect(scratch.names == ["a.pgm"])
  }

  @Test func aDocumentAndPictures() throws {
    try picture("a.pgm")
    let result = try scan("a.pgm", "--save", "both", "-o", "x.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(scratch.names.sorted() == ["a.pgm", "x-001.jpg", "x.pdf"])
    #expect(try look("x-001.jpg") == "60x80 bwww")
  }

  /// Pages are numbered through all inputs, whatever these are called.
  @Test func picturesOfFilesWithOneNameDoNotCollide() throws {
    for name in ["p/a.pgm", "q/a.pgm"] { try picture(name) }
    let result = try scan("p/a.pgm", "q/a.pgm", "--save", "both", "-o", "x.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      scratch.names.filter { $0.hasPrefix("x") }.sorted() == ["x-001.jpg", "x-002.jpg", "x.pdf"])
  }

  /// The place stays in pictures, which is said; a PDF has none.
  @Test func thePlaceInPicturesIsSaid() throws {
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let result = try scan("a.jpg", "--save", "both", "-o", "x.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      result.error.contains(
        "fairy: x-001.jpg tells where the photo was taken (GPS); fairy convert --metadata share leaves that out\n"
      ), "\(result.error)")
    #expect(result.text.contains("dropped exif, gps"), "\(result.text)")
    let two = try scan("a.jpg", "a.jpg", "--save", "images", "--json", "-o", "y.pdf")
    #expect(
      two.error.contains("fairy: 2 pictures, such as y-001.jpg, tell where the photo was taken"),
      "\(two.error)")
    let kept = try two.objects().compactMap { $0["ledger"] as? [[String: String]] }.filter {
      $0.contains { $0["what"] == "gps" && $0["action"] == "kept" }
    }
    #expect(kept.count == 2)
    try picture("b.pgm")
    #expect(try !scan("b.pgm", "--save", "images", "-o", "z.pdf").error.contains("GPS"))
  }

  /// Ctrl-C while pictures are made: the PDF and finished pictures stay, whole, and all is told.
  @Test func anInterruptionTellsWhatIsWritten() throws {
    let header = Array("P5 3000 4000 255\n".utf8)
    try scratch.write(header + [UInt8](repeating: 200, count: 12_000_000), to: "a.pgm")
    let photos = Array(repeating: "a.pgm", count: 12).joined(separator: " ")
    let result = try Program.shell(
      """
      set -m  # else the shell starts it with INT ignored
      "$FAIRY" scan \(photos) --ocr off --no-crop --rotate none --filter photo --save both -o x.pdf & pid=$!
      for _ in {1..600}; do [ -e x.pdf ] && break; sleep 0.05; done
      kill -INT $pid; wait $pid
      """, in: scratch.path)
    #expect(result.status == 130, "\(result.error)")
    let made = scratch.names.filter { $0.hasPrefix("x-") }
    #expect(Set(scratch.names).subtracting(made) == ["a.pgm", "x.pdf"])
    let pictures = made.isEmpty ? "no picture of a page" : "\(made.count) of 12 pictures of pages"
    #expect(
      result.error.contains("fairy: interrupted: written: x.pdf and \(pictures)\n"),
      "\(result.error)")
    for name in made { #expect(try scratch.bytes(name).suffix(2) == [0xFF, 0xD9]) }
  }

  @Test func blackAndWhiteIsExact() throws {
    try picture("a.pgm")
    let result = try Program.run(
      Program.fairy,
      [
        "scan", "a.pgm", "--save", "images", "--filter", "bw", "--ocr", "off", "--no-crop", "-o",
        "x.pdf",
      ], in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(scratch.names.sorted() == ["a.pgm", "x-001.png"])
  }

  @Test func nothingIsStoredAndAllIsTold() throws {
    try picture("a.pgm")
    let told = try scan("a.pgm", "--save", "none")
    #expect(told.status == 0, "\(told.error)")
    #expect(told.text == "a.pgm  page 1: the whole picture · photo\n")
    let json = try scan("a.pgm", "--save", "none", "--json").objects()
    #expect(json.map { $0["output"] == nil } == [true, true])
    #expect(json[1]["status"] as? String == "done")
    #expect(scratch.names == ["a.pgm"])
    let printed = try scan("a.pgm", "--save", "none", "-o", "-")
    #expect(printed.output.starts(with: "%PDF-".utf8))
    #expect(scratch.names == ["a.pgm"])
  }

  @Test func eachPageOfATIFF() throws {
    try picture("a.pgm")
    let made = try Program.shell(
      "cd '\(scratch.path)' && $FAIRY convert a.pgm --to tiff -o one.tif && tiffcp one.tif one.tif two.tif"
    )
    guard made.status == 0 else { return }
    let result = try scan("two.tif", "--save", "both", "-o", "x.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      scratch.names.filter { $0.hasPrefix("x") }.sorted() == ["x-001.jpg", "x-002.jpg", "x.pdf"])
  }

  @Test(arguments: [
    ("none", "60x80 bwww", 0), ("0", "60x80 bwww", 0), ("90", "80x60 wbww", 90),
    ("180", "60x80 wwbw", 180), ("270", "80x60 wwwb", 270), ("-90", "80x60 wwwb", 270),
  ])
  func turns(angle: String, seen: String, told: Int) throws {
    try picture("a.pgm")
    let result = try scan(
      "a.pgm", "--rotate", angle, "--save", "both", "--json", "-o", "x.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(try result.objects()[0]["rotation"] as? Int == told)
    #expect(try look("x-001.jpg") == seen)
    let page = try Program.run(
      "/usr/bin/pdftoppm", ["-png", "-r", "96", "-singlefile", "x.pdf", "page"], in: scratch.path)
    #expect(page.status == 0)
    #expect(try look("page.png").hasSuffix(seen.suffix(4)))
  }

  @Test(arguments: [
    ["--save", "none", "-o", "x.pdf"], ["--save", "images", "-o", "-"], ["--save", "paper"],
    ["--save", "images", "--crop", "0,0,9,9"], ["--save", "none", "--dry-run"],
    ["--rotate", "45"], ["--rotate", "90", "--rotate", "180"],
  ])
  func wrongUse(words: [String]) throws {
    try picture("a.pgm")
    let result = try Program.run(Program.fairy, ["scan", "a.pgm"] + words, in: scratch.path)
    #expect(result.status == 64, "\(result.error)")
    #expect(scratch.names == ["a.pgm"])
  }
}
