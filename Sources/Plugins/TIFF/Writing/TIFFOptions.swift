public import ConverterCore
import PictureModel

/// How TIFF files are written: `--set compression=…`, `--set bigtiff=…`.
public struct TIFFOptions: WriterOptions {
  enum Compression: String, CaseIterable {
    /// What suits the picture.
    case auto
    case none, packbits, lzw, deflate, zstd, g4, jpeg
  }

  let compression: Compression
  /// Of JPEG; `nil` where nobody asked for one.
  private(set) var quality: Quality?
  /// Whether it is still to be found, for a likeness or a size.
  let isSought: Bool
  /// Whether offsets have 64 bits; `nil` for where 32 may not be enough.
  let isBig: Bool?

  /// Whether a file that is compressed can be coded anew strip by strip, all else in it left alone.
  let keepsSamples: Bool

  /// That of JPEG where it was asked for by name alone.
  static let standardQuality = Quality(0.9)

  private static let compressionDescriptor = OptionDescriptor(
    "compression", .choice(Compression.allCases.map(\.rawValue)), default: "auto",
    help: "auto: g4 for black and white, jpeg where -q is given and it fits, else deflate")
  private static let bigDescriptor = OptionDescriptor(
    "bigtiff", .choice(["auto", "true", "false"]), default: "auto",
    help: "offsets of 64 bits, for files of 4 GB and more")

  public static let descriptors = [
    compressionDescriptor, bigDescriptor, OptionDescriptor.picturePreset,
  ]

  public var usesQuality: Bool { compression == .auto || compression == .jpeg }

  /// The same for a plan, which knows that there will be a quality, not which.
  var planned: Self {
    guard isSought else { return self }
    var copy = self
    copy.quality = Self.standardQuality
    return copy
  }

  /// - Throws: `usage` for a value that there is not.
  public init(_ options: ConversionOptions) throws(ConversionError) {
    compression =
      Compression(rawValue: try options.value(of: Self.compressionDescriptor)) ?? .auto
    quality = try options.pictureQuality()
    isSought = quality == nil && (options.likeness != nil || options.maximumBytes != nil)
    isBig = Bool(try options.value(of: Self.bigDescriptor))
    keepsSamples =
      compression == .auto && quality == nil && isBig == nil && options.metadata == .keep
      && options.maximumBytes == nil && options.likeness == nil
  }
}
