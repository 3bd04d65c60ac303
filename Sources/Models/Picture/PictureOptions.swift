public import ConverterCore

/// What becomes of pictures and of what stands beside their pixels.
public struct PictureOptions: ConversionOptionGroup {
  /// The size that they are to have.
  public var resize: ResizeGeometry?
  /// Whether ``resize`` may make a picture larger.
  public var enlarge = false
  @Named public var metadata = ConversionOptions.MetadataPolicy.keep
  @Named public var profile = ConversionOptions.ProfilePolicy.keep
  /// What becomes of the gain map of a picture.
  @Named public var hdr = ConversionOptions.HDRPolicy.drop
  /// What lies behind transparent pixels in a format without alpha.
  @Named public var background = Color.white

  public init() {}

  public var changesContent: Bool { resize != nil || metadata != .keep || profile != .keep }
}

extension ConversionOptions {
  public enum MetadataPolicy: String, Sendable, CaseIterable {
    /// Everything that the target can hold.
    case keep
    /// No place, serial numbers, maker notes or embedded thumbnails; date, profile and orientation stay.
    case share
    /// Nothing but what is needed to show the content right.
    case none
  }

  public enum ProfilePolicy: String, Sendable, CaseIterable {
    /// The colours stay in the space they are in.
    case keep
    /// Colours are converted to sRGB (IEC 61966-2-1).
    case srgb
    /// Colours are converted to Display P3.
    case p3
  }

  public enum HDRPolicy: String, Sendable, CaseIterable {
    /// The picture as any display shows it, and no more; smaller, and read by every program.
    case drop
    /// What makes it brighter on displays that can, too, where the target can hold it.
    case keep
  }
}

extension ConversionOptions {
  public var pictures: PictureOptions {
    get { self[PictureOptions.self] }
    set { self[PictureOptions.self] = newValue }
  }

  /// The size that pictures are to have.
  public var resize: ResizeGeometry? {
    get { pictures.resize }
    set { pictures.resize = newValue }
  }

  /// Whether ``resize`` may make a picture larger.
  public var enlarge: Bool {
    get { pictures.enlarge }
    set { pictures.enlarge = newValue }
  }

  public var metadata: MetadataPolicy {
    get { pictures.metadata }
    set { pictures.metadata = newValue }
  }

  public var profile: ProfilePolicy {
    get { pictures.profile }
    set { pictures.profile = newValue }
  }

  /// What becomes of the gain map of a picture.
  public var hdr: HDRPolicy {
    get { pictures.hdr }
    set { pictures.hdr = newValue }
  }

  /// What lies behind transparent pixels in a format without alpha.
  public var background: Color {
    get { pictures.background }
    set { pictures.background = newValue }
  }
}
