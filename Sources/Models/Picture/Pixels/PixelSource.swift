public import ConverterCore

/// Pixels that come band by band, from top to bottom.
///
/// Every band but the last is a multiple of 16 rows high, so that writers of block codecs need not
/// collect rows. A source is used by one thread at a time and read once.
public protocol PixelSource: AnyObject {
  var format: PixelFormat { get }
  var width: Int { get }
  var height: Int { get }

  /// The next rows, which stay valid until the next call; `nil` after the last.
  func nextBand() throws(ConversionError) -> PixelBand?
}

/// What the consumer of a picture's pixels can use; heard by the reader before it decodes.
public struct PixelDemand: Sendable {
  /// The formats that the consumer takes, best first. A source may still come in another, then
  /// ``Picture/pixels(for:in:)`` converts it.
  public var formats: [PixelFormat]
  /// A size that is enough: a reader that can decode at a fraction for less work may deliver any
  /// size that is at least this on both sides and has the same aspect. `nil` asks for full size.
  public var sufficientSize: (width: Int, height: Int)?
  /// Whether nearly the same will do, for less work: with ``sufficientSize`` a last column and row that lie partly outside of
  /// the picture, and luma in the place of gray. For what looks at a picture and writes none.
  public var isRough = false
  /// Which picture of an ``Animation``, from 0 on, as a whole picture. They are asked for in order: a reader goes
  /// on from the last one, and begins anew when an earlier one is wanted.
  public var frame = 0

  public init(_ formats: [PixelFormat], sufficientSize: (width: Int, height: Int)? = nil) {
    self.formats = formats
    self.sufficientSize = sufficientSize
  }
}

/// A whole picture in memory, given as one band.
public final class BufferSource: PixelSource {
  public let buffer: PixelBuffer
  private var isDelivered = false

  public init(_ buffer: PixelBuffer) {
    self.buffer = buffer
  }

  public var format: PixelFormat { buffer.format }
  public var width: Int { buffer.width }
  public var height: Int { buffer.height }

  public func nextBand() -> PixelBand? {
    guard !isDelivered else { return nil }
    isDelivered = true
    return PixelBand(whole: buffer)
  }
}
