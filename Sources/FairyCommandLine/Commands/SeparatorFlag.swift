import ArgumentParser
import ConverterCore

/// Which sheets of a batch begin a new document.
struct SeparatorFlag: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Sheets with this begin a new document and are left out: patch-t (Patch-T code), barcode (one that says PATCHT), barcode=TEXT, any (patch-t or barcode). (default: any)",
      valueName: "mark"),
    transform: { word in
      guard let mark = SeparatorMark(parsing: word) else {
        throw ValidationError("it takes any, patch-t, barcode or barcode=TEXT")
      }
      return mark
    })
  var separator: SeparatorMark?

  /// Words with `any` where `--separator` stands without a mark: before another option, a path, or nothing.
  static func completed(_ words: [String]) -> [String] {
    words.completed("--separator", of: "scan", with: SeparatorMark.any.word) { next in
      let isMark = SeparatorMark(parsing: next) != nil
      return next.hasPrefix("-") || !isMark && next.contains { $0 == "." || $0 == "/" }
    }
  }

  /// - Throws: `usage` for what contradicts it.
  func check(
    _ options: ConversionOptions, output: PathArgument?, readsStandardInput: Bool
  ) throws(ConversionError) {
    guard separator != nil else { return }
    if output?.isDash == true {
      throw ConversionError(
        .usage, "--separator makes several documents: name a file or a folder with -o")
    }
    if readsStandardInput {
      throw ConversionError(
        .usage,
        "separator sheets are looked for before pages are read, and standard input can be read once: name a file"
      )
    }
    if options.settings["rotate"]?.contains(":") == true {
      throw ConversionError(
        .usage,
        "--rotate for some pages goes by their numbers, and each document of --separator has its own: turn all, or "
          + "leave one away")
    }
  }
}
