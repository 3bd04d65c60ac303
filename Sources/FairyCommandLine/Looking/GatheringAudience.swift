import ConverterCore
import Runner

/// Keeps what a worker has to show, which is little.
final class GatheringAudience: LookAudience {
  private(set) var bytes: [UInt8] = []
  var isGone = false

  /// A line for each of 100,000 pages.
  private static let mostBytes = 1 << 24

  func write(_ more: [UInt8]) throws(ConversionError) {
    guard bytes.count + more.count <= Self.mostBytes else {
      throw ConversionError(.decoderCrashed, "its worker sent more than pages need")
    }
    bytes += more
  }

  /// What is odd about a file is said when it is converted.
  func note(_ line: String) {}

  func takeScreen(
    _ body: (any WatchingScreen) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    throw ConversionError(.internalError, "a look for separator sheets takes no screen")
  }
}
