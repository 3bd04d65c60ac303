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
  /// Of files that a walk finds, those are no rivals that will be skipped: sidecars and other files whose
  /// names say that they cannot become the target, and results of earlier runs beside their inputs.
  ///
  /// - Parameters:
  ///   - unlisted: called for a folder below a named one that cannot be listed.
  ///   - repeated: called for an input that is named a second time.
  /// - Throws: `usage` when two inputs would be written to one output, and what
  ///   ``InputSequence/next(unlisted:)`` throws.
  init(
    of jobs: WalkedJobs, unlisted: (ConversionError) -> Void, repeated: (FilePath) -> Void
  ) throws(ConversionError) {
    self.init()
    var pass = jobs.inputs
    while let found = try pass.next(unlisted: unlisted) {
      add(output: jobs.claim(of: found), size: { found.byteCount })
    }
    guard var duplicates = possibleDuplicates() else { return }
    let suitability = Suitability(target: jobs.template.target)
    var clash: (first: Request.Input, second: Request.Input, output: FilePath)?
    var others = 0
    pass = jobs.inputs
    while let found = try pass.next(unlisted: { _ in }) {
      guard let output = jobs.claim(of: found), suitability.promises(found),
        let rival = duplicates.rival(of: found.input, for: output)
      else { continue }
      if let path = found.input.path, path.absolute == rival.path?.absolute {
        repeated(path.absolute)
      } else if clash == nil {
        clash = (rival, found.input, output)
      } else {
        others += 1
      }
    }
    guard let clash, jobs.template.conflict != .rename else { return }
    let more = others > 0 ? ", and there are \(others) more such pairs" : ""
    throw ConversionError(
      .usage,
      "both \(clash.first.display) and \(clash.second.display) would be written to "
        + "\(clash.output.display)\(more); nothing was converted. --on-conflict rename gives the "
        + "second another name")
  }
}

/// Whether files can become the target, by their names.
private struct Suitability {
  let target: ContentType
  private let converter = Converter(registry: .builtin())

  init(target: ContentType) {
    self.target = target
  }

  /// What the user names is taken at the user's word.
  func promises(_ found: FoundInput) -> Bool {
    guard found.isFromFolder, let word = found.input.path?.extension else { return true }
    guard let type = converter.catalog.type(named: word) else { return false }
    return (try? converter.planner.route(from: type, to: target)) != nil
  }
}

extension FilePath {
  /// Of the file, as the file system reports it; 0 where it does not.
  var size: Int { status().map { Int($0.st_size) } ?? 0 }
}
