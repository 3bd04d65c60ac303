extension ResizeGeometry: CustomStringConvertible {
  /// The words that ``init(parsing:)`` reads as the same geometry.
  public var description: String {
    switch self {
    case .longerSide(let side): "\(side)"
    case .width(let side): "\(side)x"
    case .height(let side): "x\(side)"
    case .fit(let width, let height): "\(width)x\(height)"
    case .exact(let width, let height): "\(width)x\(height)!"
    case .fill(let width, let height): "\(width)x\(height)^"
    case .percent(let value): "\(Self.decimal(value))%"
    }
  }

  /// The shortest digits for `value` without an exponent, which a geometry may not have.
  private static func decimal(_ value: Double) -> String {
    let text = "\(value)"
    guard let mark = text.firstIndex(of: "e") else {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    guard let exponent = Int(text[text.index(after: mark)...]), exponent < 0 else { return text }
    return "0." + String(repeating: "0", count: -exponent - 1)
      + text[..<mark].filter { $0 != "." }
  }
}
