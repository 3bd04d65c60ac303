package import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The outputs of one request, which become visible together: the main one and its companions, or parts
/// without a main one.
struct OutputSet {
  /// The destinations, the main one first; those that exist and are to be skipped are left out.
  let destinations: [OutputFile.Destination]
  let main: OutputFile.Destination
  /// The destination of each companion, in their order, skipped ones included.
  let companions: [OutputFile.Destination]
  /// What stands in the way of outputs that are left out.
  let skipped: [FilePath]

  /// Decides on all names before any work is done.
  ///
  /// - Parameter companions: words for the further outputs, each another.
  /// - Throws: `outputExists` when one of them exists and the policy is to fail; `usage` when there
  ///   are companions but no file to name them after.
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
    func paths(_ main: FilePath) -> [FilePath] {
      (hasMain ? [main] : []) + companions.map(main.suffixed)
    }
    var all = paths(path)
    if conflict == .rename, companions.count > 0 {
      // They keep one number, so that they still belong together.
      var number = 1
      while all.contains(where: { FileIdentity(path: $0) != nil }) {
        number += 1
        all = paths(path.numbered(number))
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

  /// `photo.jpg` → `photo-depth.jpg`.
  package func suffixed(_ word: String) -> FilePath {
    guard let last = lastComponent else { return self }
    var path = self
    path.extension = nil
    guard let stem = path.lastComponent else { return self }
    // Bytes that are not UTF-8 stay as they are, which they would not in a String.
    let name = stem.withPlatformString { start in
      Array(UnsafeBufferPointer(start: start, count: strlen(start)))
    }
    let suffix = "-\(word)".utf8.map { CChar(bitPattern: $0) }
    var result = removingLastComponent()
    if let component = FilePath(platformString: name + suffix + [0]).lastComponent {
      result.append(component)
    }
    result.extension = last.extension
    return result
  }
}
