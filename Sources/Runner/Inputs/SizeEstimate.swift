import ConverterCore

/// The sum of many sizes, of which only some are asked for.
///
/// Asking for the sizes of a million files takes a second and a half where all is in memory, and minutes where it is
/// not. So the sizes of the first few thousand are asked for, and then every second, every fourth, …: ten thousand of a
/// million, each of which stands for those up to the next.
public struct SizeEstimate: Sendable {
  /// The sum, or an estimate of it by the sizes that were asked for.
  public var total: Int {
    guard weight < count, weight > 0 else { return sum }
    let total = Double(sum) / Double(weight) * Double(count)
    return total < Double(Int.max) ? Int(total) : .max
  }

  /// Whether every size was asked for.
  public var isExact: Bool { stride == 1 }

  private var count = 0
  /// Each size as often as it stands for a file.
  private var sum = 0
  private var weight = 0
  private var stride = 1
  /// How many more are asked for before the stride doubles.
  private var left: Int

  private static let first = 4096
  private static let further = 1024

  /// - Parameter exact: whether all are to be asked for, however long that takes.
  public init(exact: Bool = false) {
    left = exact ? .max : Self.first
  }

  /// Counts one more.
  ///
  /// - Parameter size: called when this one's size matters.
  public mutating func add(_ size: () -> Int) {
    defer { count += 1 }
    guard count % stride == 0 else { return }
    if left == 0 {
      stride *= 2
      left = Self.further
      guard count % stride == 0 else { return }
    }
    left -= 1
    sum = sum.clampedSum(max(0, size()).clampedProduct(stride))
    weight += stride
  }
}
