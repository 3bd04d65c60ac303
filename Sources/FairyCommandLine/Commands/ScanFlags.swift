import ArgumentParser
import ConverterCore
import PageScanPlugin
import RecognizedTextModel

/// How pages are made of photos.
struct ScanFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "auto, color (paper white, ink and stamps as they are), gray, bw (black and white), photo (nothing changed). (default: auto)",
      valueName: "filter"),
    transform: { try TypedValue.word($0, of: ScanSettings.filter) })
  var filter: String?

  @Option(
    help: ArgumentHelp(
      "The corners of the paper in pixels, from the top left clockwise; of all photos.",
      valueName: "x,y×4"),
    transform: { try TypedValue.corners($0) })
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
      valueName: "size"),
    transform: { try TypedValue.pageSize($0) })
  var pageSize: String?

  @Option(
    help: ArgumentHelp(
      "Languages of the words: eng+deu, or auto for yours and English. (default: auto)",
      valueName: "languages"),
    transform: { try TypedValue.languages($0) })
  var languages: String?

  @Option(
    help: ArgumentHelp(
      "How words are recognised: accurate, fast (each page is looked at once, with fewer pixels), off. (default: accurate)",
      valueName: "effort"),
    transform: { try TypedValue.word($0, of: RecognitionOptions.effort, or: ["off"]) })
  var ocr: String?

  @Option(
    help: ArgumentHelp(
      "What recognises words: tesseract, paddle (needs pip install onnxruntime rapidocr). (default: tesseract)",
      valueName: "engine"),
    transform: { try TypedValue.word($0, of: RecognitionOptions.engine) })
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

  /// What of it was typed, by the keys of `--set` that it stands for.
  var typed: [String: String] {
    let names: [String: String?] = [
      "scan-filter": filter.map { _ in "--filter" },
      "scan-corners": noCrop ? "--no-crop" : corners.map { _ in "--corners" },
      "scan-deskew": deskew.map { $0 ? "--deskew" : "--no-deskew" },
      "scan-dewarp": dewarp ? "--dewarp" : nil, "scan-split": split ? "--split" : nil,
      "scan-drop-blank": dropBlank ? "--drop-blank" : nil,
      "page": pageSize.map { _ in "--page-size" },
      "languages": languages.map { _ in "--languages" }, "ocr": ocr.map { _ in "--ocr" },
      "engine": engine.map { _ in "--engine" },
    ]
    return names.compactMapValues(\.self)
  }

  /// Says all of it as `--set` would.
  func apply(to options: inout ConversionOptions) {
    options.settings["scan"] = "page"
    if let filter { options.settings["scan-filter"] = filter }
    if let corners = noCrop ? "none" : corners { options.settings["scan-corners"] = corners }
    if let deskew { options.settings["scan-deskew"] = deskew ? "true" : "false" }
    if dewarp { options.settings["scan-dewarp"] = "true" }
    if split { options.settings["scan-split"] = "true" }
    if dropBlank { options.settings["scan-drop-blank"] = "true" }
    if let pageSize { options.settings["page"] = TypedValue.pageSetting(pageSize) }
    guard ocr != "off" else { return }
    if options.settings["text-layer"] == nil { options.settings["text-layer"] = "missing" }
    if let languages { options.settings["languages"] = languages }
    if let ocr { options.settings["ocr"] = ocr }
    if let engine { options.settings["engine"] = engine }
  }
}
