import ConverterCore
import FairyLibrary
import SystemPackage
import Testing

@testable import FairyWeb

@Suite struct UploadNameTests {
  @Test(arguments: [
    ("a.jpg", ["a.jpg"]), ("trip/a.jpg", ["trip", "a.jpg"]), ("../../a.jpg", ["a.jpg"]),
    ("/etc/passwd", ["etc", "passwd"]), ("a\\b.jpg", ["a", "b.jpg"]), (".hidden", ["hidden"]),
    ("", ["file"]), ("..", ["file"]), ("a//b", ["a", "b"]), ("a\u{0}b", ["ab"]), ("a\nb", ["ab"]),
    (".part", ["part"]), ("./.upload", ["upload"]),
  ])
  func leavesNothingThatLeadsElsewhere(_ name: String, _ parts: [String]) {
    #expect(UploadName.parts(name) == parts)
    // What was made usable stays as it is.
    #expect(UploadName.parts(parts.joined(separator: "/")) == parts)
    #expect(UploadName.last(name) == parts.last)
  }

  @Test func isNeverTooLong() {
    let parts = UploadName.parts(String(repeating: "ä", count: 1000) + "/a.jpg")
    #expect(parts.allSatisfy { $0.utf8.count <= 240 })
    #expect(UploadName.parts(String(repeating: "a/", count: 100) + "b").count == 16)
  }
}

@Suite struct DiskRoomTests {
  @Test func leavesATwentiethAndAtMostAGigabyte() {
    #expect(DiskRoom(free: 100, total: 1000).floor == 50)
    #expect(DiskRoom(free: 100, total: 1 << 50).floor == 1 << 30)
    let room = DiskRoom(free: 100, total: 1000)
    #expect(room.holds(50) && !room.holds(51) && !room.holds(.max))
  }
}

@Suite struct EventStreamTests {
  private func lines(_ listener: EventStream.Listener?, _ count: Int) async throws -> [String] {
    var (lines, iterator) = ([String](), try #require(listener).lines.makeAsyncIterator())
    while lines.count < count, let line = await iterator.next() { lines.append(line) }
    return lines
  }

  private func number(_ line: String) -> String? {
    line.split(separator: "\n").first { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
  }

  @Test func tellsWhatWasMissed() async throws {
    let events = EventStream()
    let hello = try await lines(events.listen(session: "a", after: nil) {}, 1)
    let last = try #require(number(hello[0]))
    events.send("job", ["number": .integer(1)])
    events.send("job", ["number": .integer(2)], isPassing: true)
    events.send("upload", ["id": .string("x")])
    let missed = try await lines(events.listen(session: "a", after: last) {}, 3)
    // How far a job was is nothing that anybody missed.
    #expect(missed[1].contains("event: job\ndata: {\"number\":1}\n\n"))
    #expect(missed[2].contains("event: upload\ndata: {\"id\":\"x\"}\n\n"))
    for _ in 0..<EventStream.mostRecent { events.send("library", [:]) }
    let anew = try await lines(events.listen(session: "a", after: last) {}, 1)
    #expect(anew[0].contains("event: reload"))
  }

  @Test func cutsOffWhoDoesNotRead() async throws {
    let events = EventStream()
    await confirmation { cut in
      let slow = events.listen(session: "a", after: nil) { cut() }
      let most = EventStream.mostWaiting + EventStream.mostRecent
      for _ in 0..<most { events.send("library", [:]) }
      #expect(slow != nil && !events.hasListeners)
    }
  }

  @Test func endsTheOldestOfASession() async throws {
    let events = EventStream()
    await confirmation { cut in
      let first = events.listen(session: "a", after: nil) { cut() }
      let others = (1...EventStream.mostPerSession).map { _ in
        events.listen(session: "a", after: nil) {}
      }
      #expect(first != nil && others.allSatisfy { $0 != nil })
    }
  }
}

@Suite struct PictureCacheTests {
  @Test func removesWhatWasNotUsedForLongest() throws {
    let folder = FilePath("/tmp/fairy-cache-\(UInt64.random(in: .min ... .max))")
    try folder.makeFolders(mode: 0o700)
    defer { for name in "abcdef" { folder.appending("\(name)").removeFile() } }
    var cache = PictureCache(in: folder, most: 500)
    for name in "abcdef" {
      try folder.appending("\(name)").replaceFile(with: [UInt8](repeating: 0, count: 100))
      cache.use("\(name)")
    }
    cache.use("a")
    #expect(cache.byteCount == 600 && cache.isTooLarge)
    cache.prune()
    #expect(cache.byteCount == 400)
    let left = "abcdef".filter { folder.appending("\($0)").status() != nil }
    #expect(left == "adef")
  }
}
