import ConverterCore

/// Knows icons and cursors by their directory: entries that lie within the file.
enum IconProbe: FileProbe {
  static let types: [ContentType.ID] = ["com.microsoft.ico", "com.microsoft.cur"]
  static let isForBeginnings = true

  static func examine(_ sample: FileSample) -> [TypeFinding] {
    let head = sample.head
    guard head.number(at: 0, width: 2, .little) == 0,
      let kind = head.number(at: 2, width: 2, .little),
      kind == 1 || kind == 2, let count = head.number(at: 4, width: 2, .little),
      (1...256).contains(count), head.count >= 22, head[9] == 0,
      let size = head.number(at: 14, width: 4, .little),
      let offset = head.number(at: 18, width: 4, .little), offset >= 6 + 16 * count, size >= 16
    else { return [] }
    // A cut file still is an icon, only less surely so.
    let confidence = offset + size <= sample.byteCount ? 0.95 : 0.6
    return [
      TypeFinding(
        .structure, kind == 1 ? "com.microsoft.ico" : "com.microsoft.cur", confidence,
        "a directory of \(count) \(count == 1 ? "picture" : "pictures")")
    ]
  }
}
