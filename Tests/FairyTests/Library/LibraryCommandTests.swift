import Foundation
import TestSupport
import Testing

/// `fairy library`: documents by their numbers.
@Suite struct LibraryCommandTests {
  private let folder: LibraryFolder

  init() throws {
    folder = try LibraryFolder()
    try folder.scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
  }

  private func titles() throws -> [String] {
    try folder.fairy("library", "list", "--json").objects().compactMap { $0["title"] as? String }
  }

  private func make(_ titles: String...) throws {
    for title in titles {
      // Documents are in the order of the seconds in which they were made.
      let result = try Program.run(
        "/bin/bash", ["-c", "sleep 1; exec \"$FAIRY\" library new a.jpg --title \(title)"],
        in: folder.scratch.path, environment: ["FAIRY_LIBRARY": folder.scratch.file("library")])
      #expect(result.status == 0, "\(result.error)")
    }
  }

  /// What a user sees in the list and types then is the same document, whatever is changed in between.
  @Test func aChangeMovesNoDocument() throws {
    try make("one", "two")
    #expect(try titles() == ["two", "one"])
    #expect(try folder.fairy("library", "rename", "2", "first").status == 0)
    #expect(try titles() == ["two", "first"])
    #expect(try folder.fairy("library", "tag", "2", "food").status == 0)
    let list = try folder.fairy("library", "list", "--json").objects()
    #expect(list.map { $0["tags"] as? [String] } == [[], ["food"]])
  }

  /// Their pages have no words.
  @Test func severalAreSaved() throws {
    try make("one", "two")
    let result = try folder.fairy("library", "save", "1", "one", "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(try result.objects().map { $0["state"] as? String } == ["savedLocal", "savedLocal"])
    #expect(try folder.fairy("library", "save", "1", "3").status == 66)
  }

  @Test func theOnlyPageNeedsNoNumber() throws {
    try make("one")
    let corners = ["library", "crop", "1", "--corners", "10,10,100,10,100,100,10,100"]
    func crop() throws -> Program.Result {
      try Program.run(
        Program.fairy, corners, in: folder.scratch.path,
        environment: ["FAIRY_LIBRARY": folder.scratch.file("library")])
    }
    #expect(try crop().status == 0)
    #expect(try folder.fairy("library", "add", "1", "a.jpg").status == 0)
    let refused = try crop()
    #expect(refused.status == 64)
    #expect(refused.error.contains("the document has 2 pages: say which one with --page"))
  }

  /// What was asked for is wrong, and no file is.
  @Test func wrongRequestsNameNoFolder() throws {
    try make("one")
    let order = try folder.fairy("library", "order", "1", "5")
    #expect(order.status == 64)
    let tag = try folder.fairy("library", "tag", "1", "--remove", "food")
    #expect(tag.status == 64)
    #expect(tag.error == "fairy: the document has no tag \"food\"\n")
    #expect(!order.error.contains("documents/"))
  }

  @Test func optionsMayStandBeforeTheVerb() throws {
    try make("one")
    let list = try folder.fairy("library", "list", "--json")
    #expect(try folder.fairy("library", "--json", "list").output == list.output)
    let place = folder.scratch.file("library")
    #expect(try folder.fairy("library", "--library", place, "--json", "list").output == list.output)
    #expect(try folder.fairy("library", "--bogus", "list").status == 64)
  }

  /// A program may have a thousand files open, and a library has more documents.
  @Test func moreDocumentsThanOpenFilesAreIndexed() throws {
    try make("one")
    let script = """
      cd library/documents
      first=$(ls)
      for number in {10..89}; do
        copy=00000000-0000-4000-8000-0000000000$number
        cp -r $first $copy
        sed -i s/$first/$copy/ $copy/metadata.json
      done
      ulimit -n 60
      "$FAIRY" library reindex --json
      """
    let result = try Program.run(
      "/bin/bash", ["-c", script], in: folder.scratch.path,
      environment: ["FAIRY_LIBRARY": folder.scratch.file("library")])
    #expect(result.status == 0, "\(result.error)")
    #expect(try result.objects().map { $0["documents"] as? Int } == [81])
  }

  @Test func damagedDocumentsInTheTrashAreTold() throws {
    try make("one", "two")
    #expect(try folder.fairy("library", "trash", "1", "2").status == 0)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.scratch.file("library/trash"))
    let damaged = try #require(names.first)
    try folder.scratch.write(Array("{".utf8), to: "library/trash/\(damaged)/metadata.json")
    let list = try folder.fairy("library", "list", "--trash", "--json")
    #expect(list.status == 65)
    #expect(list.error.contains(damaged))
    #expect(try list.objects().count == 1)
  }
}
