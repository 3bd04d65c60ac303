import ArchiveModel
import ConverterCore
import TestSupport
import Testing

@Suite struct HostileTarTests {
  private func code(_ bytes: [UInt8], limits: Limits = .standard) -> ConversionError.Code? {
    error { _ = try Opened(bytes, type: "public.tar-archive", limits: limits).items() }?.code
  }

  @Test func sizesThatAreNone() {
    let tail = TarBytes.padded([1, 2, 3]) + TarBytes.end
    // −1, more than 2⁶³, 2⁶⁰, and more than the file has.
    let minus = [UInt8](repeating: 0xFF, count: 12)
    let huge: [UInt8] = [0x80] + [UInt8](repeating: 0xFF, count: 11)
    let large: [UInt8] = [0x80, 0, 0, 0, 0x10] + [UInt8](repeating: 0, count: 7)
    for size in [minus, huge, large, Array("00000100000".utf8)] {
      #expect(code(TarBytes.Header(rawSize: size).bytes + tail) == .damagedInput, "\(size)")
    }
  }

  @Test func wrongChecksum() {
    let good = TarBytes.file("a", [1])
    #expect(
      code(good + TarBytes.Header(hasBadChecksum: true).bytes + TarBytes.end) == .damagedInput)
    #expect(code(TarBytes.Header(hasBadChecksum: true).bytes + TarBytes.end) == .damagedInput)
  }

  /// What ends a pass ends it for good: nothing is passed over.
  @Test func anErrorIsGivenAgain() throws {
    let bytes =
      TarBytes.file("a", [1]) + TarBytes.Header(hasBadChecksum: true).bytes
      + TarBytes.file("b", [2]) + TarBytes.end
    let pass = try Opened(bytes).sequence.makePass()
    #expect(try pass.next()?.path.bytes == Array("a".utf8))
    let first = error { _ = try pass.next() }
    let second = error { _ = try pass.next() }
    #expect(first?.message == "the archive is damaged, or ends too early")
    #expect(second?.message == first?.message)
  }

  @Test func extendedHeaders() throws {
    let file = TarBytes.file("short", Array("x".utf8)) + TarBytes.end
    // Lengths of records that lie.
    for length in [0, 3, 99_999, 999_999_999] {
      #expect(code(TarBytes.pax("path", Array("p".utf8), length: length) + file) == .damagedInput)
    }
    // One of more than a megabyte, and one that announces 8 GiB.
    let long = [UInt8](repeating: 0x61, count: 1_100_000)
    #expect(code(TarBytes.pax("path", long) + file) == .damagedInput)
    #expect(
      code(TarBytes.Header(size: "77777777777", type: "x").bytes + file) == .damagedInput)
    #expect(
      code(TarBytes.Header(size: "77777777777", type: "L").bytes + file) == .damagedInput)
    // Extended headers alone, without end.
    let many = (0..<100).flatMap { _ in TarBytes.pax("comment", [0x61]) }
    #expect(code(many + file) == .damagedInput)
    let size = TarBytes.pax("size", Array("-5".utf8)) + file
    #expect([.damagedInput, nil].contains(code(size)))
  }

  @Test func pathsStayWhatTheyAre() throws {
    let names = [
      "../../etc/passwd", "/etc/passwd", "a/../../b", "./c", "C:\\x", "d\u{1B}[2J", "e//f",
    ]
    let bytes = names.flatMap { TarBytes.file($0, []) } + TarBytes.end
    #expect(try Opened(bytes).items().map(\.path) == names)
  }

  @Test func linksAndDevices() throws {
    let bytes =
      TarBytes.link("hard", to: "nowhere", type: "1")
      + TarBytes.link("soft", to: "../../../etc", type: "2")
      + TarBytes.link("character", to: "", type: "3") + TarBytes.link("block", to: "", type: "4")
      + TarBytes.link("pipe", to: "", type: "6") + TarBytes.file("dir/", []) + TarBytes.end
    #expect(
      try Opened(bytes).items() == [
        Item("hard", .hardLink, target: "nowhere"),
        Item("soft", .link, target: "../../../etc"),
        Item("character", .device), Item("block", .device), Item("pipe", .device),
        Item("dir", .folder),
      ])
  }

  @Test func longNames() throws {
    let name = String(repeating: "long/", count: 200) + "name"
    let gnu =
      TarBytes.file(Array("././@LongLink".utf8), Array(name.utf8) + [0], type: "L")
      + TarBytes.file("short", [1]) + TarBytes.end
    #expect(try Opened(gnu).items() == [Item(name, content: [1])])
    let pax = TarBytes.pax("path", Array(name.utf8)) + TarBytes.file("short", [1]) + TarBytes.end
    #expect(try Opened(pax).items() == [Item(name, content: [1])])
  }

  @Test func sparseMapsThatLie() throws {
    func sparse(_ map: String, _ realSize: String) -> [UInt8] {
      TarBytes.pax("GNU.sparse.map", Array(map.utf8))
        + TarBytes.file("a", [UInt8](repeating: 7, count: 10)) + TarBytes.end
    }
    for map in ["0,10,5,10", "10,5,0,5", "0,99999999999999999999", "-5,10", "0", "x,y", "5,-1"] {
      let found = code(sparse(map, "100"))
      #expect(found == .damagedInput || found == nil, "\(map)")
    }
    // 2⁶² bytes of hole: as long as somebody asks, there are zeros, and somebody counts.
    let bytes =
      TarBytes.file(
        Array("PaxHeader".utf8),
        Array(
          "22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n44 GNU.sparse.realsize=4611686018427387904\n"
            .utf8),
        type: "x")
      + TarBytes.file(
        "a", TarBytes.padded(Array("1\n4611686018427387000\n4\n".utf8)) + [1, 2, 3, 4])
      + TarBytes.end
    #expect([.limitExceeded, .damagedInput].contains(code(bytes)))
  }

  @Test func entryLimit() throws {
    var limits = Limits.standard
    limits.entries = 3
    let bytes = (0..<4).flatMap { TarBytes.file("\($0)", []) } + TarBytes.end
    let thrown = error { _ = try Opened(bytes, limits: limits).items() }
    #expect(thrown?.code == .limitExceeded)
    #expect(thrown?.message.contains("--limit entries=4") == true)
    limits.entries = 4
    #expect(try Opened(bytes, limits: limits).items().count == 4)
  }

  @Test func nestingLimit() throws {
    var limits = Limits.standard
    limits.nesting = 1
    let sample = try Sample()
    let bytes = try sample.make("tar -czf a.tgz in", "a.tgz")
    #expect(error { _ = try Opened(bytes, limits: limits) }?.code == .limitExceeded)
  }

  /// Zeros without end behind the end of an archive.
  @Test func tailLimit() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TarBytes.file("a", [1]) + TarBytes.end, to: "a.tar")
    _ = try Program.shell(
      "(cat a.tar; head -c 20000000 /dev/zero) | gzip -1 > a.tgz", in: scratch.path)
    var limits = Limits.standard
    limits.expanded = 1 << 20
    let opened = try Opened(scratch.bytes("a.tgz"), limits: limits)
    #expect(error { _ = try opened.items() }?.code == .limitExceeded)
  }
}
