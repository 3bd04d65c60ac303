public import ConverterCore

/// What each gray sample becomes, for pictures whose gray is changed by a curve alone.
public struct GrayTable: Sendable {
  private let values: [UInt16]

  /// - Parameter values: 16-bit samples for each of 256 (8-bit) or 65,536 (16-bit) ones.
  public init(_ values: [UInt16]) {
    precondition(values.count == 256 || values.count == 65536)
    self.values = values
  }

  /// The pixels of a gray source, changed; alpha stays.
  ///
  /// - Precondition: the source is interleaved gray as deep as the table, and `bitDepth` is 8 or 16.
  public func pixels(
    of source: any PixelSource, bitDepth: Int, in context: ConversionContext
  ) -> any PixelSource {
    var format = source.format
    precondition(format.channels == .gray && values.count == 1 << format.bitDepth)
    let change: PixelwiseSource.Change =
      switch (format.bitDepth, bitDepth) {
      case (8, 8): unsafe change(UInt8.self, UInt8.self, hasAlpha: format.hasAlpha)
      case (8, _): unsafe change(UInt8.self, UInt16.self, hasAlpha: format.hasAlpha)
      case (_, 8): unsafe change(UInt16.self, UInt8.self, hasAlpha: format.hasAlpha)
      default: unsafe change(UInt16.self, UInt16.self, hasAlpha: format.hasAlpha)
      }
    format.bitDepth = bitDepth
    return unsafe PixelwiseSource(source, to: format, in: context, change: change)
  }

  private func change<From: Sample, To: Sample>(
    _ from: From.Type, _ to: To.Type, hasAlpha: Bool
  ) -> PixelwiseSource.Change {
    // Both rows have `count` pixels of `samples` samples, and `values` has one for each that a sample may be.
    { [values] source, target, count in
      let source = unsafe source.assumingMemoryBound(to: From.self)
      let target = unsafe target.assumingMemoryBound(to: To.self)
      let samples = hasAlpha ? 2 : 1
      for pixel in 0..<count {
        let index = pixel * samples
        unsafe target[index] = To(rescaling: values[Int(source[index])])
        if hasAlpha {
          unsafe target[index + 1] = To(rescaling: UInt16(rescaling: source[index + 1]))
        }
      }
    }
  }
}

/// An 8- or 16-bit sample.
typealias Sample = FixedWidthInteger & UnsignedInteger & Sendable

extension UnsignedInteger where Self: FixedWidthInteger {
  /// A sample of 8 or 16 bits in 8 or 16 bits, rounded.
  init(rescaling sample: some Sample) {
    // 255 of 8 bits are 257 times as many of 16.
    self =
      switch (type(of: sample).bitWidth, Self.bitWidth) {
      case (8, 16): Self(truncatingIfNeeded: Int(sample) * 257)
      case (16, 8): Self(truncatingIfNeeded: (Int(sample) + 128) / 257)
      default: Self(truncatingIfNeeded: sample)
      }
  }
}
