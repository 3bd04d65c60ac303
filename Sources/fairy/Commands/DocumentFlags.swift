import ArgumentParser
import ConverterCore

/// What is said of the pages of documents, on the verbs that write files.
struct DocumentFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Pages in the order wanted: 1-3,7,z-5,:odd; z is the last, r2 the last but one, x4 leaves 4 out.",
      valueName: "ranges"),
    transform: { try PageRanges(parsing: $0) })
  var pages: PageRanges?

  @OptionGroup var form: PageFormFlags

  func apply(to options: inout ConversionOptions) {
    options.pages = pages
    form.apply(to: &options)
  }
}

/// How pages stand: short for `--set`.
struct PageFormFlags: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Turn pages clockwise: 90, 180, 270, or 90:1-3 for some.", valueName: "angle"))
  var rotate: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The part of each page to be seen, in points: left,bottom,width,height.", valueName: "box"))
  var crop: String?

  func apply(to options: inout ConversionOptions) {
    if !rotate.isEmpty { options.settings["rotate"] = rotate.joined(separator: " ") }
    if let crop { options.settings["crop"] = crop }
  }
}

/// How documents are made smaller: short for `--set`.
struct CompressionFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "small (72 dpi, q 0.4), balanced (100 dpi, q 0.6) or high (150 dpi, q 0.8).",
      valueName: "preset"))
  var preset: String?

  @Option(help: ArgumentHelp("The most pixels an inch that pictures keep.", valueName: "n"))
  var dpi: String?

  @Flag(help: "Make each page one picture; its text is lost.")
  var rasterize = false

  @Flag(help: "Compare pages and text before and after, and fail where they differ too much.")
  var verify = false

  @OptionGroup var signatures: SignatureFlag

  func apply(to options: inout ConversionOptions) {
    if let preset { options.settings["preset"] = preset }
    if let dpi { options.settings["dpi"] = dpi }
    if rasterize { options.settings["rasterize"] = "true" }
    if verify { options.settings["verify"] = "true" }
    signatures.apply(to: &options)
  }
}

/// What becomes of signatures, on every verb that makes a document of one.
struct SignatureFlag: ParsableArguments {
  @Flag(help: "Go on with a signed document, whose signatures will no longer hold.")
  var allowBreakingSignatures = false

  func apply(to options: inout ConversionOptions) {
    if allowBreakingSignatures { options.settings["allow-breaking-signatures"] = "true" }
  }
}
