/// What the headers of a coded picture say, in luma samples.
public struct HEVCPicture: Sendable, Equatable {
  public let codedWidth: Int
  public let codedHeight: Int
  /// Within the conformance window.
  public let width: Int
  public let height: Int
  /// Whether there is no chroma.
  public let isGray: Bool
  /// The memory that decoding it takes.
  public let byteCount: Int
}

/// Where the samples of a plane go, a byte each; those beyond its width and height are dropped.
@safe public struct HEVCPlane {
  public let base: UnsafeMutablePointer<UInt8>
  /// Bytes from one row to the next.
  public let stride: Int
  public let width: Int
  public let height: Int

  /// - Precondition: `width` and `height` are not negative, and there are so many samples.
  public init(base: UnsafeMutablePointer<UInt8>, stride: Int, width: Int, height: Int) {
    precondition(width >= 0 && height >= 0)
    unsafe self.base = base
    self.stride = stride
    self.width = width
    self.height = height
  }
}
