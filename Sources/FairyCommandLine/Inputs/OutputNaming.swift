import ConverterCore
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the result of each input goes.
enum OutputNaming {
  case besideInput
  case file(FilePath)
  /// - Parameter isAlone: whether there is one input, by its name.
  case folder(FilePath, isAlone: Bool)
  case standardOutput

  /// Understands `-o`.
  ///
  /// - Parameters:
  ///   - argument: the word after `-o`, if any.
  ///   - inputs: what is to be converted.
  /// - Throws: `usage` when the words do not fit the number of inputs.
  init(_ argument: PathArgument?, for inputs: InputSequence) throws(ConversionError) {
    let single = inputs.isSingleFile
    guard let argument else {
      guard inputs.hasStandardInput else {
        self = .besideInput
        return
      }
      guard single else {
        throw ConversionError(.usage, "standard input among other inputs needs a folder: -o DIR/")
      }
      self = .standardOutput
      return
    }
    if argument.isDash {
      guard single else {
        throw ConversionError(.usage, "-o - takes one input; name a folder for several: -o DIR/")
      }
      self = .standardOutput
    } else if !single, !argument.meansFolder, argument.path.extension != nil {
      throw ConversionError(
        .usage,
        "there are several inputs, and \(argument.path.display) looks like one file: fairy merge makes "
          + "one file of several; for a folder of that name say \(argument.path.display)/")
    } else if argument.meansFolder || !single {
      self = .folder(argument.path, isAlone: single)
    } else {
      self = .file(argument.path)
    }
  }

  /// Understands `-o` of what makes one thing of its inputs, however many there are.
  init(ofOne argument: PathArgument) {
    if argument.isDash {
      self = .standardOutput
    } else if argument.meansFolder {
      self = .folder(argument.path, isAlone: true)
    } else {
      self = .file(argument.path)
    }
  }

  /// Whether no name is given that one part alone could have.
  var namesEachPart: Bool {
    switch self {
    case .besideInput, .folder: true
    case .file, .standardOutput: false
    }
  }

  var isStandardOutput: Bool { if case .standardOutput = self { true } else { false } }

  /// That of the file that is named.
  var fileExtension: String? { if case .file(let path) = self { path.extension } else { nil } }

  /// The destination of a merge; in a folder it is named after the first input: `a-merged.pdf`.
  func destination(
    ofMerging first: Request.Input, into type: ContentType
  ) -> OutputFile.Destination {
    switch self {
    case .standardOutput: return .standardOutput
    case .file(let path): return type.destination(named: path)
    case .folder(let folder, _) where type.fillsFolder: return .folder(folder, .whole)
    case .besideInput, .folder:
      let found = FoundInput(first)
      guard let path = destination(of: found, target: type).path else { return .standardOutput }
      return type.destination(named: path.suffixed("merged"))
    }
  }

  /// The destination of a scan: named by the time where nobody names it.
  func destination(ofScanBeside folder: FilePath) -> OutputFile.Destination {
    switch self {
    case .standardOutput: .standardOutput
    case .file(let path): .file(path)
    case .besideInput: .file(folder.appending(ScanName.now()))
    case .folder(let folder, _): .file(folder.appending(ScanName.now()))
    }
  }

  /// What names of parts begin with, or the one part itself.
  func destination(ofParts input: Request.Input) -> OutputFile.Destination {
    switch self {
    case .standardOutput: .standardOutput
    case .file(let path): .file(path)
    case .besideInput: input.path.map { .file($0) } ?? .standardOutput
    case .folder(let folder, _):
      // What can be taken apart is a PDF, whatever it came through.
      .file(folder.appending(input.path?.lastComponent ?? "stdin.pdf"))
    }
  }

  /// Whether folders on the way to results are made: where `-o` names a folder, as the user may not have
  /// it yet. That of a file which is named is there, or the name is misspelt.
  var makesFolders: Bool { if case .folder = self { true } else { false } }

  /// The destination of `found` as `request` wants it.
  func destination(of found: FoundInput, for request: Request) -> OutputFile.Destination {
    request.purpose.keepsType
      ? destination(ofSameType: found) : destination(of: found, target: request.target)
  }

  /// The destination of what keeps its type and would otherwise take its input's place: `scan.pdf` →
  /// `scan-compressed.pdf`; in another folder it keeps its name.
  private func destination(ofSameType found: FoundInput) -> OutputFile.Destination {
    switch self {
    case .standardOutput: .standardOutput
    case .file(let path): .file(path)
    case .besideInput: found.input.path.map { .file($0.suffixed("compressed")) } ?? .standardOutput
    case .folder(let folder, _):
      .file(
        folder.appending(found.subfolder.components)
          .appending(found.input.path?.lastComponent ?? "stdin"))
    }
  }

  private func destination(of found: FoundInput, target: ContentType) -> OutputFile.Destination {
    switch self {
    case .standardOutput: return .standardOutput
    case .file(let path): return target.destination(named: path)
    case .besideInput: return found.input.destination(beside: target)
    case .folder(let folder, let isAlone):
      // Files that one file is taken apart into go into the folder that is named for them.
      if target.isFolderOfFiles, isAlone { return .folder(folder, .merged) }
      var name: FilePath = "stdin"
      let isFolder = found.input.address == nil && found.input.path?.isFolder == true
      let input = isFolder ? found.input.path?.realFolder : found.input.path
      if let last = input?.lastComponent { name = FilePath(root: nil, [last]) }
      let path = folder.appending(found.subfolder.components)
        .appending(name.renamed(as: target, isFolder: isFolder).components)
      return target.fillsFolder ? .folder(path, .whole) : .file(path)
    }
  }
}

extension PathArgument {
  /// Whether it names a folder, be it one that is to be made.
  var meansFolder: Bool { text.hasSuffix("/") || path.isFolder }
}
