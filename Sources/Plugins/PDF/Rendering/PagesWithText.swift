import ConverterCore
import PagedDocumentModel

/// Which pages of a document hold text and which none, found out while the text goes by.
struct PagesWithText {
  /// Whether some page holds text.
  private(set) var hasText = false
  /// Pages without text, from 0.
  private var empty: [Int] = []
  private var page = 0
  private var pageHasText = false

  /// What a document is told that is nothing but pictures.
  static let none = ConversionError(
    .unsupportedContent,
    "no page holds text: the pages are pictures, such as scans, or empty; fairy scan makes them searchable, and "
      + "--to md recognises their words")

  /// - Parameter bytes: a form feed stands behind each page.
  mutating func look(at bytes: Span<UInt8>) {
    for place in bytes.indices {
      let byte = bytes[place]
      if byte == 0x0C {
        if !pageHasText { empty.append(page) }
        page += 1
        pageHasText = false
      } else if byte > 0x20 {
        pageHasText = true
        hasText = true
      }
    }
  }

  /// Names the pages that hold none, by their numbers in the file.
  func warn(of document: PagedDocument, in context: ConversionContext) {
    guard !empty.isEmpty else { return }
    let isWhole = document.sources.count == 1
    let numbers = empty.filter(document.pages.indices.contains).map { page in
      String((isWhole ? document.pages[page].index : page) + 1)
    }
    let shown = numbers.prefix(20).joined(separator: ", ")
    let more = numbers.count > 20 ? " and \(numbers.count - 20) more" : ""
    context.warn(
      (numbers.count == 1 ? "page \(shown) holds" : "pages \(shown)\(more) hold")
        + " no text: a picture, such as a scan, or empty")
  }
}
