import ConverterCore
import SystemPackage

/// The outputs that a worker has asked for, and which it may still ask for.
///
/// What it may write follows from the request, never from what it says of the input: one output, or files beside it
/// where the request can make several.
struct OutputGrants {
  private var names: Set<FilePath> = []
  private var hasMain = false
  /// The number of the last page that became a file of its own.
  private var lastPage = 0

  /// Whether a worker that serves `request` may write `destination`; each it may have once.
  mutating func admit(
    _ destination: OutputFile.Destination, for request: Request, in catalog: ContentTypeCatalog
  ) -> Bool {
    if destination == .stream { return request.output == .standardOutput && request.isStreamed }
    guard names.count < OutputSet.mostFiles else { return false }
    if destination == request.output { return admitMain(destination) }
    guard case .file(let path) = request.output, case .file(let wanted) = destination,
      let word = wanted.suffix(behind: path), names.insert(wanted).inserted
    else { return false }
    if request.hasNamedCompanions { return true }
    // Pages are files of their own only where no file holds them together.
    return request.makesPages(in: catalog) && !hasMain && admitPage(word, of: request)
  }

  private mutating func admitMain(_ destination: OutputFile.Destination) -> Bool {
    if case .folder = destination { return false }
    guard !hasMain, lastPage == 0 else { return false }
    hasMain = true
    if let path = destination.path { names.insert(path) }
    return true
  }

  /// Pages come in their order, unless others were chosen: `07`, and `07-2` where that is taken.
  private mutating func admitPage(_ word: [UInt8], of request: Request) -> Bool {
    let parts = word.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap(Self.number)
    guard numbers.count == parts.count, numbers.count <= 2, let page = numbers.first else {
      return false
    }
    if !request.options.choosesOrder {
      guard page > lastPage, numbers.count == 1 || request.conflict == .rename else { return false }
    }
    lastPage = page
    return true
  }

  /// The number from 1 that digits are, and only digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
  }
}

extension Request {
  /// Whether words stand in the names of outputs beside the main one.
  fileprivate var hasNamedCompanions: Bool {
    if case .split = purpose { return true }
    return [OptionDescriptor.images, .tables].contains { options.settings[$0.key] == "all" }
  }

  /// Whether pages or frames may need files of their own: those of pictures alone do.
  fileprivate func makesPages(in catalog: ContentTypeCatalog) -> Bool {
    purpose == .convert && catalog.type(target.id, conformsTo: "public.image")
  }
}

extension Assignment {
  /// How many files a worker may have open: all outputs, and as many inputs to merge.
  static let mostFiles = 2 * OutputSet.mostFiles + 64
}
