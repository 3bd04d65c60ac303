import ConverterCore
import Runner
import SystemPackage

/// The photos and documents that words of the command line mean: files, folders of them, files in archives, `-`.
struct ScanInputs {
  private(set) var all: [Request.Input] = []
  /// What is left out of folders.
  private(set) var notes: [String] = []
  /// The folder that results go to, or the one file.
  private let output: FilePath?
  private let list: EntryListing
  private let limits: Limits

  /// - Throws: `readFailed` for folders that cannot be listed, and what archives throw whose files are meant; `usage`
  ///   for standard input that is named twice.
  init(
    _ arguments: [PathArgument], besides output: FilePath?, sandbox: Sandbox.Policy, limits: Limits
  ) throws(ConversionError) {
    self.output = output
    self.limits = limits
    list = EntryListing(command: SealedProcess.command, sandbox: sandbox)
    for argument in arguments { try add(argument) }
    guard all.count(where: { $0 == .standardInput }) < 2 else {
      throw ConversionError(.usage, "standard input (-) is named twice, and can be read once")
    }
  }

  private mutating func add(_ argument: PathArgument) throws(ConversionError) {
    let type = try ContentType.named("pdf", in: .builtin)
    let (list, limits) = (self.list, self.limits)
    let named = try NamedInput(argument, takesFolders: false) { input throws(ConversionError) in
      try list.files(of: Request(input: input, target: type, output: .memory, limits: limits))
    }
    switch named {
    case .file(let input): all.append(input)
    case .failed(_, let error): throw error
    case .entries(let found): add(found.map(\.input), of: argument.text)
    case .folder(let path): add(try files(in: path), of: path.display)
    }
  }

  /// The files of a folder and of those in it.
  private func files(in folder: FilePath) throws(ConversionError) -> [Request.Input] {
    var walk = InputSequence([.folder(folder)], recursive: true, excluding: output)
    var files: [Request.Input] = []
    var failure: ConversionError?
    while let found = try walk.next(unlisted: { failure = $0 }) { files.append(found.input) }
    if let failure { throw failure }
    return files
  }

  /// Takes what can be scanned, in the order of the numbers in names, and says what is left out.
  private mutating func add(_ found: [Request.Input], of place: String) {
    let result = output?.absolute
    var (taken, earlier, others) = ([(path: FilePath, input: Request.Input)](), 0, 0)
    for input in found {
      guard let path = input.path, Self.isScannable(path) else {
        others += 1
        continue
      }
      if ScanName.isOne(path) || path.absolute == result {
        earlier += 1
      } else {
        taken.append((path, input))
      }
    }
    taken.sort { NaturalOrder.precedes($0.path, $1.path) }
    all += taken.map(\.input)
    if others > 0 {
      let files =
        others == 1
        ? "1 file that is neither picture nor PDF is"
        : "\(others) files that are neither pictures nor PDFs are"
      notes.append("\(place.printable): \(files) left out")
    }
    if earlier > 0 {
      let files =
        earlier == 1 ? "1 result of an earlier scan is" : "\(earlier) results of earlier scans are"
      notes.append("\(place.printable): \(files) left out")
    }
  }

  private static func isScannable(_ path: FilePath) -> Bool {
    guard let word = path.extension?.lowercased() else { return false }
    let catalog = ContentTypeCatalog.builtin
    return catalog.types(fileExtension: word).contains {
      catalog.type($0.id, conformsTo: "public.image") || $0.id == "com.adobe.pdf"
    }
  }
}
