/// How close a lossy encoding stays to its source, from 0 (smallest) to 1 (best).
public struct Quality: Sendable, Equatable {
  public let value: Double

  /// - Parameter value: 0…1.
  public init(_ value: Double) {
    precondition((0...1).contains(value), "quality is a fraction")
    self.value = value
  }

  /// Reads the words after `-q`: `0`…`1` is a fraction, `2`…`100` a percentage.
  ///
  /// - Throws: `usage` for anything else.
  public init(parsing text: String) throws(ConversionError) {
    guard let number = Double(text), number.isFinite else {
      throw ConversionError(
        .usage, "quality \"\(text)\" is not a number: use 0…1 (0.8) or 2…100 (80)")
    }
    switch number {
    case 0...1: value = number
    case 2...100: value = number / 100
    default:
      throw ConversionError(.usage, "quality \(text) is out of range: use 0…1 (0.8) or 2…100 (80)")
    }
  }

  /// The same on the usual scale of codecs, 0…100.
  public var percent: Int { Int((value * 100).rounded()) }
}
