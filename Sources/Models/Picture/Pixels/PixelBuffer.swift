/// Memory for the samples of a picture, or of a band of one.
@safe public final class PixelBuffer {
  /// Rows of samples at an address.
  @safe public struct Plane {
    public var base: UnsafeMutableRawPointer
    /// Bytes from one row to the next; a multiple of 64 in buffers made here.
    public var stride: Int
    /// Samples a row (for interleaved formats: pixels × samples of a pixel).
    public var width: Int
    public var height: Int

    public init(base: UnsafeMutableRawPointer, stride: Int, width: Int, height: Int) {
      unsafe self.base = base
      self.stride = stride
      self.width = width
      self.height = height
    }

    /// The first sample of a row.
    ///
    /// - Precondition: `y` is from 0 on and below ``height``.
    @inlinable public func row(_ y: Int) -> UnsafeMutableRawPointer { unsafe base + y * stride }

    /// The same, of as many samples of a type as ``width`` says.
    @inlinable public func row<T>(_ y: Int, as type: T.Type) -> UnsafeMutablePointer<T> {
      unsafe (base + y * stride).assumingMemoryBound(to: type)
    }
  }

  public let format: PixelFormat
  /// In pixels.
  public let width: Int
  public let height: Int
  public let planes: [Plane]
  private let memory: UnsafeMutableRawPointer?
  private let owner: AnyObject?
  /// How many borrowed bands were made of it; only the last one is valid.
  fileprivate var generation = 0

  /// Memory that is not cleared.
  ///
  /// - Precondition: the size was checked against the limits.
  public init(_ format: PixelFormat, width: Int, height: Int) {
    self.format = format
    self.width = width
    self.height = height
    var layout: [(offset: Int, stride: Int, width: Int, height: Int)] = []
    var total = 0
    for index in 0..<format.planeCount {
      let size = format.planeSize(index, width: width, height: height)
      let stride = (size.width * format.bytesPerSample + 63) & ~63
      layout.append((total, stride, size.width, size.height))
      total += stride * size.height
    }
    // Vector loops may read, never use, up to 64 bytes past the last sample.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: total + 64, alignment: 64)
    unsafe self.memory = memory
    owner = nil
    planes = layout.map {
      unsafe Plane(base: memory + $0.offset, stride: $0.stride, width: $0.width, height: $0.height)
    }
  }

  /// Memory that belongs to `owner`, which is kept alive.
  ///
  /// - Parameters:
  ///   - format: of the samples.
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - planes: as many and as large as the format has them for this size. At least 64 bytes past the last sample of
  ///     each must be readable.
  ///   - owner: frees the memory when it is released.
  public init(
    _ format: PixelFormat, width: Int, height: Int, planes: [Plane], owner: AnyObject
  ) {
    precondition(planes.count == format.planeCount)
    self.format = format
    self.width = width
    self.height = height
    self.planes = planes
    self.owner = owner
    unsafe memory = nil
  }

  deinit {
    unsafe memory?.deallocate()
  }

  /// The bytes that a buffer of this size takes.
  public static func byteCount(_ format: PixelFormat, width: Int, height: Int) -> Int {
    (0..<format.planeCount).reduce(0) { sum, index in
      let size = format.planeSize(index, width: width, height: height)
      return sum + ((size.width * format.bytesPerSample + 63) & ~63) * size.height
    }
  }
}

/// Whole rows of a picture that stand in a buffer.
///
/// A band is borrowed from its source until the source is asked for the next one, which overwrites the rows. Reading
/// rows of an earlier band ends the process. The band keeps the buffer, so that its memory stays.
public struct PixelBand {
  public let buffer: PixelBuffer
  /// The first row of the band within the picture.
  public private(set) var y: Int
  /// The first row of the band within `buffer`; a multiple of the vertical chroma subsampling.
  public let bufferRow: Int
  public let height: Int
  /// The generation of the buffer that it belongs to; `nil` for rows that are never written again.
  private let generation: Int?

  /// Rows that are valid until the next band of the same buffer is made.
  public init(_ buffer: PixelBuffer, y: Int, bufferRow: Int = 0, height: Int) {
    buffer.generation += 1
    generation = buffer.generation
    self.buffer = buffer
    self.y = y
    self.bufferRow = bufferRow
    self.height = height
  }

  /// All rows of a picture that is never written again; any number of such bands are valid at once.
  public init(whole buffer: PixelBuffer) {
    generation = nil
    self.buffer = buffer
    (y, bufferRow, height) = (0, 0, buffer.height)
  }

  /// The same rows elsewhere in a picture.
  public func placed(at y: Int) -> PixelBand {
    var band = self
    band.y = y
    return band
  }

  /// The rows of plane `index` that belong to the band.
  ///
  /// - Precondition: no other band of the buffer was made since.
  public func plane(_ index: Int) -> PixelBuffer.Plane {
    precondition(
      generation == nil || generation == buffer.generation,
      "a band was read after its source was asked for the next one")
    var plane = buffer.planes[index]
    let vertical = buffer.format.sampling(ofPlane: index).vertical
    unsafe plane.base += bufferRow / vertical * plane.stride
    plane.height = (height + vertical - 1) / vertical
    return plane
  }
}
