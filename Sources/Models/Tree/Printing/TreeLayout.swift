/// How values are spread over lines.
public enum TreeLayout: Sendable, Equatable {
  /// Everything on one line, without blanks.
  case compact
  /// A line for each element and member, indented by so many spaces a level.
  case spaces(Int)
  case tab

  /// The indentation of one level; `nil` where there are no lines.
  public var indentation: [UInt8]? {
    switch self {
    case .compact: nil
    case .spaces(let count): Array(repeating: UInt8(ascii: " "), count: count)
    case .tab: [UInt8(ascii: "\t")]
    }
  }

  /// Below this many levels lines are not indented further: 100,000 brackets would be 20 GB of spaces.
  ///
  /// Sixty-four, or fewer where wide levels would make a line begin with more than 256 blanks, so that no bracket
  /// becomes more than some 260 bytes.
  public var deepestIndentation: Int { min(64, 256 / max(1, indentation?.count ?? 0)) }
}
