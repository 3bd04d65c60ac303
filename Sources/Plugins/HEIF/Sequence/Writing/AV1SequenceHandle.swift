private import CLibHEIF
import ConverterCore
import PictureModel

/// libaom coding pictures from each other.
@safe final class AV1SequenceHandle {
  private let encoder: OpaquePointer
  /// The coded pictures so far, and whether decoding can begin with each.
  private(set) var samples: [(bytes: [UInt8], isKey: Bool)] = []
  private let planes: Range<Int>

  /// - Parameters:
  ///   - format: planar.
  ///   - codesAlpha: whether only the last plane is coded, as pictures without colours.
  init(
    _ format: PixelFormat, width: Int, height: Int, codesAlpha: Bool, colour: NCLX,
    _ options: HEIFWriterOptions, threads: Int
  ) throws(ConversionError) {
    try SystemLibrary.libaom.open()
    guard case .ycbcr(let subsampling, _, _) = format.channels else {
      throw ConversionError(.internalError, "pictures are coded as planes")
    }
    var coding = fairy_av1_coding()
    coding.width = UInt32(clamping: width)
    coding.height = UInt32(clamping: height)
    coding.bit_depth = Int32(format.bitDepth)
    let isGray = codesAlpha || subsampling == .monochrome
    coding.chroma =
      switch subsampling {
      case _ where isGray: Int32(fairy_av1_monochrome)
      case .s422: Int32(fairy_av1_422)
      case .s444: Int32(fairy_av1_444)
      default: Int32(fairy_av1_420)
      }
    // What is transparent stays so: opacity is cheap.
    coding.quality =
      codesAlpha ? 100 : Int32(HEIFCodec.av1.level(for: options.loss.quality).rounded())
    coding.lossless = options.loss.isNone
    coding.speed = Int32(min(options.speed, 9))
    coding.threads = Int32(min(max(1, threads), 64))
    (coding.primaries, coding.transfer) = (Int32(colour.primaries), Int32(colour.transfer))
    coding.matrix = Int32(colour.matrix)
    coding.full_range = codesAlpha || colour.isFullRange
    planes = codesAlpha ? format.planeCount - 1..<format.planeCount : 0..<(isGray ? 1 : 3)
    guard let encoder = unsafe fairy_av1_create(&coding) else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory),
        "libaom found no memory for the animation; make it smaller with --resize")
    }
    unsafe self.encoder = encoder
  }

  deinit {
    unsafe fairy_av1_destroy(encoder)
  }

  func add(_ buffer: PixelBuffer) throws(ConversionError) {
    let bases = unsafe planes.map {
      unsafe Optional(UnsafePointer<UInt8>(buffer.planes[$0].row(0, as: UInt8.self)))
    }
    let strides = planes.map { Int32(clamping: buffer.planes[$0].stride) }
    guard unsafe fairy_av1_add(encoder, bases, strides) else { throw failure }
    takeSamples()
  }

  func finish() throws(ConversionError) {
    guard unsafe fairy_av1_add(encoder, nil, nil) else { throw failure }
    takeSamples()
  }

  private func takeSamples() {
    var count = 0
    var isKey = false
    while let bytes = unsafe fairy_av1_next(encoder, &count, &isKey) {
      unsafe samples.append((Array(UnsafeBufferPointer(start: bytes, count: count)), isKey))
    }
  }

  private var failure: ConversionError {
    unsafe ConversionError(
      .internalError,
      "libaom could not code the animation: "
        + String(cString: fairy_av1_message(encoder)))
  }
}
