public import ConverterCore

/// Decodes HEVC still pictures as phones make them: 8 bits, 4:2:0 or gray, intra slices alone.
///
/// Several threads may decode at the same time; decoders and their memory are kept for the next
/// picture, so the tiles of a grid are best decoded by one of these.
public final class HEVCDecoder: Sendable {
  /// What came of a picture. Only `decoded` left pixels that are worth something.
  public enum Outcome: Sendable {
    case decoded
    /// Nothing was written: the headers ask for what is not decoded here.
    case unsupported
    /// Something may have been written.
    case damaged
  }

  /// Which of the processor's instructions are used.
  public enum Instructions: Sendable, CaseIterable {
    case best, plain
  }

  private let instructions: Instructions
  private let idle = Pool<HEVCDecoderHandle>()

  public init(_ instructions: Instructions = .best) {
    self.instructions = instructions
  }

  /// Decodes the one picture of NAL units.
  ///
  /// - Parameters:
  ///   - sets: parameter sets without start codes.
  ///   - data: the item's bytes.
  ///   - units: where its NAL units are within them.
  ///   - limits: for the picture and the memory that decoding it takes.
  ///   - destination: gives the planes that the samples go to, Y, Cb and Cr or Y alone of a gray
  ///     picture. `nil` stands for a picture that is not wanted, which is `unsupported` then.
  /// - Throws: `limitExceeded`, and what `destination` throws.
  public func decode(
    sets: [[UInt8]], data: [UInt8], units: [Range<Int>], limits: Limits,
    into destination: (HEVCPicture) throws(ConversionError) -> [HEVCPlane]?
  ) throws(ConversionError) -> Outcome {
    try idle.withItem { () throws(ConversionError) in
      try HEVCDecoderHandle(instructions)
    } _: { handle throws(ConversionError) in
      try Self.decode(
        sets: sets, data: data, units: units, limits: limits, by: handle, into: destination)
    }
  }

  private static func decode(
    sets: [[UInt8]], data: [UInt8], units: [Range<Int>], limits: Limits,
    by handle: HEVCDecoderHandle,
    into destination: (HEVCPicture) throws(ConversionError) -> [HEVCPlane]?
  ) throws(ConversionError) -> Outcome {
    let (picture, outcome) = try handle.begin(sets: sets, data: data, units: units)
    guard let picture else { return outcome }
    try limits.checkPixels(width: picture.codedWidth, height: picture.codedHeight)
    try limits.check(
      .memory, picture.byteCount,
      for: "decoding a picture of \(picture.codedWidth)×\(picture.codedHeight)")
    guard let planes = try destination(picture) else { return .unsupported }
    precondition(planes.count == (picture.isGray ? 1 : 3), "a picture goes to all its planes")
    return try handle.finish(planes)
  }
}
