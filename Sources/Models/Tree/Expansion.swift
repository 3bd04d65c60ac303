public import ConverterCore

/// Counts what a file stands for that names parts of itself again, so that a small one cannot be a bomb.
public struct Expansion {
  private let limits: Limits
  private let fileSize: Int
  private let what: String
  private var bytes = 0

  /// - Parameters:
  ///   - what: what needs the bytes, as the subject of a message.
  ///   - limits: of the conversion.
  ///   - fileSize: the bytes of the file.
  public init(_ what: String, limits: Limits, fileSize: Int) {
    self.what = what
    self.limits = limits
    self.fileSize = max(1, fileSize)
  }

  /// - Throws: `limitExceeded` past `ratio` times the file, above the first MiB, and past `expanded`.
  @inline(__always)
  public mutating func add(_ count: Int) throws(ConversionError) {
    bytes += count
    if bytes > 1 << 20 { try check() }
  }

  private func check() throws(ConversionError) {
    if bytes / fileSize > limits.ratio {
      throw tooMuch("\(limits.ratio) times the size of the file", .ratio)
    }
    if bytes > limits.expanded { throw tooMuch("\(limits.expanded) bytes", .expanded) }
  }

  /// How much it would be is not known: what is suggested leaves room.
  private func tooMuch(_ size: String, _ name: Limits.Name) -> ConversionError {
    let (more, overflow) = limits[name].multipliedReportingOverflow(by: 10)
    return ConversionError.exceeding(
      .init(name, needed: name == .ratio ? bytes / fileSize : bytes, of: limits),
      "\(what) comes to more than \(size), which is the limit; raise it with "
        + "--limit \(name.rawValue)=\(overflow ? .max : max(10, more))")
  }
}
