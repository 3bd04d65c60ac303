public import ConverterCore

/// How ZIP archives are written: `--set level=0…9`, `--set encryption=…`, `--set reproducible=true`.
public struct ZIPWriterOptions: WriterOptions {
  enum EncryptionChoice: String, CaseIterable {
    /// AES-256 where a password was given.
    case auto
    case aes256
    case none
  }

  /// 0 stores, 9 tries hardest.
  let level: Int
  let encryption: EncryptionChoice
  /// Whether the bytes depend on paths, contents, links and comments alone.
  let isReproducible: Bool
  /// What decides which entries are written.
  let common: ConversionOptions

  private static let levelDescriptor = OptionDescriptor(
    "level", .integer(0...9), default: "6",
    help: "how hard to look for a smaller file; 0 stores")
  private static let encryptionDescriptor = OptionDescriptor(
    "encryption", .choice(EncryptionChoice.allCases.map(\.rawValue)), default: "auto",
    help: "auto encrypts with AES-256 where a password is given; names stay readable",
    isProtection: true)
  private static let reproducibleDescriptor = OptionDescriptor(
    "reproducible", .flag, default: "false",
    help: "same contents, same bytes: sorted, all times 1980-01-01, permissions 644 or 755")

  public static let descriptors = [levelDescriptor, encryptionDescriptor, reproducibleDescriptor]

  public var takes: Set<ConversionOptions.Name> {
    encryption == .none ? [.entries, .keepGoing] : [.entries, .keepGoing, .passwordFile]
  }

  /// - Throws: `usage` for a value out of range.
  public init(_ options: ConversionOptions) throws(ConversionError) {
    level = Int(try options.value(of: Self.levelDescriptor)) ?? 6
    encryption =
      EncryptionChoice(rawValue: try options.value(of: Self.encryptionDescriptor)) ?? .auto
    isReproducible = try options.isSet(Self.reproducibleDescriptor)
    common = options
  }

  /// The password to encrypt with; `nil` where nothing is encrypted.
  ///
  /// - Throws: `missingPassword`; `usage` where encryption would make the bytes differ each time.
  func password(in context: WritingContext) throws(ConversionError) -> Password? {
    if encryption == .none { return nil }
    let password = try context.passwordForResult()
    switch encryption {
    case .none: return nil
    case .auto where password == nil: return nil
    case .auto, .aes256:
      guard let password else {
        throw ConversionError(
          .missingPassword,
          "encryption=aes256 needs a password: --password-file FILE, or FAIRY_PASSWORD")
      }
      guard !isReproducible else {
        throw ConversionError(
          .usage,
          "an encrypted archive differs each time, so it cannot be reproducible; "
            + "choose --set encryption=none or leave reproducible out")
      }
      return password
    }
  }
}
