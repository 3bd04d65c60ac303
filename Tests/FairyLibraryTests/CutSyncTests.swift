import ConverterCore
import FairyLibrary
import Foundation
import LibraryTestSupport
import Scanning
import SystemPackage
import TestSupport
import Testing

/// A connection is cut at each operation: the target has each document as it was before or as it is now, and the next sync
/// does the rest.
@Suite struct CutSyncTests {
  private static let old = "One | page 1 of 001.heic color | One: 001.heic 1"
  private static let new = "One | page 1 of 001.heic gray | One: 001.heic 1"

  private func paths(_ id: DocumentID) -> [String] {
    [
      "documents", "documents/ID", "documents/ID/metadata.json", "documents/ID/originals",
      "documents/ID/originals/001.heic", "documents/ID/output", "documents/ID/output/document.pdf",
      "documents/ID/pages", "documents/ID/pages/004.jpg", "documents/ID/text",
      "documents/ID/text/005.json", "documents/ID/thumbnail.jpg",
    ].map { $0.replacingOccurrences(of: "ID", with: id.description) }
  }

  private func change(_ example: SyncExample, _ id: DocumentID) throws {
    try example.here.editor.edit(id) { (session) throws(ConversionError) in
      try session.setFilter(.gray, of: 1)
    }
    try example.here.editor.save(id)
  }

  /// Cuts after 0, 1, 2 … operations, until the sync is done before.
  private func everyCut(
    _ renaming: CutTarget.Renaming = .atOnce, _ body: (SyncExample, CutTarget) throws -> Void
  ) throws {
    for most in 0..<200 {
      let example = try SyncExample()
      let target = CutTarget(example.target, after: most, renaming)
      try body(example, target)
      if !target.wasCut {
        #expect(most > 5)
        return
      }
    }
    Issue.record("a sync has more than 200 operations")
  }

  @Test(arguments: [CutTarget.Renaming.atOnce, .removesFirst])
  func aNewDocumentIsThereWholeOrNotAtAll(_ renaming: CutTarget.Renaming) throws {
    try everyCut(renaming) { example, target in
      let saved = try example.saved()
      try change(example, saved.id)
      _ = try? example.sync(example.here, with: target)
      #expect(try [[], [Self.new]].contains(example.seen()), "cut after \(target.count)")
      try example.sync(example.here)
      #expect(try example.here.state(saved.id) == .synced)
      #expect(try example.seen() == [Self.new])
      #expect(try example.paths == paths(saved.id), "cut after \(target.count)")
      #expect(try example.sync(example.here) == [])
    }
  }

  @Test(arguments: [CutTarget.Renaming.atOnce, .removesFirst])
  func aChangedDocumentIsThereAsBeforeOrAsAfter(_ renaming: CutTarget.Renaming) throws {
    try everyCut(renaming) { example, target in
      let saved = try example.saved()
      try example.sync(example.here)
      try change(example, saved.id)
      _ = try? example.sync(example.here, with: target)
      #expect(try [[Self.old], [Self.new]].contains(example.seen()), "cut after \(target.count)")
      try example.sync(example.here)
      #expect(try example.here.state(saved.id) == .synced)
      #expect(try example.here.titles() == ["One"])
      #expect(try example.seen() == [Self.new])
      #expect(try example.paths == paths(saved.id), "cut after \(target.count)")
      #expect(try example.sync(example.here) == [])
    }
  }

  /// As a server was seen to do where the connection was cut in the middle of a header.
  @Test(arguments: [false, true])
  func metadataThatACutHasEmptiedIsReplaced(isChangedSince: Bool) throws {
    try everyCut(.emptiesWhereCut) { example, target in
      let saved = try example.saved()
      try example.sync(example.here)
      try change(example, saved.id)
      _ = try? example.sync(example.here, with: target)
      if isChangedSince { try example.here.editor.describe(saved.id) { $0.title = "Two" } }
      try example.sync(example.here)
      #expect(try example.here.state(saved.id) == .synced, "cut after \(target.count)")
      let title = isChangedSince ? "Two |" : "One |"
      #expect(try example.seen() == [Self.new.replacingOccurrences(of: "One |", with: title)])
      #expect(try example.paths == paths(saved.id), "cut after \(target.count)")
    }
  }

  /// Whoever did not write it leaves it as it is, until told otherwise.
  @Test func metadataThatOthersHaveDamagedIsReplacedWhenAsked() throws {
    let example = try SyncExample()
    let saved = try example.saved()
    try example.sync(example.here)
    let metadata = URL(
      fileURLWithPath: "\(example.target)/documents/\(saved.id)/metadata.json")
    try Data().write(to: metadata)
    #expect(try example.sync(example.here) == ["failed One"])
    #expect(try Data(contentsOf: metadata).isEmpty)
    #expect(try example.here.state(saved.id) == .synced)
    #expect(try example.sync(example.here, startsOver: true) == ["uploaded One"])
    #expect(try example.seen().count == 1)
  }

  @Test func whatIsChangedAfterACutIsNoConflict() throws {
    try everyCut(.removesFirst) { example, target in
      let saved = try example.saved()
      try example.sync(example.here)
      try change(example, saved.id)
      _ = try? example.sync(example.here, with: target)
      try example.here.editor.describe(saved.id) { $0.title = "Two" }
      try example.sync(example.here)
      #expect(try example.here.titles() == ["Two"], "cut after \(target.count)")
      #expect(try example.here.state(saved.id) == .synced)
      #expect(try example.seen() == [Self.new.replacingOccurrences(of: "One |", with: "Two |")])
    }
  }

  @Test func aDownloadIsWholeOrNotAtAll() throws {
    try everyCut { example, target in
      let saved = try example.saved()
      try example.sync(example.here)
      _ = try? example.sync(example.there, with: target)
      for id in try example.there.library.identifiers() {
        #expect(try example.there.library.document(id).faults() == [])
      }
      try example.sync(example.there)
      #expect(try example.there.state(saved.id) == .synced)
      #expect(try example.there.library.document(saved.id).faults() == [])
      #expect(try FolderTree.paths(example.there.folder.file("library/settings")) == [])
    }
  }

  @Test func anUpdateIsMadeOrNotAndNeverTakenForAConflict() throws {
    try everyCut { example, target in
      let saved = try example.saved()
      try example.sync(example.here)
      try example.sync(example.there)
      try change(example, saved.id)
      try example.sync(example.here)
      _ = try? example.sync(example.there, with: target)
      #expect(try example.there.library.document(saved.id).faults() == [])
      try example.sync(example.there)
      #expect(try example.there.titles() == ["One"], "cut after \(target.count)")
      #expect(try example.there.state(saved.id) == .synced)
      #expect(try example.there.paths(of: saved.id) == (try example.here.paths(of: saved.id)))
    }
  }

  @Test func aConflictIsKeptOnce() throws {
    try everyCut(.removesFirst) { example, target in
      let saved = try example.saved()
      try example.sync(example.here)
      try example.sync(example.there)
      try change(example, saved.id)
      try example.sync(example.here)
      try example.there.editor.describe(saved.id) { $0.title = "Two" }
      _ = try? example.sync(example.there, with: target)
      try example.sync(example.there)
      try example.sync(example.here)
      for machine in [example.here, example.there] {
        let titles = try machine.titles()
        #expect(titles.count == 2, "cut after \(target.count)")
        #expect(titles.contains("Two"))
        for id in try machine.library.identifiers() {
          #expect(try machine.library.document(id).faults() == [])
        }
      }
    }
  }
}
