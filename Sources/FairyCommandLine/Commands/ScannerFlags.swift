import ArgumentParser
import ConverterCore
import Runner
import SystemPackage

/// Pages from a scanner.
struct ScannerFlags: ParsableArguments {
  enum Source: String, CaseIterable { case flatbed, feeder, duplex }
  enum Mode: String, CaseIterable { case color, gray, bw }

  @Option(
    help: ArgumentHelp(
      "Take pages from this scanner, as scanimage names it; auto is the first, list shows them. (default: auto)",
      valueName: "name"))
  var device: String?

  @Option(
    help: ArgumentHelp(
      "Where its sheets are: flatbed (one page), feeder, duplex (both sides). (default: the scanner's own)",
      valueName: "source"),
    transform: { try TypedValue.choice($0) })
  var source: Source?

  @Option(
    help: ArgumentHelp("Pixels an inch of its pages. (default: 300)", valueName: "n"),
    transform: { word in
      guard let dpi = Int(word), 30...4800 ~= dpi else {
        throw ValidationError("it takes a whole number from 30 to 4800")
      }
      return dpi
    })
  var resolution: Int?

  @Option(
    help: ArgumentHelp(
      "What it scans: color, gray, bw (gray, made black and white here). (default: color)",
      valueName: "mode"),
    transform: { try TypedValue.choice($0) })
  var mode: Mode?

  func validate() throws {
    let said = [
      ("--source", source != nil), ("--resolution", resolution != nil), ("--mode", mode != nil),
    ].filter(\.1).map(\.0)
    guard let first = said.first, device == nil || lists else { return }
    throw ValidationError(
      lists
        ? "--device list shows scanners and scans nothing: leave \(first) away"
        : "\(first) is for a scanner: name one with --device")
  }

  var lists: Bool { device == "list" }

  /// Words with `auto` where `--device` stands without a name.
  static func completed(_ words: [String]) -> [String] {
    words.completed("--device", of: "scan", with: "auto") { $0.hasPrefix("-") }
  }

  /// What follows for pages from what was said of the scanner, unless more was said of pages.
  func apply(to options: inout ConversionOptions) {
    guard device != nil else { return }
    if mode == .bw, options.settings["scan-filter"] == nil {
      options.settings["scan-filter"] = "bw"
    }
    // A sheet in a feeder is as large as its picture.
    if source == .feeder || source == .duplex, options.settings["scan-corners"] == nil {
      options.settings["scan-corners"] = "none"
    }
  }

  /// Shows the scanners that there are.
  func printList(asJSON: Bool) throws {
    let found = try Scanner.all(until: DocumentWork.interruption())
    guard !found.isEmpty else { throw Scanner.noneFound }
    for scanner in found {
      let name = "\(scanner.vendor) \(scanner.model)"
      guard asJSON else {
        Console.standard.print("\(scanner.name)  \(name), \(scanner.kind)".printable)
        continue
      }
      Console.standard.print(scanner.json.description)
    }
  }

  /// Scans what is in the scanner.
  ///
  /// - Parameters:
  ///   - folder: where sheets are put.
  ///   - interruption: ends the scanner.
  func scannedSheets(
    in folder: FilePath, until interruption: Interruption
  ) throws(ConversionError) -> ScannedSheets {
    defer { Self.show(nil) }
    let sheets = try Scanner.sheets(
      of: device == "auto" ? nil : device, source: source, resolution: resolution, mode: mode,
      to: folder, until: interruption
    ) { Self.show("scanning page \($0) …") }
    if let failure = sheets.failure, failure.code == .interrupted { throw failure }
    return sheets
  }

  /// Tells people at a terminal what the scanner does.
  private static func show(_ text: String?) {
    guard Console.errorIsTerminal else { return }
    Console.standard.noteRaw(ProgressLine.erase + (text.map { "fairy: \($0)" } ?? ""))
  }
}
