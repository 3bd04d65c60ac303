import ConverterCore

/// Where the library and the networks are. The process that starts workers finds them and says so in two variables.
struct InstalledFiles: Equatable, Sendable {
  let library: String
  let detection: String
  let recognition: String

  static let advice =
    "`pip install onnxruntime rapidocr`, or name the library in FAIRY_ONNXRUNTIME and the folder of the networks in "
    + "FAIRY_PADDLE_MODELS"

  /// - Throws: `missingLibrary` for what is not there.
  init() throws(ConversionError) {
    guard let library = Self.variable("FAIRY_ONNXRUNTIME") else {
      throw Self.missing("ONNX Runtime, which is not installed")
    }
    guard let folder = Self.variable("FAIRY_PADDLE_MODELS") else {
      throw Self.missing("the networks of PP-OCR, which are not installed")
    }
    try self.init(library: library, folder: folder)
  }

  init(library: String, folder: String) throws(ConversionError) {
    self.library = library
    let names = FolderNamesHandle.names(in: folder)
    guard let detection = Self.newest(names, "det"), let recognition = Self.newest(names, "rec")
    else {
      throw Self.missing(
        "the networks of PP-OCR (PP-OCR…det….onnx and …rec….onnx), which are not in \(folder.printable)"
      )
    }
    self.detection = folder + "/" + detection
    self.recognition = folder + "/" + recognition
  }

  /// The network of the highest version for a part of the work; `nil` where there is none.
  static func newest(_ names: [String], _ part: String) -> String? {
    names.filter { $0.hasPrefix("PP-OCR") && $0.hasSuffix(".onnx") && $0.contains("_\(part)_") }
      .max()
  }

  static func missing(_ what: String) -> ConversionError {
    ConversionError(.missingLibrary, "the engine paddle needs \(what); install it with \(advice)")
  }

  private static func variable(_ name: String) -> String? {
    Environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
