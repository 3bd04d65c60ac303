import ConverterCore
import Runner
import SystemPackage

/// A scanner that SANE knows, through the program `scanimage`.
struct Scanner {
  /// As SANE has it: `test:0`.
  let name: String
  let vendor: String
  let model: String
  /// `flatbed scanner`.
  let kind: String

  static let program = UnconfinedProgram("scanimage", package: "sane-utils")

  static let noneFound = ConversionError(
    .inputNotFound,
    "no scanner was found: switch it on and connect it; one in the network may need the Debian package "
      + "sane-airscan; `scanimage -L` shows what SANE sees")

  /// Those that are connected.
  ///
  /// - Throws: `missingLibrary`, `interrupted`, `readFailed`.
  static func all(until interruption: Interruption) throws(ConversionError) -> [Scanner] {
    var found: [Scanner] = []
    let ending = try program.run(
      ["--formatted-device-list=%d\t%v\t%m\t%t%n"], until: interruption
    ) { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 4 else { return }
      found.append(Scanner(name: fields[0], vendor: fields[1], model: fields[2], kind: fields[3]))
    }
    guard ending.status == 0 || !found.isEmpty else {
      throw ConversionError(
        .readFailed, "scanners cannot be listed: \(ending.errorLines.last ?? "scanimage failed")")
    }
    return found
  }

  /// Scans what is in a scanner.
  ///
  /// - Parameters:
  ///   - name: of the scanner; `nil` for the first that is connected.
  ///   - source: where its sheets are; `nil` for the scanner's own.
  ///   - resolution: in pixels an inch; `nil` for the one next to 300.
  ///   - mode: `nil` for colours.
  ///   - folder: where sheets are put.
  ///   - interruption: ends the scanner.
  ///   - tell: hears which page is being scanned, from 1 on.
  /// - Throws: `inputNotFound`, `missingLibrary`, `usage` for what it cannot do, `readFailed`, `interrupted`.
  static func sheets(
    of name: String?, source: ScannerFlags.Source?, resolution: Int?, mode: ScannerFlags.Mode?,
    to folder: FilePath, until interruption: Interruption, tell: (Int) -> Void
  ) throws(ConversionError) -> ScannedSheets {
    let first = name == nil ? try all(until: interruption).first?.name : nil
    guard let name = name ?? first else { throw noneFound }
    let abilities = try ScannerAbilities(of: name, until: interruption)
    let settings = try abilities.settings(source: source, resolution: resolution, mode: mode)
    return try ScannedSheets(from: name, settings, to: folder, until: interruption, tell: tell)
  }

  /// A line of `--device list --json`.
  var json: JSONValue {
    .object([
      .init("device", .string(name)), .init("vendor", .string(vendor)),
      .init("model", .string(model)), .init("kind", .string(kind)),
    ])
  }

  /// How lines begin that a process of scanimage prints at its end, behind the reason.
  private static let aboutSignals = ["received signal", "trying to stop", "aborting"]

  /// Why a scanner cannot be used, by what scanimage said last.
  static func failure(_ name: String, _ ending: UnconfinedProgram.Ending) -> ConversionError {
    let reasons = ending.errorLines.filter { $0.hasPrefix("scanimage: ") }
      .map { String($0.dropFirst(11)) }
    let reason =
      reasons.last { reason in !aboutSignals.contains { reason.hasPrefix($0) } }
      ?? "scanimage ended with status \(ending.status)"
    if reason.contains("busy") {
      return ConversionError(
        .readFailed, "the scanner \(name) is in use: try again when it is free")
    }
    if reason.contains("denied") {
      return ConversionError(
        .readFailed,
        "the scanner \(name) may not be used by you: on most systems the group \"scanner\" may")
    }
    if reason.hasPrefix("open of device") {
      return ConversionError(
        .inputNotFound,
        "there is no scanner \(name), or it does not answer; `fairy scan --device list` shows those "
          + "that there are")
    }
    return ConversionError(.readFailed, "the scanner \(name) failed: \(reason)")
  }
}
