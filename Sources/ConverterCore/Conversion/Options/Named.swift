/// A value that is usually the same, and whether somebody asked for one by name.
///
/// The projected value says so: `$metadata` is `true` once `metadata` was set, be it to its usual value, unless it is
/// said that nobody named it.
@propertyWrapper
public struct Named<Value: Sendable>: Sendable {
  public var wrappedValue: Value { didSet { projectedValue = true } }
  public var projectedValue = false

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Named: Equatable where Value: Equatable {}
