import ConverterCore

/// A text in Markdown as a page.
struct MarkdownLook {
  let look: Look

  /// The most of it that is shown so; all of it is shown as text.
  private static let most = 512 << 10

  /// For the template `markdown`.
  func values() async throws -> [String: Any] {
    let file = try await look.routes.open(look.path)
    let bytes = try file.beginning(Self.most)
    let page = MarkdownPage(String(decoding: bytes, as: UTF8.self))
    var values: [String: Any] = [
      "t": look.words.texts, "html": page.html, "asText": look.address(("as", "text")),
    ]
    if page.pictures > 0 {
      values["pictures"] = look.words.counting("pictures_left_out", page.pictures)
    }
    if file.byteCount > bytes.count {
      values["cut"] = look.words.text("markdown_is_cut", ["size": look.words.size(bytes.count)])
    }
    return values
  }
}
