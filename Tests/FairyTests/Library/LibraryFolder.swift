import Foundation
import TestSupport

/// A library for the verbs that use one, and files beside it.
struct LibraryFolder {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Runs a verb with the library.
  func fairy(
    _ words: String..., input: [UInt8] = [], environment: [String: String] = [:]
  ) throws -> Program.Result {
    try Program.run(
      Program.fairy, words, in: scratch.path, input: input,
      environment: environment.merging(["FAIRY_LIBRARY": scratch.file("library")]) { $1 })
  }

  /// Lines of the journal that note words of a photo.
  func writeJournal() throws {
    let file = #"{"path":"/p/receipt.jpg","device":1,"inode":2,"bytes":3,"modified":4}"#
    let lines = """
      {"kind":"recognition","time":"2026-11-22T21:16:36Z","note":1,"photo":\(file),"text":"Bakery Miller\\nTotal 12.50","language":"eng","group":"receipt","reason":"it says so"}
      {"kind":"recognition","time":"2026-11-23T21:16:36Z","note":2,"photo":\(file.replacing("receipt", with: "sign")),"text":"No parking","language":null,"group":"other","reason":"2 words"}

      """
    try scratch.write(Array(lines.utf8), to: "library/journal.ndjson")
  }

  /// Settings that differ from the usual ones in what is remembered and searched.
  func writeSettings(kept: Bool = true, leftOut: [String] = [], mailboxes: [String] = []) throws {
    func list(_ paths: [String]) -> String {
      "[" + paths.map { "\"\(scratch.file($0))\"" }.joined(separator: ",") + "]"
    }
    let settings = """
      {"version":1,"title":"Scan","form":{"pageSize":"image","preset":"none","languages":"auto"},"save":"pdf",
      "exports":{"pdf":null,"images":null},"sync":null,
      "recent":{"kept":\(kept),"leftOut":\(list(leftOut))},"mailboxes":\(list(mailboxes))}
      """
    try scratch.write(Array(settings.utf8), to: "library/settings/settings.json")
  }
}
