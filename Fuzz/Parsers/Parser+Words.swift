import BuiltinPlugins
import ConverterCore
import RecognizedTextModel

extension Parser {
  /// All words of a file, whose boxes must be such that they can be reckoned with.
  static func words(_ name: String, _ type: ContentType.ID) -> Parser {
    model(name, type, by: builtinPlugins, within: .quick(seconds: 10) { _ in }) {
      (text: RecognizedText, _) in
      for index in 0..<min(text.pageCount, 100) {
        guard let page = try? text.page(index) else { continue }
        precondition(page.width > 0 && page.height > 0 && page.dpi > 0, "a page has a size")
        for word in page.words {
          precondition(!word.text.isEmpty, "a word has letters")
          precondition(word.box.width >= 0 && word.box.height >= 0, "a box has corners in order")
        }
      }
    }
  }
}
