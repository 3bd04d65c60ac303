import ConverterCore
import SystemPackage

/// A word of the command line that names inputs, as far as it can be understood without reading a file.
enum NamedInput {
  /// A file, standard input, or a file in an archive.
  case file(Request.Input)
  /// A folder whose files are meant.
  case folder(FilePath)
  /// The files in an archive that a pattern names.
  case entries([FoundInput])
  /// An address whose files could not be told.
  case failed(Request.Input, ConversionError)

  /// - Parameters:
  ///   - takesFolders: whether a folder itself is what is to be converted.
  ///   - list: returns the files that an address with a pattern names.
  init(
    _ argument: PathArgument, takesFolders: Bool,
    list: (Request.Input) throws(ConversionError) -> [(input: Request.Input, byteCount: Int?)]
  ) throws(ConversionError) {
    let input = argument.input
    if case .entry(let archive, let address) = input, address.isPattern {
      let prefix = address.fixedFolders
      let files: [(input: Request.Input, byteCount: Int?)]
      do throws(ConversionError) {
        files = try list(input)
      } catch {
        // It fails like any input, in its turn, and the others go on.
        self = .failed(input, error)
        return
      }
      guard !files.isEmpty else {
        self = .file(input)
        return
      }
      self = .entries(
        files.map { file in
          let folders = file.input.address.map { Array($0.folders.dropFirst(prefix.count)) } ?? []
          return FoundInput(
            file.input, subfolder: FilePath(root: nil, folders.compactMap(FilePath.Component.init)),
            isFromFolder: true, entryByteCount: file.byteCount ?? archive.size)
        })
    } else if case .file(let path) = input, path.isFolder, !takesFolders,
      !path.isReadAsWhole(in: .builtin)
    {
      self = .folder(path)
    } else {
      self = .file(input)
    }
  }

  /// Whether there is one file at most.
  var isFile: Bool {
    switch self {
    case .file, .failed: true
    case .folder, .entries: false
    }
  }
}

extension EntryAddress {
  /// The folders of the last step.
  fileprivate var folders: [[UInt8]] {
    last.split(separator: UInt8(ascii: "/")).dropLast().map(Array.init)
  }

  /// The folders of the last step before the first pattern: what is below them keeps its structure.
  fileprivate var fixedFolders: [[UInt8]] {
    let all = last.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
    let folders = last.last == UInt8(ascii: "/") ? all[...] : all.dropLast()
    return folders.prefix { !EntryAddress(steps: [Array($0)]).isPattern }.map(Array.init)
  }
}

extension FilePath.Component {
  /// `nil` for what is no single name.
  fileprivate init?(_ bytes: [UInt8]) {
    guard let path = FilePath(bytes: bytes), path.components.count == 1,
      let only = path.lastComponent,
      only.kind == .regular
    else { return nil }
    self = only
  }
}
