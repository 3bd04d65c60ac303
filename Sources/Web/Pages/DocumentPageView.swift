import ConverterCore
import FairyLibrary
import SystemPackage

/// The page of one document: its pages as they look, their words, and what is said of it.
struct DocumentPageView {
  let library: DocumentLibrary
  let names: FileNames
  let address: DocumentAddress
  let words: Words
  /// Of the address of the page.
  let form: Form

  /// How many pages of the document are shown at once.
  private static let pageCount = 40
  private static let mostTags = 200
  private static let mostHitLinks = 200

  /// - Parameter edits: values for the template that stand in the place of those of the document, such as what the user typed.
  func values(_ edits: [String: Any] = [:]) throws(ConversionError) -> [String: Any] {
    let document = try library.document(address.id)
    let metadata = try document.metadata()
    let wanted = form["q"].flatMap { SearchWords($0) }
    let known = try library.readableIndex().tags(most: Self.mostTags)
    let first = firstPage(metadata)
    let hits = wanted.map { DocumentHits($0, in: document, metadata) }
    let count = min(Self.pageCount, metadata.pages.count - first)
    let range = PageRange(
      first, count, of: metadata.pages.count, by: Self.pageCount, words
    ) { pageAddress($0 + 1) }
    var values: [String: Any] = [
      "title": metadata.title, "heading": metadata.title, "name": metadata.title,
      "isLibrary": true, "styles": ["library.css"], "scripts": ["document.js", "share.js"],
      "id": address.id.description, "revision": metadata.revision, "action": address.page,
      "state": [DocumentCard.state(metadata.state, words)],
      "stateWhy": words["state_why_\(metadata.state.rawValue)"],
      "about": words.counting("pages_count", metadata.pages.count) + " · "
        + words.ago(metadata.modified.seconds),
      "note": metadata.note, "hasTags": !metadata.tags.isEmpty,
      "tags": metadata.tags.map { tag in
        [
          "name": tag, "href": "/library?tag=\(Form.encoded(tag))",
          "remove": words.text("doc_remove_tag", ["tag": tag]),
        ]
      },
      "hasKnown": !known.isEmpty,
      "known": known.filter { !metadata.tags.contains($0) }.map { ["name": $0] },
      "isDraft": metadata.state == .draft,
      "sheets": metadata.pages[first..<(first + count)].enumerated().map { index, page in
        sheet(document, page, number: first + index + 1, hits)
      },
    ]
    values.merge(range.values) { $1 }
    if let query = form["q"] { values["query"] = query }
    if let hits { values["hits"] = hitValues(hits) }
    if let failure = metadata.sync?.failure, metadata.state == .syncError {
      values["failure"] = failure
      if let next = metadata.sync?.nextTry {
        values["nextTry"] = words.text("doc_next_try", ["when": next.description])
      }
    }
    if metadata.output != nil {
      values["pdf"] = [
        "href": "/files/\(names.identifier(of: address.pdf(document, metadata)))",
        "download": "\(address.page)/pdf", "fileName": metadata.fileName,
      ]
    }
    return values.merging(edits) { $1 }
  }

  /// The place of the first page that is shown: of those with the page that the address names.
  private func firstPage(_ metadata: DocumentMetadata) -> Int {
    let wanted = form.number("page", or: 1) - 1
    guard metadata.pages.indices.contains(wanted) else { return 0 }
    return wanted / Self.pageCount * Self.pageCount
  }

  /// - Parameter page: from 1.
  private func pageAddress(_ page: Int, _ more: String = "") -> String {
    var parts: [String] = []
    if let query = form["q"] { parts.append("q=\(Form.encoded(query))") }
    if page > Self.pageCount { parts.append("page=\(page)") }
    if !more.isEmpty { parts.append(more) }
    return parts.isEmpty ? address.page : "\(address.page)?\(parts.joined(separator: "&"))"
  }

  private func sheet(
    _ document: DocumentFolder, _ page: DocumentPage, number: Int, _ hits: DocumentHits?
  ) -> [String: Any] {
    let found = document.pageWords(of: page)
    let text = page.correction ?? found?.text ?? ""
    let places = hits?.onPages[number - 1]
    var sheet: [String: Any] = [
      "number": number, "page": page.id,
      "label": words.text("page_label", ["number": "\(number)"]), "hasText": !text.isEmpty,
      "isRecognized": page.text != nil, "isCorrected": page.correction != nil,
      "correct": pageAddress(number, "correct=\(page.id)#page-\(number)"), "src": [String](),
      "overlay": [String](),
      "pieces": MarkedText(
        text, hits?.wanted.places(in: text) ?? [],
        from: page.correction == nil ? nil : places?.first
      ).pieces,
    ]
    if form["correct"] == "\(page.id)" {
      sheet["editor"] = ["text": text, "back": pageAddress(number) + "#page-\(number)"]
    }
    if let picture = page.picture {
      let id = names.identifier(of: address.picture(picture))
      // The numbers of files are never used twice.
      sheet["src"] = ["/files/\(id)/picture/\(picture)"]
      sheet["download"] = "\(address.page)/pages/\(number)"
      if let found, let overlay = PageOverlay.values(found, marks: places?.marks ?? []) {
        sheet["overlay"] = [overlay]
      }
    }
    return sheet
  }

  private func hitValues(_ hits: DocumentHits) -> [String: Any] {
    let links = hits.pages.prefix(Self.mostHitLinks).enumerated().map { index, page in
      [
        "href": pageAddress(page) + "#hit-\(index + 1)", "number": "\(index + 1)",
        "label": words.text("doc_hit_label", ["number": "\(index + 1)", "page": "\(page)"]),
      ]
    }
    return [
      "text": hits.pages.isEmpty
        ? words["doc_no_hit"] : words.counting("doc_hits", hits.pages.count),
      "links": links, "hasLinks": !links.isEmpty, "more": hits.pages.count > links.count,
    ]
  }
}

/// Where on the pages of a document something stands that is looked for.
struct DocumentHits {
  struct OnPage {
    /// The number of the first among all of the document, from 1.
    let first: Int
    let marks: [Mark]
  }

  struct Mark {
    /// Among all of the document; `nil` where the words are not those of the text any more.
    let number: Int?
    /// Of its words.
    let boxes: [PageWords.Box]
  }

  let wanted: SearchWords
  /// The page of each place, from 1.
  private(set) var pages: [Int] = []
  /// Of each page that has some, by its index.
  private(set) var onPages: [Int: OnPage] = [:]

  init(_ wanted: SearchWords, in document: DocumentFolder, _ metadata: DocumentMetadata) {
    self.wanted = wanted
    for (index, page) in metadata.pages.enumerated() {
      let recognized = document.pageWords(of: page)?.places(of: wanted) ?? []
      // Where a text was corrected, it says how many there are; marks on the picture are extra.
      let count = page.correction.map { wanted.places(in: $0).count } ?? recognized.count
      guard count > 0 || !recognized.isEmpty else { continue }
      let first = pages.count + 1
      onPages[index] = OnPage(
        first: first,
        marks: recognized.enumerated().map { offset, boxes in
          Mark(number: page.correction == nil ? first + offset : nil, boxes: boxes)
        })
      pages += [Int](repeating: index + 1, count: count)
    }
  }
}
