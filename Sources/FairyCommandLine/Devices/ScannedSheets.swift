import ConverterCore
import Runner
import SystemPackage

/// The pictures of sheets that a scanner gave.
struct ScannedSheets {
  /// Where they are, in their order.
  let paths: [FilePath]
  /// How they were scanned, for people.
  let note: String
  /// Why no more came: a feeder that jams, or an interruption.
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
  /// - Throws: what kept the first sheet from coming, such as `interrupted`.
  init(
    from name: String, _ settings: ScannerAbilities.Settings, to folder: FilePath,
    until interruption: Interruption, tell: (Int) -> Void
  ) throws(ConversionError) {
    self.name = name
    var paths: [FilePath] = []
    tell(1)
    do throws(ConversionError) {
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
      failure = Self.failure(of: name, ending, afterPages: paths.count)
    } catch {
      failure =
        error.code == .interrupted
        ? ConversionError(.interrupted, "the scan was cancelled", cause: error) : error
    }
    guard !paths.isEmpty else {
      throw failure
        ?? ConversionError(.inputNotFound, "the scanner \(name) gave no page: put paper in")
    }
    self.paths = paths
    note = (["\(name): \(Self.text(paths.count)) scanned"] + settings.description).joined(
      separator: ", ")
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
    return isJam
      ? ConversionError(.readFailed, "the feeder of the scanner \(name) is jammed")
      : Scanner.failure(name, ending)
  }

  /// Why no more came, what is kept, and what to do with the rest.
  func failure(advising advice: String) -> ConversionError? {
    guard var error = failure else { return nil }
    error.message += "; what came before is kept: \(Self.text(paths.count)). \(advice)"
    return error
  }

  private static func text(_ count: Int) -> String { "\(count) page\(count == 1 ? "" : "s")" }
}
