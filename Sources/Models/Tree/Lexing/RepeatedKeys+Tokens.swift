public import ConverterCore

extension RepeatedKeys {
  /// Takes the tokens of a tree one after the other.
  public mutating func add(_ kind: Token.Kind, _ text: Span<UInt8>) {
    switch kind {
    case .beginObject: begin()
    case .endObject: end()
    case .key: add(text, at: 0)
    default: break
    }
  }

  /// Says in the ledger that a format got keys twice that has no place for them.
  public func note(_ reason: String, in context: ConversionContext) {
    guard count > 0 else { return }
    let what = count == 1 ? "1 key repeats" : "\(count) keys repeat"
    context.note("repeated keys", .kept, why: "\(what) an earlier one of the object; \(reason)")
  }
}
