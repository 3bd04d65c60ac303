import ConverterCore
import RecognizedTextModel
import SystemPackage

/// The languages whose data are on this machine.
struct LanguageData: Sendable {
  let folder: String
  /// Their names as tesseract has them, sorted: "eng", "chi_sim"; without what only tells scripts and orientations.
  let languages: [String]
  /// Whether orientations can be told.
  let hasOrientation: Bool

  private static let folders = [
    "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata",
    "/usr/share/tessdata", "/usr/local/share/tessdata", "/opt/homebrew/share/tessdata",
  ]

  /// - Throws: `missingLibrary` where there are none.
  init() throws(ConversionError) {
    for folder in Self.folders {
      let names = Self.names(in: folder)
      guard !names.isEmpty else { continue }
      self.folder = folder
      languages = names.filter { $0 != "osd" && $0 != "equ" }
      hasOrientation = names.contains("osd")
      return
    }
    throw ConversionError(
      .missingLibrary,
      "needs the languages of tesseract, of which none is installed; install the Debian package tesseract-ocr-eng, "
        + "or that of another language")
  }

  /// The data that tell orientations and scripts.
  ///
  /// - Throws: `missingLibrary` where they are not installed.
  static func orientationFolder() throws(ConversionError) -> String {
    for folder in folders where names(in: folder).contains("osd") { return folder }
    throw ConversionError(
      .missingLibrary,
      "needs tesseract's data of orientations (osd.traineddata), which are not installed; install the Debian "
        + "package tesseract-ocr-osd")
  }

  private static func names(in folder: String) -> [String] {
    let items = (try? OpenFolder(path: FilePath(folder)).items()) ?? []
    let names = items.map { String(decoding: $0.name, as: UTF8.self) }
      .filter { $0.hasSuffix(".traineddata") }.map { String($0.dropLast(12)) }
    return names.sorted()
  }

  /// The languages that `words` names: "eng+deu", or "auto" for the user's own and English.
  ///
  /// - Throws: `missingLibrary` for one that is not installed, with the package that has it; `usage` for what is no name
  ///   of a language.
  func chosen(by words: String) throws(ConversionError) -> [String] {
    guard words != "auto" else { return try usual() }
    guard let names = RecognitionOptions.languageNames(in: words) else {
      throw ConversionError(
        .usage,
        "languages are named as tesseract names them, eng or eng+deu, not \"\(words.printable)\"")
    }
    for name in names where !languages.contains(name) {
      throw ConversionError(
        .missingLibrary,
        "needs the language \"\(name)\" of tesseract, which is not installed (there is "
          + "\(languages.joined(separator: ", "))); install the Debian package \(Self.package(of: name))"
      )
    }
    return names
  }

  /// The user's language where it is installed, and English.
  private func usual() throws(ConversionError) -> [String] {
    let own = ["LC_ALL", "LC_MESSAGES", "LANG"]
      .compactMap { (name: String) in Environment[name] }
      .first { !$0.isEmpty }
    let wanted = [own.flatMap { Self.byLocale[String($0.prefix(2))] }, "eng"].compactMap(\.self)
    let found = wanted.filter(languages.contains)
    let names = found.isEmpty ? Array(languages.prefix(1)) : found
    guard !names.isEmpty else {
      throw ConversionError(
        .missingLibrary,
        "needs a language of tesseract; install the Debian package tesseract-ocr-eng, or that of another language"
      )
    }
    return names.count == 2 && names[0] == names[1] ? ["eng"] : names
  }

  /// From ISO 639-1, as locales have it, to the names of tesseract's data.
  private static let byLocale = [
    "ar": "ara", "bg": "bul", "ca": "cat", "cs": "ces", "da": "dan", "de": "deu", "el": "ell",
    "en": "eng", "es": "spa", "et": "est", "fa": "fas", "fi": "fin", "fr": "fra", "he": "heb",
    "hi": "hin", "hr": "hrv", "hu": "hun", "id": "ind", "is": "isl", "it": "ita", "ja": "jpn",
    "ko": "kor", "lt": "lit", "lv": "lav", "nb": "nor", "nl": "nld", "no": "nor", "pl": "pol",
    "pt": "por", "ro": "ron", "ru": "rus", "sk": "slk", "sl": "slv", "sr": "srp", "sv": "swe",
    "th": "tha", "tr": "tur", "uk": "ukr", "vi": "vie", "zh": "chi_sim",
  ]

  /// The package of Debian that has the data of a language.
  static func package(of language: String) -> String {
    "tesseract-ocr-" + language.lowercased().split(separator: "_").joined(separator: "-")
  }
}
