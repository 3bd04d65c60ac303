import TestSupport
import Testing

/// Several files into one new archive.
@Suite struct PackingTests {
  /// `photo.jpg`, `table.csv`, `more/photo.jpg`, `more/deep/gray.png` and an empty folder in `more`.
  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.copy(Places.fixture("camera.jpg"), as: "photo.jpg")
    try folder.write(Array("a,b\n1,2\n".utf8), to: "table.csv")
    try folder.copy(Places.fixture("gray.jpg"), as: "more/photo.jpg")
    try folder.copy(Places.fixture("gray.png"), as: "more/deep/gray.png")
    return folder
  }

  /// Paths and contents of an archive, unpacked by fairy.
  private func contents(of name: String, in folder: ScratchFolder) throws -> [String: [UInt8]] {
    let target = try ScratchFolder()
    let result = try Program.fairy("extract", folder.file(name), "-o", target.path)
    #expect(result.status == 0, "\(result.error)")
    return Dictionary(
      uniqueKeysWithValues: target.names.compactMap { name in
        (try? target.bytes(name)).map { (name, $0) }
      })
  }

  @Test("names and bytes are those of the files", arguments: ["convert", "merge"])
  func twoFiles(verb: String) throws {
    let folder = try folder()
    let result = try Program.fairy(
      verb, "photo.jpg", "table.csv", "--to", "zip", "-o", "two.zip", in: folder.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.hasPrefix("2 files → two.zip  2.8 kB → "))
    let packed = try contents(of: "two.zip", in: folder)
    #expect(
      packed == [
        "photo.jpg": try folder.bytes("photo.jpg"), "table.csv": try folder.bytes("table.csv"),
      ])
  }

  @Test func filesAndFolders() throws {
    let folder = try folder()
    let result = try Program.fairy(
      "convert", "photo.jpg", "more", "table.csv", "-o", "all.zip", in: folder.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(
      try contents(of: "all.zip", in: folder).keys.sorted()
        == ["more/deep/gray.png", "more/photo.jpg", "photo.jpg", "table.csv"])
  }

  @Test func twoFolders() throws {
    let folder = try folder()
    try folder.write([1], to: "other/x")
    let result = try Program.fairy("convert", "more", "other/", "-o", "all.zip", in: folder.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(
      try contents(of: "all.zip", in: folder).keys.sorted()
        == ["more/deep/gray.png", "more/photo.jpg", "other/x"])
  }

  @Test func namesThatCollideGetANumberAndTheLedgerSaysSo() throws {
    let folder = try folder()
    let result = try Program.fairy(
      "convert", "photo.jpg", "more/photo.jpg", "-o", "two.zip", "--json", in: folder.path)
    #expect(result.status == 0, "\(result.error)")
    let packed = try contents(of: "two.zip", in: folder)
    #expect(packed.keys.sorted() == ["photo-2.jpg", "photo.jpg"])
    #expect(packed["photo-2.jpg"] == (try folder.bytes("more/photo.jpg")))
    let ledger = try result.objects().first?["ledger"] as? [[String: Any]]
    #expect(
      ledger?.first { $0["action"] as? String == "changed" }?["why"] as? String
        == "renamed to \"photo-2.jpg\": the name is there twice")
  }

  @Test func aFileByItself() throws {
    let folder = try folder()
    let result = try Program.fairy("convert", "photo.jpg", "--to", "zip", in: folder.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(
      try contents(of: "photo.zip", in: folder) == ["photo.jpg": try folder.bytes("photo.jpg")])
  }

  @Test func anArchiveAmongFilesStaysWhole() throws {
    let folder = try folder()
    #expect(try Program.fairy("convert", "more", "-o", "more.zip", in: folder.path).status == 0)
    let result = try Program.fairy(
      "convert", "table.csv", "more.zip", "-o", "all.zip", in: folder.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(try contents(of: "all.zip", in: folder).keys.sorted() == ["more.zip", "table.csv"])
  }

  @Test func mergeJoinsWhatIsInArchives() throws {
    let folder = try folder()
    #expect(try Program.fairy("convert", "more", "-o", "more.zip", in: folder.path).status == 0)
    let tar = try Program.run(
      "/usr/bin/env", ["tar", "-czf", "table.tar.gz", "table.csv"], in: folder.path)
    #expect(tar.status == 0, "\(tar.error)")
    let result = try Program.fairy(
      "merge", "more.zip", "table.tar.gz", "photo.jpg", "-o", "all.zip", in: folder.path)
    #expect(result.status == 0, "\(result.error)")
    let packed = try contents(of: "all.zip", in: folder)
    #expect(packed.keys.sorted() == ["deep/gray.png", "photo-2.jpg", "photo.jpg", "table.csv"])
    #expect(packed["table.csv"] == (try folder.bytes("table.csv")))
  }

  @Test func reproducible() throws {
    let folder = try folder()
    for name in ["one.zip", "two.zip"] {
      let result = try Program.fairy(
        "convert", "photo.jpg", "more", "--set", "reproducible=true", "-o", name, in: folder.path)
      #expect(result.status == 0, "\(result.error)")
    }
    #expect(try folder.bytes("one.zip") == folder.bytes("two.zip"))
  }

  @Test func withoutAFileEachBecomesItsOwn() throws {
    let folder = try folder()
    let result = try Program.fairy(
      "convert", "photo.jpg", "table.csv", "--to", "zip", "-o", "out/", in: folder.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(
      folder.names.filter { $0.hasSuffix(".zip") } == ["out/photo.zip", "out/table.zip"])
  }

  @Test func aDamagedArchiveIsNotPackedInItsOwnPlace() throws {
    let folder = try folder()
    try folder.write(Array(repeating: 7, count: 100), to: "broken.tar")
    let result = try Program.fairy("convert", "broken.tar", "--to", "zip", in: folder.path)
    #expect(result.status == 69)
    #expect(!folder.names.contains("broken.zip"))
  }

  @Test func whatIsNotThereLeavesNothing() throws {
    let folder = try folder()
    let names = folder.names
    let result = try Program.fairy(
      "convert", "photo.jpg", "missing.png", "-o", "two.zip", in: folder.path)
    #expect(result.status == 66)
    #expect(result.error == "fairy: missing.png: there is no such file\n")
    #expect(folder.names == names)
  }
}
