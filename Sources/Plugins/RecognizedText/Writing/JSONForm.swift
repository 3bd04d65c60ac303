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
