import Foundation
import TestSupport
import Testing

/// What happens when something stands where entries go: every policy, for every arrangement.
@Suite struct UnpackingConflictTests {
  enum Place: String, CaseIterable, Sendable {
    /// One file, or one folder, beside the archive.
    case file, folder
    /// A new folder of the archive's name.
    case whole
    /// Into a folder that is named, and into that of the archive.
    case merged, flat
  }

  /// What is there before, what the archive holds, and the words.
  private func material(_ place: Place) throws -> (scratch: ScratchFolder, words: [String]) {
    let scratch = try ScratchFolder()
    let several = ZIPBytes("a=new", "d/b=new", "d/c=new")
    switch place {
    case .file:
      try scratch.write(ZIPBytes("a=new"), to: "z.zip")
      try scratch.write(Array("old".utf8), to: "a")
    case .folder:
      try scratch.write(ZIPBytes("t/a=new", "t/d/b=new", "t/d/c=new"), to: "z.zip")
      try old(in: "t/", scratch)
    case .whole:
      try scratch.write(several, to: "z.zip")
      try old(in: "z/", scratch)
    case .merged:
      try scratch.write(several, to: "z.zip")
      try old(in: "m/", scratch)
      return (scratch, ["-o", "m"])
    case .flat:
      try scratch.write(several, to: "z.zip")
      try old(in: "", scratch)
      return (scratch, ["--flat"])
    }
    return (scratch, [])
  }

  private func old(in folder: String, _ scratch: ScratchFolder) throws {
    for name in ["a", "d/b", "x"] { try scratch.write(Array("old".utf8), to: folder + name) }
  }

  private func run(
    _ place: Place, _ policy: String...
  ) throws -> (Program.Result, ScratchFolder, before: [String]) {
    let (scratch, words) = try material(place)
    let before = try scratch.tree()
    let result = try Program.run(
      Program.fairy, ["extract", "z.zip", "--json"] + words + policy, in: scratch.path)
    return (result, scratch, before)
  }

  private func things(_ scratch: ScratchFolder) throws -> [String] {
    try scratch.things().filter { !$0.hasPrefix("z.zip") }
  }

  @Test(arguments: Place.allCases, [[], ["--on-conflict", "fail"]])
  func failIsTheDefault(place: Place, policy: [String]) throws {
    let (scratch, words) = try material(place)
    let before = try scratch.tree()
    let result = try Program.run(
      Program.fairy, ["extract", "z.zip"] + words + policy, in: scratch.path)
    #expect(result.status == 73)
    let culprit =
      [.file: "a", .folder: "t", .whole: "z", .merged: "m/a", .flat: "./a"][place] ?? ""
    #expect(result.error.contains("fairy: \(culprit): exists already"), "\(result.error)")
    #expect(result.error.contains("--on-conflict skip, rename or overwrite"))
    #expect(try scratch.tree() == before)
  }

  @Test(arguments: [Place.file, .folder, .whole])
  func skip(place: Place) throws {
    let (result, scratch, before) = try run(place, "--on-conflict", "skip")
    #expect(result.status == 0)
    #expect(try result.objects().first?["status"] as? String == "skipped")
    #expect(try scratch.tree() == before)
  }

  /// Where things are added to others, those that are new are added.
  @Test(arguments: [Place.merged, .flat])
  func skipFileByFile(place: Place) throws {
    let (result, scratch, _) = try run(place, "--on-conflict", "skip")
    let root = place == .merged ? "m/" : ""
    let shown = place == .merged ? "m/" : "./"
    #expect(result.status == 0)
    let object = try #require(try result.objects().first)
    #expect(object["status"] as? String == "done")
    let skipped = (object["ledger"] as? [[String: String]])?.filter { $0["action"] == "dropped" }
    #expect(skipped?.compactMap { $0["what"] }.sorted() == ["file \(shown)a", "file \(shown)d/b"])
    #expect(
      try things(scratch)
        == (place == .merged ? ["m/"] : []) + [
          "\(root)a = \"old\"", "\(root)d/", "\(root)d/b = \"old\"", "\(root)d/c = \"new\"",
          "\(root)x = \"old\"",
        ])
  }

  @Test(arguments: [
    (Place.file, ["a = \"old\"", "a-2 = \"new\""]),
    (
      .folder,
      [
        "t-2/", "t-2/a = \"new\"", "t-2/d/", "t-2/d/b = \"new\"", "t-2/d/c = \"new\"", "t/",
        "t/a = \"old\"", "t/d/", "t/d/b = \"old\"", "t/x = \"old\"",
      ]
    ),
    (
      .whole,
      [
        "z-2/", "z-2/a = \"new\"", "z-2/d/", "z-2/d/b = \"new\"", "z-2/d/c = \"new\"", "z/",
        "z/a = \"old\"", "z/d/", "z/d/b = \"old\"", "z/x = \"old\"",
      ]
    ),
    (
      .merged,
      [
        "m/", "m/a = \"old\"", "m/a-2 = \"new\"", "m/d/", "m/d/b = \"old\"", "m/d/b-2 = \"new\"",
        "m/d/c = \"new\"", "m/x = \"old\"",
      ]
    ),
    (
      .flat,
      [
        "a = \"old\"", "a-2 = \"new\"", "d/", "d/b = \"old\"", "d/b-2 = \"new\"", "d/c = \"new\"",
        "x = \"old\"",
      ]
    ),
  ])
  func rename(place: Place, expected: [String]) throws {
    let (result, scratch, before) = try run(place, "--on-conflict", "rename")
    #expect(result.status == 0, "\(result.error)")
    #expect(try things(scratch) == expected)
    // What was there is untouched, to the time of the last change.
    let old = before.filter { $0.hasPrefix("file") }
    #expect(Set(try scratch.tree()).isSuperset(of: old))
  }

  @Test(arguments: Place.allCases)
  func overwrite(place: Place) throws {
    let (result, scratch, before) = try run(place, "--on-conflict", "overwrite")
    #expect(result.status == 0, "\(result.error)")
    let root = [.folder: "t/", .whole: "z/", .merged: "m/"][place] ?? ""
    let all =
      ["\(root)a = \"new\"", "\(root)d/", "\(root)d/b = \"new\"", "\(root)d/c = \"new\""]
      + ["\(root)x = \"old\""]
    #expect(
      try things(scratch)
        == (place == .file ? ["a = \"new\""] : root.isEmpty ? all : [root] + all))
    let untouched = before.filter { $0.hasPrefix("file") && $0.contains("\(root)x ") }
    #expect(Set(try scratch.tree()).isSuperset(of: untouched))
  }

  /// An empty folder is no more than a name.
  @Test func anEmptyFolderIsNotInTheWay() throws {
    let scratch = try ScratchFolder()
    try scratch.write(ZIPBytes("a=1", "b=2"), to: "z.zip")
    _ = try Program.shell("mkdir z", in: scratch.path)
    #expect(try Program.fairy("extract", "z.zip", in: scratch.path).status == 0)
    #expect(try things(scratch) == ["z/", "z/a = \"1\"", "z/b = \"2\""])
  }

  /// The folder that would be made stands in the way of nothing that is not made.
  @Test func onlyWhatIsMadeCanBeInTheWay() throws {
    let scratch = try ScratchFolder()
    try scratch.write(ZIPBytes("f=1"), to: "z.zip")
    try scratch.write(Array("old".utf8), to: "z/old")
    let result = try Program.fairy("extract", "z.zip", in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(try things(scratch) == ["f = \"1\"", "z/", "z/old = \"old\""])
  }

  @Test func filesAndFoldersDoNotReplaceEachOther() throws {
    let scratch = try ScratchFolder()
    try scratch.write(ZIPBytes("a/b=1", "c=2", "new=3"), to: "z.zip")
    try scratch.write([1], to: "m/a")
    try scratch.write([1], to: "m/c/x")
    let before = try scratch.tree()
    let result = try Program.fairy(
      "extract", "z.zip", "-o", "m", "--on-conflict", "overwrite", in: scratch.path)
    #expect(result.status == 73, "\(result.error)")
    #expect(try scratch.tree() == before)
  }
}
