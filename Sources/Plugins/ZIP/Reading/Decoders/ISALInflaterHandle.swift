import ConverterCore
import Deflate

/// Inflates with ISA-L, at twice the speed of zlib.
final class ISALInflater: LibraryDecoder {
  let mayLackEnd = false
  private let stream: InflateStreamHandle

  /// `nil` where the library is not installed.
  static func make() -> ISALInflater? { InflateStreamHandle.make().map(ISALInflater.init) }

  private init(_ stream: InflateStreamHandle) {
    self.stream = stream
  }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    var room = unsafe MutableSpan<UInt8>(_unsafeBytes: output)
    guard let step = unsafe stream.inflate(Span(borrowing: input), into: &room) else {
      throw .damaged
    }
    return DecodingStep(
      consumed: step.consumed, produced: step.produced, isAtEnd: step.isAtEnd)
  }
}
