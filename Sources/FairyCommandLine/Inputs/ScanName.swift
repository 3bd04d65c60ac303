import ConverterCore
import SystemPackage

/// Names that scans get by the time.
enum ScanName {
  private static let beginning = "Scan "
  private static let pattern = "%Y-%m-%d %H.%M.%S"

  /// `Scan 2026-11-24 09.30.00.pdf`.
  static func now() -> String {
    beginning + LocalTime.now(pattern) + ".pdf"
  }

  /// Whether a file is named so, whatever follows: results of earlier scans are no photos.
  static func isOne(_ path: FilePath) -> Bool {
    guard let name = path.lastComponent?.string, name.hasPrefix(beginning) else { return false }
    let time = name.utf8.dropFirst(beginning.utf8.count).prefix("2026-11-24 09.30.00".utf8.count)
    return time.map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
      .elementsEqual("0000-00-00 00.00.00".utf8)
  }
}
