import ConverterCore

/// Uuencode (POSIX, `uuencode`), the first file of a content.
///
/// Where the line `begin` is missing, it begins with the first line that is exactly as long as it says. Lines that
/// cannot be decoded are skipped.
struct UUDecoder: LineForm {
  private enum Place {
    case before, inside, after
  }

  var lines = LineCutter()
  private var place = Place.before
  private(set) var oddBytes = 0
  private var hasBegun = false

  var isTruncated: Bool { place != .after }

  mutating func take(_ line: LineCutter.Line, _ output: ByteBuffer) {
    let bytes = line.bytes
    guard line.isWhole, place != .after else { return oddBytes += bytes.inkCount }
    if bytes.isEmpty { return }
    if !hasBegun, UUBegin(bytes) != nil {
      hasBegun = true
      place = .inside
    } else if place == .inside, UUBegin.isEnd(bytes) {
      place = .after
    } else if let data = UULine(bytes), place == .inside || (data.isExact && data.byteCount > 0) {
      place = .inside
      data.decode(into: output)
      oddBytes += data.oddBytes
    } else {
      oddBytes += bytes.inkCount
    }
  }
}
