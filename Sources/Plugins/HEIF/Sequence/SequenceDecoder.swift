import ConverterCore
import PictureModel

/// Decodes the pictures of a sequence one after the other, and begins anew where an earlier one is wanted.
final class SequenceDecoder {
  private let sequence: ImageSequence
  private let file: HEIFFile
  private let context: ConversionContext
  private var codec: Codec?
  /// The picture that comes next out of the codec.
  private var next = 0
  /// The sample that goes into it next.
  private var given = 0
  /// Whether it was not given anything yet.
  private var isFresh = true
  private var last: (frame: Int, buffer: PixelBuffer)?

  private enum Codec {
    case av1(Dav1dSequence)
    case hevc(HEVCSequence)
  }

  /// A decoder in a box, as it cannot be copied.
  private final class Dav1dSequence {
    let handle: Dav1dHandle

    init(_ handle: consuming Dav1dHandle) { self.handle = handle }
  }

  init(_ sequence: ImageSequence, of file: HEIFFile, in context: ConversionContext) {
    self.sequence = sequence
    self.file = file
    self.context = context
  }

  /// A picture, whole, which must not be changed.
  func picture(_ frame: Int) throws(ConversionError) -> PixelBuffer {
    if let last, last.frame == frame { return last.buffer }
    last = nil
    do throws(ConversionError) {
      let buffer = try decode(frame)
      last = (frame, buffer)
      return buffer
    } catch {
      codec = nil
      throw error
    }
  }

  private func decode(_ frame: Int) throws(ConversionError) -> PixelBuffer {
    let (width, height) = (sequence.width, sequence.height)
    try context.limits.check(
      .memory, PixelBuffer.byteCount(sequence.format, width: width, height: height),
      for: "a picture of \(width)×\(height)")
    let start = start(of: frame)
    if codec == nil || next > frame || next < start { try begin(at: start) }
    let buffer = PixelBuffer(sequence.format, width: width, height: height)
    let target = PlaneTarget(buffer, width: width, height: height)
    while next <= frame {
      try context.checkpoint()
      let isWanted = next == frame
      try step { planes throws(ConversionError) in
        if isWanted { try target.store(planes, item: UInt32(clamping: frame + 1)) }
      }
      next += 1
    }
    return buffer
  }

  /// Where decoding has to begin for a picture. HEVC shows pictures in another order than that of its samples,
  /// so that which picture a sample becomes is known from the first one on only.
  private func start(of frame: Int) -> Int {
    guard case .av1 = sequence.coding else { return 0 }
    guard let starts = sequence.table.starts else { return frame }
    return starts.last { $0 <= frame } ?? 0
  }

  private func begin(at frame: Int) throws(ConversionError) {
    (next, given, isFresh) = (frame, frame, true)
    switch sequence.coding {
    case .av1:
      codec = .av1(
        Dav1dSequence(
          try Dav1dHandle(threads: context.threads, operatingPoint: 0, limits: context.limits)))
    case .hevc(let configuration):
      let handle = try HEVCSequence(threads: context.threads)
      for unit in configuration.units {
        try handle.push(unit.span)
      }
      codec = .hevc(handle)
    }
  }

  /// Lends the next picture to `body`.
  private func step(
    _ body: (DecodedPlanes) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    let samples = sequence.table.samples
    switch (codec, sequence.coding) {
    case (.av1(let decoder), .av1(let configuration)):
      let data = Array(file.bytes[samples[given]])
      given += 1
      defer { isFresh = false }
      try decoder.handle.decode(
        isFresh ? configuration.complete(data) : data,
        subject: "picture \(given) of the sequence", body)
    case (.hevc(let decoder), .hevc(let configuration)):
      while true {
        if try decoder.takePicture(body) { return }
        guard given < samples.count else {
          throw .damaged("the sequence ends after \(next) of \(samples.count) pictures")
        }
        try push(samples[given], configuration, to: decoder)
        given += 1
        if given == samples.count { try decoder.flush() }
      }
    default:
      throw ConversionError(.internalError, "a sequence is decoded by the wrong codec")
    }
  }

  private func push(
    _ sample: Range<Int>, _ configuration: HEVCConfiguration, to decoder: HEVCSequence
  ) throws(ConversionError) {
    let data = Array(file.bytes[sample])
    let number = UInt32(clamping: given + 1)
    // libde265 allocates whatever a parameter set asks for.
    for set in try configuration.parameters(in: data, item: number) {
      try context.limits.checkPixels(width: set.codedWidth, height: set.codedHeight)
    }
    for unit in try configuration.units(of: data, item: number) {
      try decoder.push(data.span.extracting(unit))
    }
    decoder.endPicture()
  }
}
