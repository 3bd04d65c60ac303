public import ArgumentParser
public import ConverterCore
import PictureModel
import SystemPackage

/// The vocabulary that all conversions share.
struct ConversionFlags: ParsableArguments {
  @OptionGroup var quality: QualityFlags

  @Option(
    help: ArgumentHelp(
      "A new size: 800, 800x, x600, 800x600 (fit), 800x600! (exact), 800x600^ (fill), 50%.",
      valueName: "geometry"),
    transform: { try ResizeGeometry(parsing: $0) })
  var resize: ResizeGeometry?

  @Flag(help: "Let --resize make pictures larger, too.")
  var enlarge = false

  @Option(
    help: ArgumentHelp(
      "Mirror pictures: horizontal (left to right) or vertical; after --crop and --rotate.",
      valueName: "axis"),
    transform: { try TypedValue.choice($0) })
  var flip: Flip?

  @Option(
    help: ArgumentHelp(
      "What is said beside the pixels; share drops place, serial numbers, thumbnails. (default: keep)",
      valueName: "policy"))
  var metadata: ConversionOptions.MetadataPolicy?

  @Option(help: ArgumentHelp("The colour space of the result. (default: keep)", valueName: "space"))
  var profile: ConversionOptions.ProfilePolicy?

  @Option(
    help: ArgumentHelp(
      "Gain maps, which make photos of phones HDR: keep them (in JPEG), or drop them. (default: drop)",
      valueName: "policy"),
    transform: { try TypedValue.choice($0) })
  var hdr: ConversionOptions.HDRPolicy?

  @Option(
    help: ArgumentHelp(
      "What lies behind transparency in formats without it: white, #rrggbb. (default: white)",
      valueName: "colour"),
    transform: { try Color(parsing: $0) })
  var background: Color?

  @Option(
    help: ArgumentHelp(
      "Fail rather than lose these, such as icc,exif,gps, or types,null,blanks of tables.",
      valueName: "words"),
    transform: { $0.split(separator: ",").map(String.init) })
  var require: [[String]] = []

  @Flag(help: "Of an archive with bad entries take the good ones; the bad are listed.")
  var keepGoing = false

  @OptionGroup var settings: SettingFlags

  var options: ConversionOptions {
    var options = ConversionOptions()
    quality.apply(to: &options)
    options.resize = resize
    options.enlarge = enlarge
    if let metadata { options.metadata = metadata }
    if let profile { options.profile = profile }
    if let hdr { options.hdr = hdr }
    if let background { options.background = background }
    options.keepGoing = keepGoing
    options.require = require.flatMap(\.self)
    options.settings = settings.values
    if let flip { options.settings["flip"] = flip.rawValue }
    return options
  }

  enum Flip: String, CaseIterable { case horizontal, vertical }
}

extension ConversionOptions.MetadataPolicy: ExpressibleByArgument {}
extension ConversionOptions.ProfilePolicy: ExpressibleByArgument {}
extension OutputFile.ConflictPolicy: ExpressibleByArgument {}
extension Console.Colour: ExpressibleByArgument {}

/// `--to`: the target; of a mailbox, beside that, whom messages are to.
struct TargetFlag: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The target: a short name, extension, media type or type identifier. Of mail, a second one: words in the name or address of somebody who got it.",
      valueName: "type"))
  var to: [String] = []

  /// The type that `--to` names, else the one of the output's extension.
  ///
  /// - Parameter inputs: among which it may have got by mistake.
  func target(
    of inputs: [PathArgument], output: PathArgument?, in catalog: ContentTypeCatalog
  ) throws(ConversionError) -> ContentType {
    if let type = to.reversed().lazy.compactMap(catalog.type(named:)).first { return type }
    let ending = output?.path.extension
    // A word that names no type is most likely misspelt, unless it is an address.
    let isPerson = ending != nil && to.allSatisfy { $0.contains("@") || $0.contains(" ") }
    guard let word = isPerson ? ending : to.last ?? ending else {
      throw MissingTarget(inputs: inputs, output: output).error
    }
    return try ContentType.named(word, in: catalog)
  }

  /// The words that name no type.
  func recipients(in catalog: ContentTypeCatalog) -> [String] {
    to.filter { catalog.type(named: $0) == nil }
  }
}
