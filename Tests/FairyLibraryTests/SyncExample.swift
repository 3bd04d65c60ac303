import ConverterCore
import FairyLibrary
import Foundation
import LibraryTestSupport
import SystemPackage
import TestSupport
import Testing

/// Two machines and a folder that both sync with.
struct SyncExample {
  let here: Example
  let there: Example
  let target: String
  let place: SyncPlace

  init() throws {
    (here, there) = (try Example(), try Example())
    target = here.folder.file("target")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    place = .folder(FilePath(target))
  }

  /// Syncs a library with the folder.
  ///
  /// - Returns: what was done, `kind title` each.
  @discardableResult
  func sync(
    _ example: Example, with target: (any SyncTarget)? = nil, now: StoredDate = .now,
    ignoresPauses: Bool = true, startsOver: Bool = false
  ) throws -> [String] {
    var outcomes: [SyncOutcome] = []
    var sync = try LibrarySync(
      example.editor, with: target ?? FolderTarget(FilePath(self.target)), at: place,
      ignoresPauses: ignoresPauses, startsOver: startsOver, now: now
    ) { outcomes.append($0) }
    try sync.run()
    return outcomes.map { "\($0.kind.rawValue) \($0.title)" }
  }

  /// Everything at the target.
  var paths: [String] { get throws { try FolderTree.paths(target) } }

  /// A saved document of one page.
  func saved(_ title: String = "One") throws -> DocumentMetadata {
    let made = try here.editor.create(title: title, of: [here.photo])
    return try here.editor.save(made.id)
  }

  /// What a machine without documents gets of the target: titles, with the first line of each picture and PDF.
  func seen() throws -> [String] {
    let reader = try Example()
    try sync(reader)
    return try reader.library.identifiers().map { id in
      let document = try reader.library.document(id)
      let metadata = try document.metadata()
      #expect(try document.faults() == [])
      let pictures = metadata.pages.compactMap(\.picture).map { document.path(of: $0, in: .pages) }
      return ([metadata.title] + (pictures + [document.path(of: .pdf, metadata)]).map(firstLine))
        .joined(separator: " | ")
    }.sorted()
  }

  private func firstLine(_ path: FilePath) -> String {
    let text = (try? String(contentsOfFile: path.string, encoding: .utf8)) ?? "missing"
    return String(text.prefix { $0 != "\n" })
  }
}

extension Example {
  func state(_ id: DocumentID) throws -> DocumentState {
    try library.document(id).metadata().state
  }

  func titles() throws -> [String] {
    try library.identifiers().map { try library.document($0).metadata().title }.sorted()
  }
}

/// A folder behind a connection that is cut after some operations, in the middle of one; it stays cut.
final class CutTarget: SyncTarget {
  private let folder: FolderTarget
  private let root: String
  private let most: Int
  private let renaming: Renaming
  private(set) var count = 0

  enum Renaming {
    case atOnce
    /// What has the new name is removed first.
    case removesFirst
    /// What has the new name is empty where the connection is cut.
    case emptiesWhereCut
  }

  init(_ root: String, after most: Int, _ renaming: Renaming = .atOnce) {
    (folder, self.root) = (FolderTarget(FilePath(root)), root)
    (self.most, self.renaming) = (most, renaming)
  }

  var wasCut: Bool { count > most }

  private func step() throws(ConversionError) {
    count += 1
    if wasCut { throw ConversionError(.writeFailed, "the connection was cut") }
  }

  func check() throws(ConversionError) {
    try step()
    try folder.check()
  }

  func folders(in folder: String) throws(ConversionError) -> [String] {
    try step()
    return try self.folder.folders(in: folder)
  }

  func sizes(in folders: [String]) throws(ConversionError) -> [String: Int] {
    try step()
    return try folder.sizes(in: folders)
  }

  func get(_ names: [String], in folder: String, to place: FilePath) throws(ConversionError) {
    for name in names {
      try step()
      try self.folder.get([name], in: folder, to: place)
    }
  }

  func put(_ files: [SyncFile]) throws(ConversionError) {
    for file in files {
      if wasCut || count + 1 > most { try putHalf(file) }
      try step()
      try folder.put([file])
    }
  }

  /// What a cut connection leaves of a file, where it was not cut already.
  private func putHalf(_ file: SyncFile) throws(ConversionError) {
    guard !wasCut, let bytes = FileManager.default.contents(atPath: file.path.string) else {
      return
    }
    let url = URL(fileURLWithPath: "\(root)/\(file.name)")
    try? FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? bytes.prefix(bytes.count / 2).write(to: url)
  }

  func rename(_ moves: [SyncMove]) throws(ConversionError) {
    for move in moves {
      switch renaming {
      case .atOnce: break
      case .removesFirst:
        try step()
        try folder.remove([move.newName])
      case .emptiesWhereCut where count == most:
        try? Data().write(to: URL(fileURLWithPath: "\(root)/\(move.newName)"))
      case .emptiesWhereCut: break
      }
      try step()
      try folder.rename([move])
    }
  }

  func remove(_ names: [String]) throws(ConversionError) {
    for name in names {
      try step()
      try folder.remove([name])
    }
  }
}
