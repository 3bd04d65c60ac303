import ConverterCore
import Runner

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

  /// Why a scanner cannot be used, by what scanimage said last.
  static func failure(_ name: String, _ ending: UnconfinedProgram.Ending) -> ConversionError {
    let reason =
      ending.errorLines.last { $0.hasPrefix("scanimage: ") }.map { String($0.dropFirst(11)) }
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
