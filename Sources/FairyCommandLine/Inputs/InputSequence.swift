import ConverterCore
import Runner
import SystemPackage

/// The files that words of the command line name, one at a time: files, folders walked, files in archives,
/// `-`.
///
/// It is a value: a copy made before the first ``next(unlisted:)`` goes over everything again, and
/// copies made after ``open()`` share the listing of the first folder.
struct InputSequence {
  private let named: [NamedInput]
  private let recursive: Bool
  private let excluded: FilePath?
  private var position = 0
  private var walk: FileWalk?
  private var entries: ArraySlice<FoundInput> = []

  /// - Parameters:
  ///   - recursive: whether folders may be walked.
  ///   - excluded: a folder that walks do not enter: the one that results go to.
  init(_ named: [NamedInput], recursive: Bool, excluding excluded: FilePath? = nil) {
    self.named = named
    self.recursive = recursive
    self.excluded = excluded
  }

  /// Whether there is one input and it is no folder to be walked.
  var isSingleFile: Bool { named.count == 1 && named[0].isFile }

  var hasStandardInput: Bool {
    named.contains { if case .file(.standardInput) = $0 { true } else { false } }
  }

  /// Lists the folder that comes first, once for all copies.
  ///
  /// - Throws: as ``next(unlisted:)`` does.
  mutating func open() throws(ConversionError) {
    guard position == 0, walk == nil, case .folder(let path)? = named.first else { return }
    try enter(path)
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
        return FoundInput(.file(file.path), subfolder: file.subfolder, isFromFolder: true)
      }
      walk = nil
      if let entry = entries.popFirst() { return entry }
      guard position < named.count else { return nil }
      position += 1
      switch named[position - 1] {
      case .file(let input): return FoundInput(input)
      case .failed(let input, let error): return FoundInput(input, failure: error)
      case .entries(let found): entries = found[...]
      case .folder(let path): try enter(path)
      }
    }
  }

  private mutating func enter(_ path: FilePath) throws(ConversionError) {
    guard recursive else {
      throw ConversionError(.usage, "is a folder: -r takes the files in it", file: path)
    }
    walk = try FileWalk(path, excluding: excluded)
  }
}
