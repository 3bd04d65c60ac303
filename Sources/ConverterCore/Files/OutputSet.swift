package import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The outputs of one request, which become visible together: the main one and its companions, or parts
/// without a main one.
package struct OutputSet {
  /// The destinations, the main one first; those that exist and are to be skipped are left out.
  let destinations: [OutputFile.Destination]
  let main: OutputFile.Destination
  /// The destination of each companion, in their order, skipped ones included.
  let companions: [OutputFile.Destination]
  /// What stands in the way of outputs that are left out.
  let skipped: [FilePath]

  /// More than files have pictures in them, and most documents pages; each is an open file until all are complete.
  package static let mostFiles = 10_000

  /// Decides on all names before any work is done.
  ///
  /// - Parameter companions: words for the further outputs, each another.
  /// - Throws: `outputExists` when one of them exists and the policy is to fail; `usage` when there
  ///   are companions but no file to name them after; `limitExceeded` beyond ``mostFiles``.
  init(
    _ main: OutputFile.Destination, companions: [String], conflict: OutputFile.ConflictPolicy,
    input: InputFile, hasMain: Bool = true
  ) throws(ConversionError) {
    guard case .file(let path) = main else {
      guard companions.isEmpty else {
        throw ConversionError(
          .usage, "there are several files to write: name a file or folder for them with -o")
      }
      destinations = [main]
      self.main = main
      self.companions = []
      skipped = []
      return
    }
    let count = companions.count + (hasMain ? 1 : 0)
    guard count <= Self.mostFiles else {
      throw ConversionError.exceeding(
        .init(fixed: "files", needed: count, allowed: Self.mostFiles),
        "would become \(count) files, and of one file at most \(Self.mostFiles) are made at once; "
          + "choose some of them with --pages, or make larger parts")
    }
    func paths(_ number: Int?) -> [FilePath] {
      guard hasMain else {
        // Behind the pages: before them it would read like one of those.
        let parts = companions.map(path.suffixed)
        return number.map { number in parts.map { $0.numbered(number) } } ?? parts
      }
      let main = number.map(path.numbered) ?? path
      return [main] + companions.map(main.suffixed)
    }
    var all = paths(nil)
    if conflict == .rename, companions.count > 0 {
      // They keep one number, so that they still belong together.
      var number = 1
      while all.contains(where: { FileIdentity(path: $0) != nil }) {
        number += 1
        all = paths(number)
      }
    }
    var free: [OutputFile.Destination] = []
    var taken: [FilePath] = []
    for path in all {
      switch try Conflict.check(.file(path), policy: conflict, input: input) {
      case .exists: taken.append(path)
      case .none, .replacesInput: free.append(.file(path))
      }
    }
    self.main = hasMain ? .file(all[0]) : main
    self.companions = all.dropFirst(hasMain ? 1 : 0).map { .file($0) }
    destinations = free
    skipped = taken
  }
}

extension FilePath {
  /// `photo.jpg` → `photo-2.jpg`.
  func numbered(_ number: Int) -> FilePath { suffixed("\(number)") }

  /// `photo.jpg` → `photo-depth.jpg`; of `v1.2 report.pdf` only the last dot begins an extension.
  package func suffixed(_ word: String) -> FilePath {
    guard let (stem, ending) = nameParts,
      let name = FilePath(bytes: stem + Array("-\(word)".utf8) + ending)?.lastComponent
    else { return self }
    return removingLastComponent().appending(name)
  }

  /// The word with which ``suffixed(_:)`` makes this path of `main`; `nil` where none does.
  package func suffix(behind main: FilePath) -> [UInt8]? {
    guard lastComponent?.kind == .regular,
      removingLastComponent() == main.removingLastComponent(),
      let (stem, ending) = main.nameParts,
      let name = lastComponent.map({ FilePath(root: nil, [$0]).bytes }),
      name.count > stem.count + 1 + ending.count, name.starts(with: stem),
      name[stem.count] == UInt8(ascii: "-"), name.suffix(ending.count).elementsEqual(ending)
    else { return nil }
    return Array(name[(stem.count + 1)..<(name.count - ending.count)])
  }

  /// The name as bytes, which need not be UTF-8: what stands before the extension, and that with its dot.
  private var nameParts: (stem: [UInt8], ending: [UInt8])? {
    guard let last = lastComponent else { return nil }
    let name = FilePath(root: nil, [last]).bytes
    guard last.extension != nil, let dot = name.lastIndex(of: UInt8(ascii: ".")) else {
      return (name, [])
    }
    return (Array(name[..<dot]), Array(name[dot...]))
  }
}
