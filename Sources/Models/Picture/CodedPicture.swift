public import ConverterCore

/// A picture as its file codes it, for formats that take such data as they are: a JPEG in a PDF.
///
/// A picture loses it as soon as its pixels change (``Picture/open`` is set).
public struct CodedPicture {
  public enum Coding: Sendable, Equatable {
    /// A whole JPEG stream.
    case jpeg
    /// One zlib stream of rows filtered as in PNG (PNG specification, section 9), not interlaced.
    case png
    /// A whole JP2 or JPX file (ISO/IEC 15444).
    case jpx
    /// Segments of a page of JBIG2 without the header of a file (ITU-T T.88, annex D.3).
    case jbig2
  }

  /// What a pixel is.
  public enum Samples: Sendable, Equatable {
    case gray, rgb, cmyk
    /// Indices of colours, three bytes each.
    case indexed([UInt8])
  }

  public var coding: Coding
  /// Whether the bytes are those of a JPEG file.
  public var isJPEG: Bool { coding == .jpeg }
  /// In pixels, as stored: ``PictureFacts/storedOrientation`` turns them upright.
  public var width: Int
  public var height: Int
  public var samples: Samples
  /// Bits a sample.
  public var bitDepth: Int
  /// Whether samples are the largest value less the amount of ink.
  public var isInverted = false
  /// Whether the decoder must be told that three samples are RGB, which it would take for YCbCr.
  public var isPlainRGB = false
  /// Whether opacity is coded behind the colours, which stand alone without it.
  public var hasAlpha = false
  /// Whether the bytes are a file that was turned into this one without loss: it is that file when it becomes one of
  /// its format again.
  public var isRestored = false
  /// The samples of a colour that stands for transparency.
  public var colourKey: [Int]?
  /// Looks through the data and throws `damagedInput` where they are damaged, even if decoders bear with that; `nil`
  /// where only decoding tells.
  public var check: (() throws(ConversionError) -> Void)?
  /// The coded bytes; called each time they are needed.
  ///
  /// Its parameter says whether metadata that stand among them are kept.
  public var bytes: (_ keepsMetadata: Bool) throws(ConversionError) -> [UInt8]

  public init(
    _ coding: Coding, width: Int, height: Int, samples: Samples, bitDepth: Int,
    bytes: @escaping (_ keepsMetadata: Bool) throws(ConversionError) -> [UInt8]
  ) {
    self.coding = coding
    self.width = width
    self.height = height
    self.samples = samples
    self.bitDepth = bitDepth
    self.bytes = bytes
  }
}
