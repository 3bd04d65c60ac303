public import ConverterCore

/// How words are recognised, as `--set` says it.
public enum RecognitionOptions {
  public static let languages = OptionDescriptor(
    "languages", .text("eng+deu|auto"), default: "auto",
    help:
      "languages of the words, as tesseract names them; auto: yours and English, or one of the page's script where these "
      + "can hardly read it")
  public static let effort = OptionDescriptor(
    "ocr", .choice(["accurate", "fast"]), default: "accurate",
    help: "fast looks at each page once, with fewer pixels, accurate again where little was found")

  public static let engine = OptionDescriptor(
    "engine", .choice(["tesseract", "paddle"]), default: "tesseract",
    help: "what recognises words; paddle (PP-OCR) needs `pip install onnxruntime rapidocr`")

  public static let descriptors = [languages, effort, engine]

  /// The names in `eng+deu`; `nil` for what is no name of a language.
  public static func languageNames(in words: String) -> [String]? {
    let names = words.split(separator: "+").map(String.init)
    return !names.isEmpty && names.allSatisfy(isName) ? names : nil
  }

  private static func isName(_ word: String) -> Bool {
    word.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
        || $0 == UInt8(ascii: "_")
    }
  }
}
