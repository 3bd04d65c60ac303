import ArgumentParser
import ConverterCore

/// How pages are made of photos.
struct ScanFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "auto, color (paper white, ink and stamps as they are), gray, bw (black and white), photo (nothing changed). (default: auto)",
      valueName: "filter"))
  var filter: String?

  @Option(
    help: ArgumentHelp(
      "The corners of the paper in pixels, from the top left clockwise; of all photos.",
      valueName: "x,y×4"))
  var corners: String?

  @Flag(help: "Take the whole picture for the page.")
  var noCrop = false

  @Flag(
    inversion: .prefixedNo, help: "Turn flat scans until their lines are level. (default: --deskew)"
  )
  var deskew: Bool?

  @Flag(help: "Make bent lines straight, as in a book that does not lie flat.")
  var dewarp = false

  @Flag(help: "Make two pages of an open book.")
  var split = false

  @Flag(help: "Leave out pages on which nothing is written.")
  var dropBlank = false

  @Option(
    help: ArgumentHelp(
      "The paper that pages are fitted to: image (their own size), a4, letter, 210x297mm. (default: image)",
      valueName: "size"))
  var pageSize: String?

  @Option(
    help: ArgumentHelp(
      "Languages of the words: eng+deu, or auto for yours and English. (default: auto)",
      valueName: "languages"))
  var languages: String?

  @Option(
    help: ArgumentHelp(
      "How words are recognised: accurate, fast (each page is looked at once, with fewer pixels), off. (default: accurate)",
      valueName: "effort"))
  var ocr: String?

  @Option(
    help: ArgumentHelp(
      "What recognises words: tesseract, paddle (needs pip install onnxruntime rapidocr). (default: tesseract)",
      valueName: "engine"))
  var engine: String?

  func validate() throws {
    if noCrop, corners != nil {
      throw ValidationError(
        "--corners says where the page is, and --no-crop that it is the whole picture")
    }
    for (name, value) in [("languages", languages), ("engine", engine)]
    where ocr == "off" && value != nil {
      throw ValidationError("--\(name) is for words, and --ocr off recognises none")
    }
  }

  /// What scanning asks for by itself, which nobody typed.
  static let implied: Set<String> = ["scan", "text-layer"]

  /// Says all of it as `--set` would.
  func apply(to options: inout ConversionOptions) {
    options.settings["scan"] = "page"
    options.settings["scan-filter"] = filter
    options.settings["scan-corners"] = noCrop ? "none" : corners
    if let deskew { options.settings["scan-deskew"] = deskew ? "true" : "false" }
    if dewarp { options.settings["scan-dewarp"] = "true" }
    if split { options.settings["scan-split"] = "true" }
    if dropBlank { options.settings["scan-drop-blank"] = "true" }
    if let pageSize { options.settings["page"] = pageSize == "image" ? "fit" : pageSize }
    guard ocr != "off" else { return }
    options.settings["text-layer"] = "missing"
    options.settings["languages"] = languages
    options.settings["ocr"] = ocr
    options.settings["engine"] = engine
  }
}
