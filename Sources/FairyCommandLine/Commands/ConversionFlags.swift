public import ArgumentParser
public import ConverterCore
import PictureModel
import SystemPackage

/// The vocabulary that all conversions share.
struct ConversionFlags: ParsableArguments {
  @OptionGroup var quality: QualityFlags

  @OptionGroup var pictures: GroupFlags<PictureOptions>

  @Option(
    help: ArgumentHelp(
      "Fail rather than lose these, such as icc,exif,gps, or types,null,blanks of tables.",
      valueName: "words"),
    transform: { $0.split(separator: ",").map(String.init) })
  var require: [[String]] = []

  @Flag(help: "Of an archive with bad entries take the good ones; the bad are listed.")
  var keepGoing = false

  @OptionGroup var settings: SettingFlags

  func options() throws(ConversionError) -> ConversionOptions {
    var options = ConversionOptions()
    quality.apply(to: &options)
    options.keepGoing = keepGoing
    options.require = require.flatMap(\.self)
    options.settings = settings.values
    try pictures.apply(to: &options)
    return options
  }
}

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
