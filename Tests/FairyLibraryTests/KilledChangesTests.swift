import ConverterCore
import FairyLibrary
import Foundation
import LibraryTestSupport
import SystemPackage
import TestSupport
import Testing

/// A program is killed while it changes documents, at 200 moments: each document is then as before or as after.
@Suite struct KilledChangesTests {
  @Test(arguments: 1...10) func aDocumentIsAsBeforeOrAsAfter(seed: Int) throws {
    let example = try Example()
    for round in 0..<20 {
      let lines = try run(example, seed: UInt64(seed * 1000 + round))
      try check(example, lines)
    }
    #expect(try example.library.identifiers().count > 0)
  }

  /// Starts the program, kills it after some milliseconds, and returns what it printed in whole lines.
  private func run(_ example: Example, seed: UInt64) throws -> [[Substring]] {
    let log = example.folder.file("log-\(seed)")
    try example.folder.write([], to: "log-\(seed)")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.built("library-changer"))
    process.arguments = [example.library.path.string, example.photo.string, "\(seed)"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: log)
    try process.run()
    usleep(UInt32.random(in: 10_000...60_000))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    let text = String(decoding: try example.folder.bytes("log-\(seed)"), as: UTF8.self)
    return text.split(separator: "\n").map { $0.split(separator: " ") }
  }

  /// What was reported as done is there; what was begun last is done or not; nothing else changed.
  private func check(_ example: Example, _ lines: [[Substring]]) throws {
    // Opening makes the index agree.
    let index = try example.library.openedIndex()
    var revisions: [String: Int] = [:]
    for words in lines where words.first == "changed" {
      revisions[String(words[1])] = Int(words[2])
    }
    let last = lines.last.map { $0.first == "change" ? String($0[1]) : "" }
    var found: [String: DocumentMetadata] = [:]
    for id in try example.library.identifiers() {
      let document = try example.library.document(id)
      let metadata = try document.metadata()
      found[id.description] = metadata
      #expect(try document.faults() == [])
      #expect((metadata.state == .draft) == (metadata.output == nil))
    }
    for (id, revision) in revisions {
      guard let metadata = found[id] else { continue }
      let most = last == id ? revision + 1 : revision
      #expect((revision...most).contains(metadata.revision))
    }
    try expectNothingLost(example, lines, found)
    var indexed: [String: Int] = [:]
    try index.items(.document) { indexed[$0.key] = $0.revision }
    #expect(indexed == found.mapValues(\.revision))
  }

  /// A document that was made is among the documents or in the trash.
  private func expectNothingLost(
    _ example: Example, _ lines: [[Substring]], _ found: [String: DocumentMetadata]
  ) throws {
    let trash = try example.library.identifiers(inTrash: true)
    for words in lines where words.first == "created" {
      let id = try #require(DocumentID(words[1]))
      #expect((found[id.description] != nil) != trash.contains(id))
    }
    for id in trash { #expect(try example.library.document(id, inTrash: true).faults() == []) }
  }
}
