import ConverterCore
import PictureModel

/// The pictures of a file, which are decoded whole, one after the other.
final class JPEGXLFrames {
  private let bytes: CodedBytes
  private let survey: Survey
  private let format: PixelFormat
  private let context: ConversionContext
  private var run: Run?

  /// A decoder under way.
  private final class Run {
    let handle: JPEGXLDecoderHandle
    /// The number of the frame that comes next.
    var next = 0

    init(_ bytes: CodedBytes, threads: Int) throws(ConversionError) {
      handle = try JPEGXLDecoderHandle(bytes, threads: threads)
    }
  }

  init(_ bytes: CodedBytes, _ survey: Survey, _ format: PixelFormat, in context: ConversionContext)
  {
    self.bytes = bytes
    self.survey = survey
    self.format = format
    self.context = context
  }

  func source(of frame: Int) throws(ConversionError) -> any PixelSource {
    let (width, height) = (survey.width, survey.height)
    let pixels = try context.limits.checkPixels(width: width, height: height)
    // libjxl has numbers of 32 bits of each channel, of groups or of all.
    let (own, isTooMuch) = pixels.multipliedReportingOverflow(by: 16 + 2 * format.samplesPerPixel)
    try context.limits.check(.memory, isTooMuch ? .max : own, for: "decoding a JPEG XL picture")
    try context.checkpoint()
    let run: Run
    if let present = self.run, present.next <= frame {
      run = present
    } else {
      run = try Run(bytes, threads: context.threads)
    }
    self.run = nil
    if frame > run.next { run.handle.skip(frame - run.next) }
    let buffer = PixelBuffer(format, width: width, height: height)
    try run.handle.next(into: buffer)
    run.next = frame + 1
    if let count = survey.animation?.durations.count, run.next < count { self.run = run }
    return BufferSource(buffer)
  }
}
