import ArgumentParser
import ConverterCore
import SystemPackage

/// What of a scan is stored.
struct ScanSaving: ParsableArguments {
  enum Kind: String, CaseIterable { case pdf, images, both, none }

  @Option(
    help: ArgumentHelp(
      "What is stored: pdf, images (a JPEG a page, PNG for black and white, named -001 and so on), both, or none (a result only with -o -). (default: pdf)",
      valueName: "what"),
    transform: { try TypedValue.choice($0) })
  var save: Kind?

  var storesDocument: Bool { [nil, .pdf, .both].contains(save) }
  var storesImages: Bool { save == .images || save == .both }

  /// - Throws: `usage` for what contradicts it.
  func check(
    _ options: ConversionOptions, output: PathArgument?, readsStandardInput: Bool, isDryRun: Bool
  ) throws(ConversionError) {
    if save == Kind.none, let output, !output.isDash {
      throw ConversionError(.usage, "--save none stores nothing, and -o names a place for it")
    }
    if storesImages, output?.isDash == true {
      throw ConversionError(
        .usage, "--save \(save?.rawValue ?? "") makes several files: name a folder with -o DIR/")
    }
    if storesImages, readsStandardInput {
      throw ConversionError(
        .usage,
        "pictures of pages are made of files, which standard input is not: leave --save away")
    }
    if storesImages, options.settings["crop"] != nil {
      throw ConversionError(
        .usage, "--crop hides parts of pages in a PDF, and pictures have all: leave one away")
    }
    if isDryRun, !storesDocument {
      throw ConversionError(
        .usage, "--dry-run tells what becomes of a PDF: leave --save \(save?.rawValue ?? "") away")
    }
  }
}
