import ArchiveModel
import ConverterCore
import Synchronization
import Testing

@Suite("Archives are visited")
struct VisitTests {
  /// What a visit came by: paths and contents.
  private final class Notes: Sendable {
    let contents = Mutex<[String: Int]>([:])
    let order = Mutex<[String]>([])
  }

  private func visit(
    _ archive: Archive, keepGoing: Bool = false, entries: [String] = [],
    in context: ConversionContext = .test(), failing: String? = nil
  ) throws(ConversionError) -> Notes {
    var options = ConversionOptions()
    options.keepGoing = keepGoing
    options.entries = entries
    let notes = Notes()
    try archive.forEachEntry(Admission(options, in: context), in: context) {
      (entry, source) throws(ConversionError) in
      var count = 0
      if entry.kind == .file {
        let stream = try source.open()
        while let piece = try stream.next() { count += piece.count }
      }
      if entry.text == failing { throw ConversionError(.writeFailed, "the disk is full") }
      notes.order.withLock { $0.append(entry.text) }
      notes.contents.withLock { $0[entry.text] = count }
    }
    return notes
  }

  private static func files(_ count: Int) -> [(Entry, [UInt8])] {
    (0..<count).map { (Entry.test("f\($0)", bytes: $0), [UInt8](repeating: 1, count: $0)) }
  }

  @Test("every entry once, on several threads", arguments: [1, 2, 8])
  func all(threads: Int) throws {
    let archive = MemoryArchive(Self.files(500))
    let notes = try visit(archive.directory, in: .test(threads: threads))
    let expected = Dictionary(uniqueKeysWithValues: (0..<500).map { ("f\($0)", $0) })
    #expect(notes.contents.withLock { $0 } == expected)
    #expect(archive.opened.load(ordering: .relaxed) == 500)
  }

  @Test("in order where they come one after the other")
  func sequence() throws {
    let notes = try visit(MemoryArchive(Self.files(20)).sequence, in: .test(threads: 4))
    #expect(notes.order.withLock { $0 } == (0..<20).map { "f\($0)" })
  }

  @Test("not at all where one may not be written", arguments: [true, false])
  func unsafe(isDirectory: Bool) {
    let archive = MemoryArchive(Self.files(3) + [(.test("../x"), [])])
    let context = ConversionContext.test()
    let error = failure { () throws(ConversionError) in
      try visit(isDirectory ? archive.directory : archive.sequence, in: context)
    }
    #expect(error?.code == .unsafeEntry)
    #expect(archive.opened.load(ordering: .relaxed) == (isDirectory ? 0 : 3))
  }

  @Test("but for those that are bad", arguments: [true, false])
  func keepGoing(isDirectory: Bool) throws {
    let bad = ConversionError(.damagedInput, "has a wrong checksum")
    let archive = MemoryArchive(Self.files(5) + [(.test("../x"), [])], failures: [2: bad])
    let context = ConversionContext.test(threads: 2)
    let notes = try visit(
      isDirectory ? archive.directory : archive.sequence, keepGoing: true, in: context)
    #expect(notes.contents.withLock { $0.keys.sorted() } == ["f0", "f1", "f3", "f4"])
    #expect(
      Set(context.omissions.map(\.message)) == [
        "the entry \"f2\" has a wrong checksum",
        "the entry \"../x\" has \"..\" in its path, which leads out of its folder",
      ])
    let error = failure { () throws(ConversionError) in try visit(archive.directory) }
    #expect(error?.code == .unsafeEntry)
  }

  @Test("no further when the output fails", arguments: [true, false])
  func outputFails(isDirectory: Bool) {
    let archive = MemoryArchive(Self.files(100))
    let error = failure { () throws(ConversionError) in
      try visit(
        isDirectory ? archive.directory : archive.sequence, keepGoing: true, failing: "f3")
    }
    #expect(error?.code == .writeFailed)
    #expect(archive.opened.load(ordering: .relaxed) == 4)
  }

  @Test("as far as they can be read")
  func brokenOff() throws {
    let end = ConversionError(.damagedInput, "ends too early")
    let archive = MemoryArchive(Self.files(5), end: (3, end))
    let error = failure { () throws(ConversionError) in try visit(archive.sequence) }
    #expect(error?.code == .damagedInput)
    let context = ConversionContext.test()
    let notes = try visit(archive.sequence, keepGoing: true, in: context)
    #expect(notes.order.withLock { $0 } == ["f0", "f1", "f2"])
    #expect(context.ledger.first?.what == "the rest of the archive, behind entry 3")
  }

  @Test("only where something was asked for", arguments: [true, false])
  func selection(isDirectory: Bool) throws {
    let archive = MemoryArchive(Self.files(5))
    let model = isDirectory ? archive.directory : archive.sequence
    #expect(try visit(model, entries: ["f[13]"]).order.withLock { $0 } == ["f1", "f3"])
    #expect(archive.opened.load(ordering: .relaxed) == 2)
    let error = failure { () throws(ConversionError) in try visit(model, entries: ["g"]) }
    #expect(error?.code == .inputNotFound)
  }

  @Test("until they are stopped")
  func stopped() {
    let cancellation = Cancellation()
    cancellation.cancel()
    let context = ConversionContext(registry: Registry(), cancellation: cancellation)
    let error = failure { () throws(ConversionError) in
      try visit(MemoryArchive(Self.files(5)).directory, keepGoing: true, in: context)
    }
    #expect(error?.code == .interrupted)
  }
}

@Suite("Contents are held to limits")
struct BudgetTests {
  private func read(
    _ entries: [(Entry, [UInt8])], isDirectory: Bool = true, byteCount: Int = 1 << 20,
    keepGoing: Bool = false, in context: ConversionContext
  ) -> ConversionError? {
    var options = ConversionOptions()
    options.keepGoing = keepGoing
    let archive = MemoryArchive(entries, byteCount: byteCount)
    return failure { () throws(ConversionError) in
      try (isDirectory ? archive.directory : archive.sequence).forEachEntry(
        Admission(options, in: context), in: context
      ) { (_, source) throws(ConversionError) in
        let stream = try source.open()
        while try stream.next() != nil {}
      }
    }
  }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  @Test("of all together", arguments: [true, false], [true, false])
  func expanded(isKnown: Bool, isDirectory: Bool) {
    let entries = (0..<4).map {
      (Entry.test("f\($0)", bytes: isKnown ? 1000 : nil), zeros(1000))
    }
    let small = ConversionContext.test { $0.expanded = 3999 }
    let error = read(entries, isDirectory: isDirectory, keepGoing: true, in: small)
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("--limit expanded=") == true)
    #expect(
      read(entries, isDirectory: isDirectory, in: .test { $0.expanded = 4000 }) == nil)
  }

  @Test("by what they promise, before anything is read")
  func promise() {
    let entries = [(Entry.test("f", bytes: 1 << 50), zeros(1))]
    let error = read(entries, in: .test())
    #expect(
      error?.message == "the contents of the archive come to 1125899906842624 bytes, the limit is "
        + "137438953472; raise it with --limit expanded=1125899906842624")
    let huge = (0..<3).map { (Entry.test("f\($0)", bytes: .max), zeros(1)) }
    #expect(read(huge, in: .test())?.code == .limitExceeded)
  }

  @Test("of ratio", arguments: [true, false])
  func ratio(isPromised: Bool) {
    let size = 3 << 20
    func bomb(_ compressed: Int?) -> [(Entry, [UInt8])] {
      [(.test("bomb", bytes: isPromised ? size : nil, compressed: compressed), zeros(size))]
    }
    let error = read(bomb(10_000), in: .test())
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("the entry \"bomb\" grows from 10000 to") == true)
    #expect(read(bomb(size / 200 + 1), in: .test()) == nil)
    #expect(read(bomb(10_000), in: .test { $0.ratio = 315 }) == nil)
    #expect(read(bomb(nil), in: .test()) == nil)
    #expect(read(bomb(0), in: .test())?.code == .limitExceeded)
    if isPromised {
      #expect(error?.message.contains("--limit ratio=315") == true)
    }
  }

  @Test("of ratio only where they are large")
  func smallRatio() {
    let entries = [(Entry.test("zeros", bytes: 1 << 20, compressed: 10), zeros(1 << 20))]
    #expect(read(entries, in: .test()) == nil)
  }

  @Test("of ratio all together, where they are compressed together")
  func sequenceRatio() {
    let entries = (0..<4).map { (Entry.test("f\($0)", bytes: 1 << 20), zeros(1 << 20)) }
    let error = read(
      entries, isDirectory: false, byteCount: 10_000, keepGoing: true, in: .test())
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.hasPrefix("the archive grows from 10000 to") == true)
    #expect(read(entries, isDirectory: false, byteCount: 30_000, in: .test()) == nil)
  }

  @Test("one by one where the rest is wanted")
  func keepGoing() {
    let context = ConversionContext.test()
    let entries = [
      (Entry.test("bomb", bytes: 2 << 20, compressed: 100), zeros(2 << 20)),
      (Entry.test("good", bytes: 5, compressed: 5), zeros(5)),
    ]
    #expect(read(entries, keepGoing: true, in: context) == nil)
    #expect(context.omissions.map(\.code) == [.limitExceeded])
  }
}
