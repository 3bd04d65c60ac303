/// A warning that may hold for many parts of one input, such as the pages of a scan: a few are reported one by one,
/// more of a kind in one warning for all.
public struct PartWarning: Sendable {
  /// Parts of which the same is said.
  public struct Parts: Sendable {
    public let count: Int
    /// The first of them by name: "a.jpg, b.jpg, c.jpg and 5 more".
    public let names: String
  }

  /// How many are reported one by one.
  public static let mostTold = 3

  /// What warnings that are told together have in common.
  let kind: String
  /// What the part is called.
  let part: String
  /// Where it stands among the others, from 0.
  let position: Int
  /// How bad it is; the worst speaks for all.
  let severity: Double
  /// What is said of this one.
  let text: String
  /// What is said of all of them by the worst.
  let together: @Sendable (Parts) -> String

  public init(
    _ kind: String, of part: String, at position: Int, severity: Double = 0, _ text: String,
    together: @escaping @Sendable (Parts) -> String
  ) {
    (self.kind, self.part, self.position) = (kind, part, position)
    (self.severity, self.text, self.together) = (severity, text, together)
  }
}

/// What a conversion warns of, each once.
struct Warnings {
  private var whole: [String] = []
  private var ofParts: [PartWarning] = []

  mutating func add(_ text: String) {
    if !whole.contains(text) { whole.append(text) }
  }

  mutating func add(_ warning: PartWarning) { ofParts.append(warning) }

  mutating func add(_ other: Warnings) {
    for text in other.whole { add(text) }
    ofParts += other.ofParts
  }

  /// Those of the whole first; those of parts by kind, in the order of the parts, whichever thread came first.
  var texts: [String] {
    let kinds = Dictionary(grouping: ofParts, by: \.kind).sorted { $0.key < $1.key }
    return whole + kinds.flatMap { Self.texts(of: $0.value) }
  }

  /// - Parameter warnings: of one kind.
  private static func texts(of warnings: [PartWarning]) -> [String] {
    var told: Set<String> = []
    let warnings = warnings.sorted { ($0.position, $0.part) < ($1.position, $1.part) }
      .filter { told.insert($0.text).inserted }
    guard warnings.count > PartWarning.mostTold,
      let worst = warnings.max(by: { $0.severity < $1.severity })
    else { return warnings.map(\.text) }
    let names = warnings.prefix(PartWarning.mostTold).map(\.part).joined(separator: ", ")
    let rest = warnings.count - PartWarning.mostTold
    return [worst.together(.init(count: warnings.count, names: "\(names) and \(rest) more"))]
  }
}
