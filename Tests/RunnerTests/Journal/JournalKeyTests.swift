import ConverterCore
import Foundation
import PictureModel
import SystemPackage
import TestSupport
import Testing

@testable import Runner

@Suite struct JournalKeyTests {
  private func key(
    version: String = "1.0", input: FilePath = "/in/a.heic", output: FilePath = "/out/a.jpg",
    bytes: Int = 5, modified: Int = 6,
    request: String = "{}"
  ) -> JournalKey {
    JournalKey(
      version: version, input: input, output: output, byteCount: bytes, modified: modified,
      request: Array(request.utf8))
  }

  @Test("every ingredient matters, and none runs into the next")
  func ingredients() {
    let keys = [
      key(), key(version: "1.1"), key(version: ""), key(input: "/in/A.heic"), key(input: "/in/a"),
      key(bytes: 56, modified: 7), key(bytes: 5, modified: 67), key(bytes: 0), key(modified: 7),
      key(modified: -6),
      key(bytes: 6, modified: 5),
      key(output: "/out/b.jpg"), key(request: "{\"to\":\"png\"}"), key(request: ""),
      key(modified: 61, request: ":"),
      key(version: "1.0:", input: "/in/a.heic"),
    ]
    #expect(Set(keys).count == keys.count)
  }

  @Test("the same file under another spelling is the same")
  func spelling() {
    #expect(key(input: "/in/./x/../a.heic") == key())
    let current = FilePath(FileManager.default.currentDirectoryPath)
    #expect(key(input: "a.heic") == key(input: current.appending("a.heic")))
    #expect(
      key(input: "../a.heic") == key(input: current.removingLastComponent().appending("a.heic")))
  }

  @Test("keys outlive versions of this code: one is written down")
  func golden() {
    #expect(key().hexadecimal == "1b085c27c123c7e97d2e02e56dd4f25e")
  }

  @Test func digits() {
    let key = key()
    #expect(JournalKey(hexadecimal: key.hexadecimal.utf8) == key)
    #expect(
      JournalKey(hexadecimal: "00000000000000010000000000000002".utf8)?.hexadecimal
        == "00000000000000010000000000000002")
    for bad in ["", "0", "0000000000000001000000000000000g", "0000000000000001000000000000000A"] {
      #expect(JournalKey(hexadecimal: bad.utf8) == nil)
    }
  }

  @Test("of a request, all that decides on the result matters, and no spelling of paths")
  func requests() throws {
    func key(
      isAttempt: Bool = false, _ change: (inout Request) -> Void
    ) throws -> JournalKey {
      let target = try #require(ContentTypeCatalog.complete["public.jpeg"])
      var request = Request(input: .file("/in/a.heic"), target: target, output: .file("/out/a.jpg"))
      change(&request)
      return try #require(
        JournalKey(
          request, version: "1", byteCount: 5, modified: 6, isAttempt: isAttempt))
    }
    let png = try #require(ContentTypeCatalog.complete["public.png"])
    let keys = [
      try key { _ in }, try key { $0.input = .file("/in/b.heic") },
      try key { $0.output = .file("/out/b.jpg") }, try key { $0.target = png },
      try key { $0.keepsTimes = false },
      try key { $0.options.quality = Quality(0.5) }, try key { $0.options.metadata = .none },
    ]
    #expect(Set(keys).count == keys.count)
    // What is done stays done under other limits; what failed may not fail again.
    let limits: (inout Request) -> Void = { $0.limits.pixels = 7 }
    let conflict: (inout Request) -> Void = { $0.conflict = .overwrite }
    #expect(try key(limits) == keys[0] && key(conflict) == keys[0])
    let attempts = [
      try key(isAttempt: true) { _ in }, try key(isAttempt: true, limits),
      try key(isAttempt: true, conflict),
    ]
    #expect(Set(attempts).count == 3)
    #expect(try key { $0.output = .file("/x/../out/./a.jpg") } == keys[0])
    #expect(try key { $0.input = .file("/x/../in/./a.heic") } == keys[0])
    let png2 = Request(input: .standardInput, target: png, output: .file("/out/a.png"))
    #expect(JournalKey(png2, version: "1", byteCount: 5, modified: 6, isAttempt: false) == nil)
  }
}
