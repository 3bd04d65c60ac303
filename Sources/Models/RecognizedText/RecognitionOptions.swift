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
}
