import ConverterCore
import PDFObjects
import PictureModel
import RecognizedTextModel

/// What is asked of a PDF file beside its content.
struct PDFWriterOptions: WriterOptions {
  static let descriptors: [OptionDescriptor] =
    [
      preset, dpi, rasterize, verify, allowBreakingSignatures, linearize, encryptionOption,
      permissionsOption,
    ] + ofPicturePages + ofWords

  let takes: Set<ConversionOptions.Name> = [.metadata, .passwordFile]
  let usesQuality = true
  let fitsMaximum = true

  /// `nil` where nothing is said of it.
  let preset: CompressionOptions.Preset?
  private let dpi: Double?
  private let quality: Quality?
  let metadata: ConversionOptions.MetadataPolicy
  let maximum: Int?
  /// Whether pages become pictures.
  let rasterizes: Bool
  /// Whether pages and text are compared before and after.
  let verifies: Bool
  let allowsBreakingSignatures: Bool
  let isLinearized: Bool
  let encryption: Encryption
  /// What those may do who have no owner's password.
  let permissions: PDFPermissions
  let userPassword: Password?
  let ownerPassword: Password?
  static let takesPasswords = true
  /// How pictures become pages.
  let pictures: PicturePageOptions

  /// What becomes of a password.
  enum Encryption: String, CaseIterable {
    /// What could be opened with it alone still is.
    case keep
    case none
    /// AES with 256 bits (ISO 32000-2, revision 6).
    case aes256
  }

  /// Pages that would take more as pictures stay: who compresses wants less.
  let changesContent: Bool

  init(_ options: ConversionOptions) throws(ConversionError) {
    let word = try options.value(of: Self.preset)
    preset = options.settings["preset"] == nil ? nil : CompressionOptions.Preset(rawValue: word)
    let dpi = try options.value(of: Self.dpi)
    self.dpi = options.settings["dpi"] == nil ? nil : Double(dpi)
    quality = options.quality
    guard preset != CompressionOptions.Preset.none || self.dpi == nil && quality == nil else {
      throw ConversionError(
        .usage, "--preset none leaves pictures as they are, which --dpi and -q would not")
    }
    metadata = options.metadata
    maximum = options.maximumBytes
    rasterizes = try options.isSet(Self.rasterize)
    verifies = try options.isSet(Self.verify)
    allowsBreakingSignatures = try options.isSet(Self.allowBreakingSignatures)
    isLinearized = try options.isSet(Self.linearize)
    (userPassword, ownerPassword) = (options.userPassword, options.ownerPassword)
    permissions = try PDFPermissions(parsing: try options.value(of: Self.permissionsOption))
    encryption = try Self.encryption(options)
    pictures = try PicturePageOptions(options)
    changesContent =
      encryption != .keep || options.pages != nil || metadata != .keep
      || ["rotate", "crop"].contains { options.settings[$0] != nil }
  }

  /// Who says how the result is to be protected need not say with which cipher.
  private static func encryption(
    _ options: ConversionOptions
  ) throws(ConversionError) -> Encryption {
    let said = Encryption(rawValue: try options.value(of: encryptionOption)) ?? .keep
    let isProtecting =
      options.userPassword != nil || options.ownerPassword != nil
      || options.settings[permissionsOption.key] != nil
    guard isProtecting else { return said }
    let isSaid = options.settings[encryptionOption.key] != nil
    guard !isSaid || said == .aes256 else {
      throw ConversionError(
        .usage,
        "passwords and permissions of the result need --set encryption=aes256, not \(said.rawValue)"
      )
    }
    return .aes256
  }

  /// Whether the input itself is the result where nothing makes it smaller.
  func keepsSmallerInput(for purpose: Request.Purpose) -> Bool {
    purpose == .compress && !changesContent
  }

  /// Of those who want pictures of pages: that they got none.
  var warningWhenKept: String? {
    guard rasterizes else { return nil }
    return "pages would take more as pictures: the output is the input itself, text and all; "
      + "fairy convert --to pdf --set rasterize=true makes pictures of them whatever they take"
  }

  /// How the file is made smaller; `nil` where it is only put together.
  ///
  /// - Parameters:
  ///   - isWhole: whether it is a file as it was, and not one of chosen pages, or of several.
  func compression(
    isWhole: Bool, for purpose: Request.Purpose
  ) -> CompressionOptions? {
    let saysPictures =
      preset != nil && preset != CompressionOptions.Preset.none || dpi != nil || quality != nil
    let isSaid = saysPictures || maximum != nil || metadata != .keep
    // Who wants words in it wants all else as it is.
    let isCompressing =
      purpose == .compress || purpose == .convert && isWhole && !pictures.hasTextLayer
    guard isSaid || isCompressing,
      preset != CompressionOptions.Preset.none || purpose == .compress || isSaid
    else { return nil }
    var options = CompressionOptions(metadata: metadata, maximum: maximum)
    // What is said of metadata alone is no reason to code pictures anew.
    if preset != CompressionOptions.Preset.none, saysPictures || isCompressing {
      options.level = level
    }
    // Nothing is said of pictures: they may stay as they are.
    if saidLevel == nil, maximum != nil || !isCompressing { options.level = nil }
    return options
  }

  /// How pictures become pages: as small as they are to be, where that is known before all of them are there.
  func picturePages(for purpose: Request.Purpose) -> PicturePageOptions {
    var options = pictures
    if !rasterizes, maximum == nil {
      options.level = compression(isWhole: false, for: purpose)?.level
    }
    return options
  }

  /// What pictures become where something is said of it.
  var saidLevel: CompressionLevel? {
    preset == nil && dpi == nil && quality == nil ? nil : level
  }

  /// What pictures become, where they are to become anything.
  var level: CompressionLevel {
    let balanced = CompressionLevel(dpi: 100, quality: Quality(0.6))
    let level = preset?.level ?? balanced
    return CompressionLevel(dpi: dpi ?? level.dpi, quality: quality ?? level.quality)
  }
}

extension PDFWriterOptions {
  /// How pictures become smaller.
  static let ofPictures = [preset, dpi]
  /// How pictures become pages.
  static let ofPicturePages = [
    PicturePageOptions.paperOption, PicturePageOptions.marginOption,
    PicturePageOptions.codingOption,
  ]
  /// How words in pictures become text.
  static let ofWords = [PicturePageOptions.textLayerOption] + RecognitionOptions.descriptors

  private static let preset = OptionDescriptor(
    "preset", .choice(CompressionOptions.Preset.allCases.map(\.rawValue)), default: "balanced",
    help:
      "how small pictures become: small (72 dpi, quality 0.4), balanced (100, 0.6), high (150, 0.8), "
      + "none (they stay); merge and split leave all as it is where it is not said")
  private static let dpi = OptionDescriptor(
    "dpi", .integer(9...2400), default: "100",
    help: "the most pixels an inch that pictures keep, in place of the preset's")
  private static let rasterize = OptionDescriptor(
    "rasterize", .flag, default: "false", help: "makes each page one picture; its text is lost")
  private static let verify = OptionDescriptor(
    "verify", .flag, default: "false",
    help: "compares pages and text before and after, and fails where they differ too much")
  private static let allowBreakingSignatures = OptionDescriptor(
    "allow-breaking-signatures", .flag, default: "false",
    help: "goes on with a signed file, whose signatures then no longer hold")
  private static let linearize = OptionDescriptor(
    "linearize", .flag, default: "false",
    help: "puts the first page first, for viewers that load over a network")
  private static let encryptionOption = OptionDescriptor(
    "encryption", .choice(Encryption.allCases.map(\.rawValue)), default: "keep",
    help:
      "the password of the result: as it was, none, or AES-256 with the one in --password-file or "
      + "FAIRY_PASSWORD, or those of --user-password-file and --owner-password-file",
    isProtection: true)
  private static let permissionsOption = OptionDescriptor(
    "permissions", .text(PDFPermissions.wordsText), default: "all",
    help: "what those may do with the result who have not the password in --owner-password-file",
    isProtection: true)
}
