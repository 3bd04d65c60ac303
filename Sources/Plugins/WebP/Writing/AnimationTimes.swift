import ConverterCore
import PictureModel

/// When the pictures of an animation begin, in whole milliseconds.
///
/// Rounded from the beginning on, so that a thirtieth of a second does not become a 30.3rd over the whole.
struct AnimationTimes {
  private(set) var starts: [Int] = []
  private(set) var end = 0

  /// What 24 bits hold.
  static let longest = 1 << 24 - 1

  /// - Throws: `unsupportedContent` for a picture that is shown for longer than the format can say.
  init(_ animation: Animation) throws(ConversionError) {
    var sum = 0
    for duration in animation.durations {
      starts.append(end)
      let (next, overflow) = sum.addingReportingOverflow(max(0, duration))
      let last = end
      end = overflow ? .max : next / 1000 + (next % 1000 >= 500 ? 1 : 0)
      guard end - last <= Self.longest, end <= Int32.max else {
        throw ConversionError(
          .unsupportedContent,
          "the animation takes too long for WebP, where a picture is shown for at most "
            + "\(Self.longest / 60_000) minutes and all of them for \(Int32.max / 3_600_000) hours")
      }
      sum = next
    }
  }
}
