/// Tags by which pages of HTML are known that are of a type of their own.
package struct HTMLMark: Sendable {
  private let type: ContentType.ID
  private let tags: [StaticString]

  /// - Parameters:
  ///   - type: what a page is that has one of the tags.
  ///   - tags: as they begin: `<div class="ocr_page"`.
  package init(_ type: ContentType.ID, _ tags: [StaticString]) {
    (self.type, self.tags) = (type, tags)
  }

  func finding(in text: TextSample) -> TypeFinding? {
    let tag = tags.first { text.bytes.contains(sequence: Array($0.description.utf8)) }
    return tag.map { TypeFinding(.structure, type, 0.97, "HTML with \($0)").or(["public.html"]) }
  }
}
