import ArgumentParser
import ConverterCore
import PictureModel

/// What is said of the pages of documents, on the verbs that write files.
struct DocumentFlags: ParsableArguments {
  @OptionGroup var choice: GroupFlags<PageSelection>
  @OptionGroup var form: PageFormFlags

  func apply(to options: inout ConversionOptions) throws(ConversionError) {
    try choice.apply(to: &options)
    form.apply(to: &options)
  }
}

/// What a document says about itself.
struct DocumentMetadataFlag: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What is said about the document: keep; share drops what parts of it say of themselves; none. (default: keep)",
      valueName: "policy"),
    transform: { try TypedValue.choice($0) })
  var metadata: ConversionOptions.MetadataPolicy?

  func apply(to options: inout ConversionOptions) {
    if let metadata { options.metadata = metadata }
  }
}

/// How pages and pictures stand: short for `--set`.
struct PageFormFlags: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Turn pages or pictures clockwise: 90, 180, 270, or 90:1-3 for some pages.",
      valueName: "angle"))
  var rotate: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The part to be seen: 800x600+100+50 of a picture, in pixels or %; left,bottom,width,height of pages, in points.",
      valueName: "box"))
  var crop: String?

  func apply(to options: inout ConversionOptions) {
    if !rotate.isEmpty { options.settings["rotate"] = rotate.joined(separator: " ") }
    if let crop { options.settings["crop"] = crop }
  }
}

/// How documents and pictures are made smaller: short for `--set`.
struct CompressionFlags: ParsableArguments {
  enum Preset: String, CaseIterable { case small, balanced, high, none }

  @Option(
    help: ArgumentHelp(
      "Of a PDF: small (72 dpi, q 0.4), balanced (100 dpi, q 0.6), high (150 dpi, q 0.8), or none: pictures stay. Of a picture: small (q 0.5), balanced (0.7), high (0.85), or none.",
      valueName: "preset"),
    transform: { try TypedValue.choice($0) })
  var preset: Preset?

  @Option(
    help: ArgumentHelp("The most pixels an inch that pictures keep: 9…2400.", valueName: "n"),
    transform: { word in
      guard let dpi = Int(word), 9...2400 ~= dpi else {
        throw ValidationError("it takes a whole number from 9 to 2400")
      }
      return dpi
    })
  var dpi: Int?

  @Flag(help: "Make each page one picture; its text is lost.")
  var rasterize = false

  @Flag(help: "Compare pages and text before and after, and fail where they differ too much.")
  var verify = false

  @OptionGroup var signatures: SignatureFlag

  func apply(to options: inout ConversionOptions) {
    if let preset { options.settings["preset"] = preset.rawValue }
    if let dpi { options.settings["dpi"] = String(dpi) }
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
