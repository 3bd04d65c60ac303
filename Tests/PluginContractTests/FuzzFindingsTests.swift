import Foundation
import FuzzParsers
import TestSupport
import Testing

/// What `scripts/fuzz` found once stays harmless; so do the fixtures and their halves.
@Suite struct FuzzFindingsTests {
  @Test(arguments: Parser.all.map(\.name))
  func endsWell(name: String) throws {
    let parser = try #require(Parser.all.first { $0.name == name })
    let folder = Places.fixture("fuzz/\(name)")
    for finding in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      parser.parse(try Places.fixtureBytes("fuzz/\(name)/\(finding)"))
    }
    for fixture in ["camera.jpg", "indexed.png", "alpha.heic", "bad/random.png"] {
      let bytes = try Places.fixtureBytes(fixture)
      parser.parse(bytes)
      parser.parse(Array(bytes.dropFirst(bytes.count / 2)))
    }
  }
}
