public import ConverterCore

/// A picture: its facts at once, its pixels on demand, always upright.
public struct Picture: Model, ModelWithSiblings, CompressibleModel, RequirableModel {
  public static let name = "Picture"
  public static let essentials = ["frames", "images"]
  public static let siblingOption = OptionDescriptor.images
  /// Pixels are exact where every sample is the source's own.
  public static let requirements: [String: [LedgerEntry]] = [
    "pixels": ["alpha", "bitDepth", "cmyk", "colours", "hdr", "range", "resize", "size"].flatMap {
      [LedgerEntry($0, .changed), LedgerEntry($0, .dropped)]
    }
  ]

  public var facts: PictureFacts
  /// Decodes; called by ``pixels(for:in:)`` each time the pixels are needed, usually once.
  public var open: (PixelDemand) throws(ConversionError) -> any PixelSource {
    didSet {
      coded = nil
      origin = nil
    }
  }
  /// The same picture as its file codes it, where a reader offers that and no transform changed pixels.
  public var coded: CodedPicture?
  /// Where it stands in its file, where a reader tells and no transform changed more than part and orientation.
  public var origin: PictureOrigin?
  public var siblings: [Sibling<Picture>]
  /// What is to be shown where nothing moves, if its file names another picture for that than the first of its
  /// animation (ISO/IEC 23008-12: the primary item).
  public var still: Sibling<Picture>?
  /// The pages of a document, this one among them; or the pictures of an animation, where some were chosen.
  public var parts: [Sibling<Picture>] = []

  public var isCodedWithLoss: Bool { !facts.isLossless }

  /// No file of pictures holds depth maps and the like beside them.
  public func holdsSiblings(_: Capabilities) -> Bool { false }

  public var magnitude: Magnitude { Magnitude(facts.width * facts.height, "pixels") }

  /// The same page as its words are read best, where a filter took something from it: gray, evenly lit.
  public var legible: Sibling<Picture>?

  /// - Parameters:
  ///   - facts: what is known before a pixel is decoded.
  ///   - siblings: what stands beside it in its file: further pages or pictures.
  ///   - open: gives pixels of `facts.width`×`facts.height`, or fewer where the demand allows it, in whatever format
  ///     costs least; the demand's formats are a wish.
  public init(
    _ facts: PictureFacts, siblings: [Sibling<Picture>] = [],
    open: @escaping (PixelDemand) throws(ConversionError) -> any PixelSource
  ) {
    self.facts = facts
    self.siblings = siblings
    self.open = open
  }
}

/// What is known of a picture before a pixel is decoded.
public struct PictureFacts: Sendable {
  /// In pixels, as shown (upright).
  public var width: Int
  public var height: Int
  /// The format that the reader delivers when left alone.
  public var format: PixelFormat
  /// Bits a sample in the file (1, 2, 4, 8, 10, 12, 16).
  public var sampleDepth: Int
  public var colour = ColourDescription.unspecified
  /// What becomes of colours that only the reader understands, as a sentence; it is a warning wherever samples do not
  /// stay as they are stored. `nil` where they are what ``colour`` says.
  public var colourCaveat: String?
  public var metadata = PictureMetadata()
  /// How the stored pixels were turned; the picture itself is upright already.
  public var storedOrientation = Orientation.upright
  /// The colours of an indexed picture, kept while no transform changes pixels.
  public var palette: Palette?
  /// How many bits of a sample mean something, of red, green, blue and opacity, 0 where nothing is said of that; of gray
  /// the first three are alike. Kept while no transform changes pixels; `nil` where the file does not say.
  public var significantBits: SIMD4<UInt8>?
  /// The colour that the file wants to be seen behind the picture: red, green and blue from 0 to 65535, in the colours of
  /// the picture. Kept while these are; `nil` where the file names none.
  public var background: SIMD3<UInt16>?
  /// Whether the file keeps every sample as it was given, as PNG does.
  public var isLossless = false
  /// Whether it is a drawing, whose reader draws it at whatever size ``PixelDemand/sufficientSize`` says, larger ones
  /// too.
  public var isDrawing = false
  /// Set by transforms after which an embedded thumbnail no longer shows the picture.
  public var thumbnailIsStale = false
  /// Whether pixels go to the file as ``Picture/origin`` stores them, not turned: metadata stay true of these.
  public var staysAsStored = false
  /// Whether it is a drawn page, to which `--rotate` and `--crop` were applied as a page.
  public var isPage = false
  /// How a page was made of a photo, for the receipt of a conversion; `nil` for all other pictures.
  public var scan: JSONValue?
  /// What was seen in it, for the receipt of a conversion; `nil` where nobody asked.
  public var look: JSONValue?
  /// Pictures of an animation, this one included.
  public var frames = 1
  /// How these follow each other, where the reader gives them all; `nil` on the way to a format without animations.
  public var animation: Animation?
  /// What else the file holds: thumbnails, depth and gain maps, further images.
  public var companions: [Companion] = []
  /// What makes it an HDR picture, where a sibling is a gain map; `nil` on the way to a file without it.
  public var gainMap: GainMap?
  /// How the samples are coded, for people: "HEVC, 48 tiles", "progressive".
  public var coding: String

  public init(width: Int, height: Int, format: PixelFormat, sampleDepth: Int, coding: String) {
    self.width = width
    self.height = height
    self.format = format
    self.sampleDepth = sampleDepth
    self.coding = coding
  }

  public struct Companion: Sendable, Equatable {
    public enum Kind: String, Sendable {
      case thumbnail, depth, gainmap, image, frames, auxiliary
    }

    public var kind: Kind
    public var width: Int?
    public var height: Int?
    /// More for people: the type of an auxiliary image, the number of frames.
    public var detail: String?

    public init(_ kind: Kind, width: Int? = nil, height: Int? = nil, detail: String? = nil) {
      self.kind = kind
      self.width = width
      self.height = height
      self.detail = detail
    }
  }

  /// Up to 256 RGBA colours, and the bits of an index in the file.
  public struct Palette: Sendable, Equatable {
    public var colours: [SIMD4<UInt8>]
    public var bitDepth: Int

    public init(colours: [SIMD4<UInt8>], bitDepth: Int) {
      self.colours = colours
      self.bitDepth = bitDepth
    }
  }
}

extension Picture {
  /// What a picture file format can hold.
  public struct Capabilities: Sendable {
    public enum Item: String, Sendable, CaseIterable {
      case icc, cicp, gamma, exif, xmp, iptc, texts, density, background
      case gainMap = "gainmap"
    }

    /// The name of the format, for reasons in the ledger: "JPEG".
    public var format: String
    /// The metadata that the format carries.
    public var items: Set<Item>
    public var alpha: Bool
    /// The deepest samples, in bits.
    public var maximumBitDepth: Int
    /// Whether CMYK stays CMYK.
    public var cmyk: Bool
    /// Whether it holds animations.
    public var animation: Bool
    /// Whether it holds several pages, ``Picture/parts``.
    public var pages: Bool
    /// Whether it holds colours, not gray alone.
    public var colours: Bool
    /// The type of which the writer takes a ``Picture/origin`` where a file is compressed: it then leaves the pixels
    /// as they are stored, and with `--metadata keep` all that the file has beside them to the byte.
    public var recodes: ContentType.ID?
    /// Which ``Picture/coded`` the writer puts into the file as it is where all metadata are kept, so that what stands
    /// beside the pixels goes along. It says so itself (``Picture/noteTakenAsCoded(in:)``), or codes the picture after
    /// all (``Picture/notTakenAsCoded(by:in:)``).
    public var takesCoded: @Sendable (CodedPicture) -> Bool
    /// Whether an ICC profile comes back as it was, of a picture of these facts. It does not where the colours
    /// themselves are coded (XYB), for which decoders hand out profiles of their own.
    public var keepsProfiles: @Sendable (PictureFacts, ConversionContext) -> Bool

    public init(
      format: String, items: Set<Item>, alpha: Bool, maximumBitDepth: Int, cmyk: Bool = false,
      animation: Bool = false, pages: Bool = false, colours: Bool = true,
      recodes: ContentType.ID? = nil,
      takesCoded: @escaping @Sendable (CodedPicture) -> Bool = { _ in false },
      keepsProfiles: @escaping @Sendable (PictureFacts, ConversionContext) -> Bool = { _, _ in true
      }
    ) {
      self.format = format
      self.items = items
      self.alpha = alpha
      self.maximumBitDepth = maximumBitDepth
      self.cmyk = cmyk
      self.animation = animation
      self.pages = pages
      self.colours = colours
      self.recodes = recodes
      self.takesCoded = takesCoded
      self.keepsProfiles = keepsProfiles
    }
  }
}
