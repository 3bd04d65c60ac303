import ConverterCore
import Runner
import SystemPackage

/// The files that words of the command line name, one at a time: files, folders walked, `-`.
///
/// It is a value: a copy made before the first ``next(unlisted:)`` goes over everything again, and
/// copies made after ``open()`` share the listing of the first folder.
struct InputSequence {
  private let arguments: [PathArgument]
  private let recursive: Bool
  private let excluded: FilePath?
  private var position = 0
  private var walk: FileWalk?

  /// - Parameters:
  ///   - recursive: whether folders may be named.
  ///   - excluded: a folder that walks do not enter: the one that results go to.
  init(_ arguments: [PathArgument], recursive: Bool, excluding excluded: FilePath? = nil) {
    self.arguments = arguments
    self.recursive = recursive
    self.excluded = excluded
  }

  /// Whether there is one input and it is no folder.
  var isSingleFile: Bool {
    arguments.count == 1 && arguments.allSatisfy { $0.isDash || !$0.path.isFolder }
  }

  var hasStandardInput: Bool { arguments.contains { $0.isDash } }

  /// Lists the folder that comes first, once for all copies.
  ///
  /// - Throws: as ``next(unlisted:)`` does.
  mutating func open() throws(ConversionError) {
    guard position == 0, walk == nil, let first = arguments.first, !first.isDash,
      first.path.isFolder
    else { return }
    try enter(first)
    position = 1
  }

  /// The next file, or `nil` after the last.
  ///
  /// - Parameter unlisted: called for a folder below a named one that cannot be listed.
  /// - Throws: `usage` for a folder without `recursive`, `readFailed` for a named one that cannot be
  ///   listed.
  mutating func next(
    unlisted: (ConversionError) -> Void
  ) throws(ConversionError) -> FoundInput? {
    while true {
      if let file = walk?.next(unlisted: unlisted) {
        return FoundInput(input: .file(file.path), subfolder: file.subfolder, isFromFolder: true)
      }
      walk = nil
      guard position < arguments.count else { return nil }
      let argument = arguments[position]
      position += 1
      if argument.isDash {
        return FoundInput(input: .standardInput, subfolder: "", isFromFolder: false)
      }
      guard argument.path.isFolder else {
        return FoundInput(input: .file(argument.path), subfolder: "", isFromFolder: false)
      }
      try enter(argument)
    }
  }

  private mutating func enter(_ argument: PathArgument) throws(ConversionError) {
    guard recursive else {
      throw ConversionError(
        .usage, "is a folder: add -r to convert the files in it", file: argument.path)
    }
    walk = try FileWalk(argument.path, excluding: excluded)
  }
}
