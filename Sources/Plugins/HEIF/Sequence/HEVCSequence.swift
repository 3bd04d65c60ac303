import ConverterCore

/// Pictures that are coded from each other, which libde265 gives in the order of showing.
final class HEVCSequence {
  private let decoder: LibDE265Handle
  /// Whether it was given something that it has not decoded yet.
  private var hasWork = false

  init(threads: Int) throws(ConversionError) {
    decoder = try LibDE265Handle(threads: threads, subject: "the sequence")
  }

  /// Takes a NAL unit without start code.
  func push(_ unit: Span<UInt8>) throws(ConversionError) {
    try decoder.push(unit)
  }

  /// Says that the units of a picture are complete.
  func endPicture() {
    decoder.endPicture()
    hasWork = true
  }

  /// Says that no picture follows.
  func flush() throws(ConversionError) {
    try decoder.flush()
    hasWork = true
  }

  /// Lends the next picture to `body`; `false` where none comes before more was given.
  ///
  /// Pictures are taken as soon as they are there: libde265 does not go on while it holds too many.
  func takePicture(
    _ body: (DecodedPlanes) throws(ConversionError) -> Void
  ) throws(ConversionError) -> Bool {
    var steps = 0
    while true {
      if try decoder.takePicture(body) { return true }
      guard hasWork else { return false }
      steps += 1
      guard steps < Self.mostSteps else {
        throw .damaged("the sequence cannot be decoded: libde265 waits for a picture for ever")
      }
      hasWork = try decoder.step() == .more
      _ = decoder.takeWarning()
    }
  }

  private static let mostSteps = 1 << 16
}
