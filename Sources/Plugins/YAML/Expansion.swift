import ConverterCore

/// Counts what aliases stand for.
struct Expansion {
  private let limits: Limits
  private let fileSize: Int
  private var bytes = 0

  init(limits: Limits, fileSize: Int) {
    self.limits = limits
    self.fileSize = max(1, fileSize)
  }

  /// - Throws: `limitExceeded` past `ratio` times the file, above the first MiB, and past `expanded`.
  mutating func add(_ count: Int) throws(ConversionError) {
    bytes += count
    guard bytes > 1 << 20 else { return }
    try limits.check(.ratio, bytes / fileSize, for: "writing out what the aliases stand for")
    try limits.check(.expanded, bytes, for: "writing out what the aliases stand for")
  }
}
