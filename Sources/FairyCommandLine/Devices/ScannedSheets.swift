import ConverterCore
import Runner
import SystemPackage

/// The pictures of sheets that a scanner gave.
struct ScannedSheets {
  /// Where they are, in their order.
  let paths: [FilePath]
  /// How they were scanned, for people.
  let note: String
  /// Why no more came: a feeder that jams.
  let failure: ConversionError?
  private let name: String

  /// Sheets of a feeder until it is empty, else one.
  ///
  /// - Parameters:
  ///   - name: of the scanner.
  ///   - settings: how they are scanned.
  ///   - folder: where they are put.
  ///   - interruption: ends the scanner.
  ///   - tell: hears which page is being scanned, from 1 on.
  /// - Throws: `interrupted`; what kept the first sheet from coming.
  init(
    from name: String, _ settings: ScannerAbilities.Settings, to folder: FilePath,
    until interruption: Interruption, tell: (Int) -> Void
  ) throws(ConversionError) {
    self.name = name
    var paths: [FilePath] = []
    tell(1)
    let ending = try Scanner.program.run(
      [
        "--device-name=\(name)", "--format=tiff", "--batch=\(folder.string)/Page %d.tiff",
        "--batch-print",
      ] + (settings.isFeeder ? [] : ["--batch-count=1"]) + settings.words,
      until: interruption
    ) { line in
      let path = folder.appending("Page \(paths.count + 1).tiff")
      guard line == path.string else { return }
      paths.append(path)
      if settings.isFeeder { tell(paths.count + 1) }
    }
    let count = "\(paths.count) page\(paths.count == 1 ? "" : "s")"
    failure = Self.failure(of: name, ending, afterPages: paths.count)
    guard !paths.isEmpty else {
      throw failure
        ?? ConversionError(.inputNotFound, "the scanner \(name) gave no page: put paper in")
    }
    self.paths = paths
    note = (["\(name): \(count) scanned"] + settings.description).joined(separator: ", ")
  }

  /// The sheets as inputs of a scan.
  var batch: ScanBatch {
    ScanBatch(
      inputs: paths.map { .file($0) }, notes: [note], folder: "",
      names: Dictionary(
        uniqueKeysWithValues: paths.enumerated().map {
          ($1, FilePath("\(name) page \($0 + 1)"))
        }))
  }

  /// `nil` where the feeder is empty, which is how every batch ends.
  private static func failure(
    of name: String, _ ending: UnconfinedProgram.Ending, afterPages count: Int
  ) -> ConversionError? {
    if ending.errorLines.contains(where: { $0.contains("out of documents") }) {
      return count > 0
        ? nil
        : ConversionError(
          .inputNotFound, "the feeder of the scanner \(name) is empty: put paper in")
    }
    let isJam = ending.errorLines.contains { $0.contains("jammed") }
    guard ending.status != 0 || isJam else { return nil }
    var error =
      isJam
      ? ConversionError(.readFailed, "the feeder of the scanner \(name) is jammed")
      : Scanner.failure(name, ending)
    if count > 0 {
      error.message +=
        "; what came before is kept: \(count) page\(count == 1 ? "" : "s"). Put the rest in, scan it, and join both "
        + "with fairy merge"
    }
    return error
  }
}
