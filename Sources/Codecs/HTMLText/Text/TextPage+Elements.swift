internal import ConverterCore
internal import Markup

extension TextPage {
  private static let rule = String(repeating: "─", count: 20)

  func begin(_ frame: Frame, _ attributes: ElementAttributes) {
    switch frame.role {
    case .plain, .hidden: break
    case .block: current.breakLine()
    case .paragraph, .preformatted: current.breakParagraph()
    case .quote:
      current.breakParagraph()
      current.push(.quote)
    case .bullets: beginList(OpenList(number: nil))
    case .numbers: beginList(OpenList(number: Self.number(attributes["start"]) ?? 1))
    case .item: beginItem(Self.number(attributes["value"]))
    case .definition:
      current.breakLine()
      current.push(.indent)
    case .table: beginTable()
    case .caption: table?.startRow()
    case .row: beginRow()
    case .cell, .headerCell: beginCell(frame.role, attributes)
    case .lineBreak: current.endLine(isPreserved: frame.isPreserved)
    case .rule: showRule()
    case .picture: show(picture: attributes, in: frame)
    case .field: show(field: attributes, in: frame)
    case .link: beginLink(attributes)
    case .quotation: if frame.showsText { current.append("“") }
    }
  }

  func finish(_ frame: Frame) {
    switch frame.role {
    case .plain, .hidden, .lineBreak, .rule, .picture, .field: break
    case .block: current.breakLine()
    case .paragraph, .preformatted: current.breakParagraph()
    case .quote:
      current.popPrefix()
      current.breakParagraph()
    case .bullets, .numbers: endList()
    case .item:
      current.popPrefix()
      current.breakLine()
      current.joinLines()
    case .definition:
      current.popPrefix()
      current.breakLine()
    case .table: endTable()
    case .caption, .cell, .headerCell: endCell()
    case .row: endRow()
    case .link: endLink()
    case .quotation: if frame.showsText { current.append("”") }
    }
  }

  private func showRule() {
    current.breakParagraph()
    current.append(Self.rule)
    current.breakParagraph()
  }

  private func beginList(_ list: OpenList) {
    if lists.isEmpty { current.breakParagraph() } else { current.breakLine() }
    lists.append(list)
  }

  private func endList() {
    _ = lists.popLast()
    if lists.isEmpty { current.breakParagraph() } else { current.breakLine() }
  }

  private func beginItem(_ value: Int?) {
    current.breakLine()
    var marker = "• "
    if let last = lists.indices.last, let next = lists[last].number {
      let number = value ?? next
      lists[last].number = number + 1
      marker = "\(number). "
    }
    current.push(.item(marker))
  }

  /// A whole number of at most six digits.
  static func number(_ value: Span<UInt8>?) -> Int? {
    guard let value, value.count <= 6 else { return nil }
    return Int(String(decoding: value))
  }
}

extension TextPage {
  private func beginTable() {
    if let outer = table {
      outer.move(to: flow)
      flow.breakLine()
    } else {
      flow.breakParagraph()
    }
    table = TableText()
  }

  private func endTable() {
    table?.write(to: flow)
    table = nil
    flow.breakParagraph()
  }

  private func beginRow() {
    guard let table else { return flow.breakLine() }
    table.writeIfLarge(to: flow)
    table.startRow()
  }

  private func endRow() {
    if let table { table.endCell() } else { flow.breakLine() }
  }

  private func beginCell(_ role: ElementRole, _ attributes: ElementAttributes) {
    guard let table else { return flow.breakLine() }
    table.startCell(
      isHeader: role == .headerCell, columns: Self.number(attributes["colspan"]) ?? 1,
      rows: Self.number(attributes["rowspan"]) ?? 1)
  }

  private func endCell() {
    if let table { table.endCell() } else { flow.breakLine() }
  }
}
