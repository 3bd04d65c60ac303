import ConverterCore
import SystemPackage

/// A file with the data of a language.
///
/// It begins with the number of its parts, 32 bits, and where each begins, 64 bits each, -1 for one that is not there;
/// all little-endian. Tesseract ends its process where these are wrong.
struct DataFile {
  private let path: String
  private let language: String

  /// More parts than any version of tesseract knows.
  private static let mostParts = 64

  init(folder: String, language: String) {
    path = "\(folder)/\(language).traineddata"
    self.language = language
  }

  /// - Throws: `missingLibrary` where it cannot be read, or its parts cannot be where it says.
  func check() throws(ConversionError) {
    let (beginning, byteCount): ([UInt8], Int)
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly)
      defer { try? file.close() }
      byteCount = Int(try file.seek(offset: 0, from: .end))
      beginning = try file.bytes(atMost: 4 + 8 * Self.mostParts, at: 0)
    } catch {
      throw damaged(among: [language], "it cannot be read")
    }
    if let problem = Self.problem(of: beginning, byteCount: byteCount) {
      throw damaged(among: [language], problem)
    }
  }

  /// - Parameter beginning: the file's first bytes, as many as say where parts are.
  static func problem(of beginning: [UInt8], byteCount: Int) -> String? {
    func number(at offset: Int, bytes: Int) -> Int? {
      guard offset + bytes <= beginning.count else { return nil }
      let value = (0..<bytes).reduce(UInt64(0)) {
        $0 | UInt64(beginning[offset + $1]) << UInt64(8 * $1)
      }
      return bytes == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(bitPattern: value))
    }
    guard let count = number(at: 0, bytes: 4), (1...mostParts).contains(count) else {
      return byteCount == 0 ? "it is empty" : "it does not begin as such a file does"
    }
    var last = 4 + 8 * count
    for part in 0..<count {
      guard let start = number(at: 4 + 8 * part, bytes: 8) else { return "it is cut off" }
      guard start != -1 else { continue }
      guard start >= last else { return "its parts are not where it says" }
      last = start
    }
    return last > byteCount ? "it is cut off" : nil
  }

  /// - Parameter languages: those of which it may be the file of any.
  func damaged(among languages: [String], _ problem: String) -> ConversionError {
    let packages = languages.map { LanguageData.package(of: $0) }.joined(separator: " ")
    return ConversionError(
      .missingLibrary,
      "needs tesseract's data of \(languages.joined(separator: "+")), of which a file is damaged (\(path.printable): "
        + "\(problem)); install again what has it: apt install --reinstall \(packages)")
  }
}
