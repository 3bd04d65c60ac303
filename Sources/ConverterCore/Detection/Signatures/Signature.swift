/// Bytes at a fixed place that only files of one type have there.
public struct Signature: Sendable {
  let type: ContentType.ID
  let offset: Int
  let pattern: BytePattern
  /// How sure a match makes; `nil` lets the number of matching bytes decide.
  let confidence: Double?
  /// Whether the format is text itself, so that text after the signature speaks for it.
  let isText: Bool
  /// Types that share the signature.
  let alternatives: [ContentType.ID]
  /// Whether every good file of the type begins so.
  let isAlwaysThere: Bool

  /// - Parameters:
  ///   - type: what a file is that has these bytes.
  ///   - offset: within the first 64 KiB.
  ///   - pattern: the bytes, as specifications write them: `"89 'PNG' 0D 0A"`.
  ///   - confidence: how sure a match makes; without it, the number of bytes that agree decides.
  ///   - isText: whether the format is text itself.
  ///   - alternatives: types that share the signature: the name decides which one is meant.
  ///   - isAlwaysThere: whether every good file of the type begins so; what does not is none then, whatever its name.
  public init(
    _ type: ContentType.ID, at offset: Int = 0, _ pattern: BytePattern, confidence: Double? = nil,
    isText: Bool = false, or alternatives: [ContentType.ID] = [], isAlwaysThere: Bool = true
  ) {
    self.type = type
    self.offset = offset
    self.pattern = pattern
    self.confidence = confidence
    self.isText = isText
    self.alternatives = alternatives
    self.isAlwaysThere = isAlwaysThere
  }

  /// Whether it is not to be found in the first ``FileSample/shortHead`` bytes.
  var isDeep: Bool { offset >= FileSample.shortHead }

  func match(_ head: [UInt8]) -> TypeFinding? {
    guard let fixed = pattern.match(head, at: offset) else { return nil }
    var confidence = confidence ?? Self.confidence(forMatching: fixed)
    // "ORC" and "true" begin tables and fonts, but also sentences.
    if fixed < 6, !isText, pattern.isPrintable, TextEncoding.isPlainASCII(head) {
      confidence *= 0.4
    }
    let place = offset == 0 ? "begins with" : "has at byte \(offset)"
    return TypeFinding(.signature, type, confidence, "\(place) \(pattern.text)").or(alternatives)
  }

  private static func confidence(forMatching count: Int) -> Double {
    switch count {
    case ..<3: 0.6
    case 3: 0.9
    case 4...7: 0.95
    // A longer signature of a special case outweighs the one it begins with.
    default: 0.97 + 0.001 * Double(min(count - 8, 20))
    }
  }
}

extension Signature {
  /// Signatures of types that no plugin brings, in the first ``FileSample/shortHead`` bytes.
  static let shallow =
    pictures + documents + archives + recordings + fonts + programs + data
    + models3D

  /// Those that need the long head.
  static let deep: [Signature] = [
    Signature("org.osta.udf-image", at: 32769, "'BEA01'"),
    Signature("org.osta.udf-image", at: 32769, "'NSR0'"),
    Signature("public.swap-image", at: 4086, "'SWAPSPACE2'"),
  ]
}
