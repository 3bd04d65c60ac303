/// What decides how an input is changed: random numbers, and changes to bytes without structure.
public struct Lot {
  private var state: UInt64
  private let change: ([UInt8], Int) -> [UInt8]

  /// - Parameters:
  ///   - seed: the same one draws the same.
  ///   - change: makes other bytes of some, at most so many.
  public init(seed: UInt64, change: @escaping ([UInt8], Int) -> [UInt8]) {
    state = seed
    self.change = change
  }

  /// A number of 64 bits (SplitMix64).
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  /// - Parameter count: at least 1.
  public mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  /// Whether one of `count` equal chances came.
  public mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// `nil` where there is nothing to choose from.
  public mutating func index<C: Collection>(of choices: C) -> Int? {
    choices.isEmpty ? nil : below(choices.count)
  }

  public mutating func one<Element>(of choices: [Element]) -> Element? {
    index(of: choices).map { choices[$0] }
  }

  /// Bytes changed anywhere, which may be more than before by `growth`.
  public func changed(_ bytes: [UInt8], growth: Int = 64) -> [UInt8] {
    change(bytes, bytes.count + growth)
  }

  /// A number at an edge of what programs count with, or another.
  public mutating func number() -> UInt64 {
    let edge: UInt64 = 1 << UInt64(below(64))
    switch below(5) {
    case 0: return edge
    case 1: return edge &- 1
    case 2: return UInt64(below(10))
    case 3: return .max - UInt64(below(3))
    default: return next() & (edge &- 1)
    }
  }
}
