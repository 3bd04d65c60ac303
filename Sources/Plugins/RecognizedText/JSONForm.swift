import ConverterCore
import RecognizedTextModel

/// One object with the pages and all that is known of them.
struct JSONForm: RecognizedTextForm {
  let name = "JSON"
  let type: ContentType.ID = "public.json"
  let capabilities = RecognizedText.Capabilities(places: true, confidences: true)

  func beginning(pageCount _: Int) -> String { "{\"pages\":[" }
  let end = "]}\n"

  func text(of page: RecognizedPage, index: Int) -> String {
    (index > 0 ? "," : "") + page.json.description
  }
}

extension RecognizedPage {
  /// The words with their places in pixels, each box as left, top, right, bottom.
  fileprivate var json: JSONValue {
    .object([
      .init("width", .integer(width)), .init("height", .integer(height)),
      .init("dpi", .number(dpi)),
      .init("rotation", .integer(rotation)),
      .init("blocks", .array(blocks.map(\.json))),
    ])
  }
}

extension RecognizedPage.Block {
  fileprivate var json: JSONValue {
    .object([
      .init("box", box.json),
      .init(
        "paragraphs",
        .array(
          paragraphs.map { paragraph in
            .object([
              .init("box", paragraph.box.json),
              .init("lines", .array(paragraph.lines.map(\.json))),
            ])
          })),
    ])
  }
}

extension RecognizedPage.Line {
  fileprivate var json: JSONValue {
    .object([
      .init("box", box.json),
      .init(
        "baseline",
        .array([baseline.x1, baseline.y1, baseline.x2, baseline.y2].map(JSONValue.number))),
      .init("direction", .string(direction.rawValue)),
      .init("words", .array(words.map(\.json))),
    ])
  }
}

extension RecognizedPage.Word {
  fileprivate var json: JSONValue {
    .object(
      [.init("text", .string(text)), .init("box", box.json)]
        + [
          confidence.map {
            JSONValue.Member("confidence", .number(($0 * 1000).rounded() / 1000))
          },
          language.map { JSONValue.Member("language", .string($0)) },
        ].compactMap(\.self))
  }
}

extension RecognizedPage.Box {
  fileprivate var json: JSONValue {
    .array([left, top, right, bottom].map(JSONValue.integer))
  }
}
