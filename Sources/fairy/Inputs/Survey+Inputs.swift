import ConverterCore
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Survey {
  /// Goes over all inputs once before anything runs, twice if two may share an output.
  ///
  /// - Parameter unlisted: called for a folder below a named one that cannot be listed.
  /// - Throws: `usage` when two inputs would be written to one output, and what
  ///   ``InputSequence/next(unlisted:)`` throws.
  init(
    of inputs: InputSequence, naming: OutputNaming, target: ContentType,
    unlisted: (ConversionError) -> Void
  ) throws(ConversionError) {
    self.init()
    func output(of found: FoundInput) -> FilePath? {
      guard case .file(let path) = naming.destination(of: found, target: target) else { return nil }
      return path
    }
    var pass = inputs
    while let found = try pass.next(unlisted: unlisted) {
      add(output: output(of: found), size: { found.input.path?.size ?? 0 })
    }
    guard var suspects = suspects() else { return }
    pass = inputs
    while let found = try pass.next(unlisted: { _ in }) {
      guard let path = output(of: found), let rival = suspects.rival(of: found.input, for: path)
      else { continue }
      throw ConversionError(
        .usage,
        "both \(rival.display) and \(found.input.display) would be written to "
          + "\(path.display); nothing was converted")
    }
  }
}

extension FilePath {
  /// Of the file, as the file system tells it; 0 where it does not.
  var size: Int { sizeOfFile(at: self) }
}

/// Outside of the extension, where `stat` is the system's and not the path's own method.
private func sizeOfFile(at path: FilePath) -> Int {
  var status = stat()
  return path.withPlatformString({ stat($0, &status) }) == 0 ? Int(status.st_size) : 0
}
