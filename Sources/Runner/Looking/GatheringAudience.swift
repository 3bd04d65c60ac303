package import ConverterCore

/// Keeps what a worker has to show, which is little.
package final class GatheringAudience: LookAudience {
  package private(set) var bytes: [UInt8] = []
  package var isGone = false
  private let mostBytes: Int

  /// - Parameter mostBytes: that a worker may send; enough for a line of each of 100,000 pages unless told otherwise.
  package init(atMost mostBytes: Int = 1 << 24) { self.mostBytes = mostBytes }

  package func write(_ more: [UInt8]) throws(ConversionError) {
    guard bytes.count + more.count <= mostBytes else {
      throw ConversionError(.decoderCrashed, "its worker sent more than is needed")
    }
    bytes += more
  }

  /// What is odd about a file is said when it is converted.
  package func note(_ line: String) {}

  package func takeScreen(
    _ body: (any WatchingScreen) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    throw ConversionError(.internalError, "such a look takes no screen")
  }
}
