/// Labels in one column and words in the next, fitted to a window.
///
/// Words that are too long go on below where they began; in a window that leaves them little room beside the
/// labels, they begin below their label.
public struct LabelledLines {
  /// The columns before a label.
  private static let indent = 2
  /// What is less room than this beside the labels is none.
  private static let leastRoom = 20

  private let labelWidth: Int
  private let width: Int?

  /// - Parameters:
  ///   - labels: all that there are, for one column.
  ///   - width: the columns of the window; `nil` where lines may have any length.
  public init(labels: [String], width: Int?) {
    labelWidth = (labels.map(TextWidth.columns(of:)).max() ?? 0) + 2
    self.width = width
  }

  /// The lines of one label, without line feeds.
  ///
  /// - Parameters:
  ///   - label: one of those that there are.
  ///   - text: the words beside it.
  ///   - styledLabel: puts colours on the label, which take no columns.
  ///   - styled: the same for what stands of the words in one line.
  public func lines(
    _ label: String, _ text: String, styledLabel: (String) -> String = { $0 },
    styled: (String) -> String = { $0 }
  ) -> [String] {
    let start = Self.blank(Self.indent)
    let gap = Self.blank(labelWidth - TextWidth.columns(of: label))
    let column = Self.indent + labelWidth
    guard let width else { return [start + styledLabel(label) + gap + styled(text)] }
    let isBelow =
      width - column < Self.leastRoom && column + TextWidth.columns(of: text) > width
    let hanging = isBelow ? 2 * Self.indent : column
    let pieces = TextWidth.wrapped(text, to: max(1, width - hanging)).map(styled)
    let rest = pieces.dropFirst(isBelow ? 0 : 1).map { Self.blank(hanging) + $0 }
    guard !isBelow else { return [start + styledLabel(label)] + rest }
    return [start + styledLabel(label) + gap + (pieces.first ?? "")] + rest
  }

  /// A line by itself, such as a heading of an outline, whose further lines stand further in.
  public static func lines(_ text: String, indent: Int, width: Int?) -> [String] {
    guard let width else { return [blank(indent) + text] }
    // Deep ones have some room, too.
    let indent = min(indent, max(0, width / 2))
    let room = max(1, width - indent - 2)
    guard TextWidth.columns(of: text) > width - indent else { return [blank(indent) + text] }
    return TextWidth.wrapped(text, to: room).enumerated().map { index, piece in
      blank(index == 0 ? indent : indent + 2) + piece
    }
  }

  private static func blank(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}
