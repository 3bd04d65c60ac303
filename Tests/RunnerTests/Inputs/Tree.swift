import ConverterCore
import Runner
import SystemPackage
import TestSupport

/// A folder with files of the test's making, and what a walk finds in it.
struct Tree {
  let scratch: ScratchFolder
  var root: FilePath { FilePath(scratch.file("root")) }

  /// - Parameter files: paths below the root; one that ends with a slash is an empty folder.
  init(_ files: [String] = []) throws {
    scratch = try ScratchFolder()
    try make(files)
  }

  func make(_ files: [String]) throws {
    for file in files {
      let placeholder = file.hasSuffix("/") ? "root/\(file)/.keep" : "root/\(file)"
      try scratch.write([], to: placeholder)
    }
  }

  func walk(excluding excluded: FilePath? = nil) throws -> FileWalk {
    try FileWalk(root, excluding: excluded)
  }

  /// What a whole walk gives, without the root, and the folders that it could not list.
  func found(excluding excluded: FilePath? = nil) throws -> (files: [String], unlisted: [String]) {
    var walk = try walk(excluding: excluded)
    var (files, unlisted): ([String], [String]) = ([], [])
    while let file = walk.next(unlisted: { unlisted.append(short($0.file ?? "")) }) {
      files.append(short(file.path))
    }
    return (files, unlisted)
  }

  func short(_ path: FilePath) -> String {
    var path = path
    _ = path.removePrefix(root)
    return path.string
  }
}
