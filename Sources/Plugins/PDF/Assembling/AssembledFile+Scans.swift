import ConverterCore
import PagedDocumentModel
import PictureModel

extension AssembledFile {
  /// Says in the receipt what became of each photo of a page; pages that are left out have no number.
  func noteScans(_ words: [Int: CodedPages.Words]) {
    var file = -1
    var pages: [JSONValue] = []
    for (number, source) in document.sources.enumerated() {
      if !source.isContinuation { file += 1 }
      guard case .picture(let picture) = source.content,
        case .object(let members)? = picture.facts.scan
      else { continue }
      let page = words[number]
      let position = document.pages.firstIndex { $0.source == number }
      let turn = position.map { document.pages[$0].rotation } ?? 0
      let own = picture.facts.scan?["rotation"]?.int ?? 0
      let rotation = (turn + own + picture.facts.turn(readAs: page?.rotation)) % 360
      pages.append(
        .object(
          [
            .init("input", .integer(file)),
            .init("page", position.map { .integer($0 + 1) } ?? .null),
          ]
            + members.map { member in
              member.key == "rotation" ? .init("rotation", .integer(rotation)) : member
            } + [
              .init("words", page.map { .integer($0.count) } ?? .null),
              .init(
                "confidence",
                page?.confidence.map { .number(($0 * 1000).rounded() / 1000) } ?? .null),
            ]))
    }
    if !pages.isEmpty { context.receipt = .object([.init("pages", .array(pages))]) }
  }
}
