import PDFObjects

/// A picture within a content stream (ISO 32000-1, 8.9.7).
struct InlineImage: Equatable {
  /// From `BI` to behind `EI`.
  let extent: Range<Int>
  /// Keys and values as written, most of them abbreviated.
  let entries: [ContentValue.Entry]
  /// Where its data are.
  let data: Range<Int>

  /// The value of a key by either of its names.
  subscript(key: String, short: String) -> ContentValue? {
    entries.first { $0.key == key || $0.key == short }?.value
  }
}

extension ContentScanner {
  /// More keys than table 93 has several times over.
  private static let mostEntries = 64

  /// The picture whose `BI` has just been read and began at `start`; it goes on behind `EI`.
  ///
  /// - Returns: `nil` where it is no picture, or has no end; the scanner then goes on behind what could be read.
  mutating func inlineImage(from start: Int) -> InlineImage? {
    var entries: [ContentValue.Entry] = []
    while true {
      let token = next()
      if token == .operator(.inlineImageData) { break }
      guard entries.count < Self.mostEntries, let entry = entry(token) else { return nil }
      entries.append(entry)
    }
    let parameters = InlineImage(
      extent: start..<position, entries: entries, data: position..<position)
    guard let (data, after) = inlineData(of: parameters) else {
      position = end
      return nil
    }
    position = after
    return InlineImage(extent: start..<after, entries: entries, data: data)
  }

  /// Where the data are that begin behind `ID`, and where content goes on behind their `EI`.
  private func inlineData(of image: InlineImage) -> (data: Range<Int>, after: Int)? {
    guard position < end else { return nil }
    let start = position + (ByteKind.table[Int(bytes[position])] == .space ? 1 : 0)
    // One space is right; a carriage return with a line feed is met.
    let isPair = start < end && bytes[start - 1] == 0x0D && bytes[start] == 0x0A
    for length in [image.statedLength, image.plainLength] {
      for start in isPair ? [start + 1, start] : [start] {
        guard let length, length <= end - start else { continue }
        if let after = endOfImage(near: start + length) { return (start..<start + length, after) }
      }
    }
    return searchedData(from: start, search: searchStart(from: start, of: image))
  }

  /// Behind an `EI` that has nothing but space before it.
  private func endOfImage(near index: Int) -> Int? {
    var index = index
    // Some add the end of a line or two.
    for _ in 0..<4 {
      if isEnd(at: index) { return index + 2 }
      guard index < end, ByteKind.table[Int(bytes[index])] == .space else { return nil }
      index += 1
    }
    return nil
  }

  private func isEnd(at index: Int) -> Bool {
    guard end - index >= 2, bytes[index] == UInt8(ascii: "E"), bytes[index + 1] == UInt8(ascii: "I")
    else { return false }
    return index + 2 == end || ByteKind.table[Int(bytes[index + 2])] == .space
  }

  /// Data in ASCII have an end of their own.
  private func searchStart(from start: Int, of image: InlineImage) -> Int {
    switch image.firstFilter {
    case "/A85", "/ASCII85Decode", "/AHx", "/ASCIIHexDecode":
      bytes[start..<end].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? start
    default: start
    }
  }

  /// The first `EI` between spaces that content follows.
  private func searchedData(from start: Int, search: Int) -> (data: Range<Int>, after: Int)? {
    var index = search
    while index + 1 < end {
      if bytes[index] == UInt8(ascii: "E"), isEnd(at: index),
        index == search || ByteKind.table[Int(bytes[index - 1])] == .space,
        isContent(from: index + 2)
      {
        return (start..<max(start, index == search ? index : index - 1), index + 2)
      }
      index += 1
    }
    return nil
  }

  /// Whether the next bytes read as content do: tokens that are sound, and no unknown operator.
  ///
  /// It looks at some hundred bytes only: data of a picture can have `EI` anywhere, often.
  private func isContent(from start: Int) -> Bool {
    let window = start..<min(start + 256, end)
    var scanner = ContentScanner(bytes, in: window)
    var operators = 0
    for _ in 0..<24 {
      let token = scanner.next()
      if scanner.isAtEnd { return window.upperBound < end || token != .operator(.unknown) }
      guard scanner.isSound else { return false }
      switch token {
      case .operator(.unknown), .operator(.inlineImageData), .operator(.endInlineImage):
        return false
      case .operator(.beginInlineImage): return true
      case .operator:
        operators += 1
        if operators == 4 { return true }
      default: break
      }
    }
    return true
  }
}

extension InlineImage {
  var width: Int? { self["/Width", "/W"]?.integer }
  var height: Int? { self["/Height", "/H"]?.integer }

  fileprivate var firstFilter: String? { self["/Filter", "/F"]?.names.first }

  /// What PDF 2.0 lets it say.
  fileprivate var statedLength: Int? {
    self["/Length", "/L"]?.integer.flatMap { $0 < 0 ? nil : $0 }
  }

  /// How many bytes the samples are, where no filter is on them.
  fileprivate var plainLength: Int? {
    guard firstFilter == nil, let width, let height, width > 0, height > 0, let samples,
      let bits = isMask ? 1 : self["/BitsPerComponent", "/BPC"]?.integer, 1...16 ~= bits
    else { return nil }
    let (row, isTooWide) = width.multipliedReportingOverflow(by: samples * bits)
    let (length, isTooLong) = (row / 8 + (row % 8 == 0 ? 0 : 1)).multipliedReportingOverflow(
      by: height)
    return isTooWide || isTooLong ? nil : length
  }

  var isMask: Bool { self["/ImageMask", "/IM"] == .boolean(true) }

  /// How many samples a pixel has; `nil` where the page's resources know.
  private var samples: Int? {
    if isMask { return 1 }
    switch self["/ColorSpace", "/CS"]?.names.first {
    case "/G", "/DeviceGray", "/I", "/Indexed": return 1
    case "/RGB", "/DeviceRGB": return 3
    case "/CMYK", "/DeviceCMYK": return 4
    default: return nil
    }
  }
}
