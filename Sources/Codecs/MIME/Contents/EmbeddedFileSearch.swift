internal import ConverterCore

/// Goes over a text from one embedded file to the next, and over each line at most twice.
///
/// A file of uuencode begins with `begin 644 name` and a line of data, and ends with `end`, else with its last line
/// of data; one of yEnc begins with `=ybegin` and its length of lines, size and name, and ends with `=yend`, else
/// where the next one begins or the text ends. Files do not overlap and are in order.
///
/// The text comes in windows of any size above ``margin``; what is found does not depend on that.
public struct EmbeddedFileSearch {
  /// Bytes at the end of a window that are left to the next one: it takes up to three lines to tell a beginning.
  public static let margin = 4 * LineCutter.longest

  /// Where in the text the next window has to begin; behind the last one, where the text ends.
  public private(set) var position = 0
  private var open: Open?

  /// A file whose end is still to come; places are those in the text.
  private struct Open {
    let name: [UInt8]
    let encoding: TransferEncoding
    let start: Int
    /// Behind the last line that is known to be of it.
    var end: Int
  }

  public init() {}

  /// The files that end in a window.
  ///
  /// - Parameters:
  ///   - bytes: of the text from ``position`` on.
  ///   - isLast: whether the text ends there.
  public mutating func files(in bytes: Span<UInt8>, isLast: Bool) -> [EmbeddedFile] {
    var found: [EmbeddedFile] = []
    let window = EmbeddedFileWindow(bytes)
    let stop = isLast ? bytes.count : bytes.count - Self.margin
    // A window begins with the end of the line before the one to look at.
    var next: Int? = open?.encoding == .uuencode ? 1 : position == 0 ? 0 : window.mark(behind: 0)
    while let place = next, place < stop {
      switch open?.encoding {
      case nil: next = begin(at: place, in: window)
      case .uuencode: next = goOnWithUU(at: place, in: window, &found)
      default: next = goOnWithYEnc(at: place, in: window, &found)
      }
    }
    if isLast {
      position += bytes.count
      close(at: open?.encoding == .yEnc ? position : nil, &found)
    } else {
      position += (next ?? bytes.count) - 1
    }
    return found
  }

  /// Looks at a line that may begin a file.
  ///
  /// - Returns: where to look next, as do those below.
  private mutating func begin(at place: Int, in window: EmbeddedFileWindow) -> Int? {
    guard window.isMark(place), let line = window.line(at: place) else {
      return window.mark(behind: place)
    }
    func file(_ name: Span<UInt8>?, _ encoding: TransferEncoding) -> Open {
      Open(
        name: name.map { $0.array } ?? [], encoding: encoding, start: position + place,
        end: position + line.behind)
    }
    if let begin = UUBegin(line.bytes), begin.isUsual, window.isUUData(at: line.behind) {
      open = file(begin.name, .uuencode)
      return line.behind
    }
    if let begin = YEncKeywords(line.bytes), begin.isWholeBegin {
      open = file(begin.name, .yEnc)
      return window.mark(behind: line.behind - 1)
    }
    return window.mark(behind: place)
  }

  private mutating func goOnWithUU(
    at place: Int, in window: EmbeddedFileWindow, _ found: inout [EmbeddedFile]
  ) -> Int? {
    guard let line = window.line(at: place) else {
      close(at: nil, &found)
      return place
    }
    if UUBegin.isEnd(line.bytes) {
      close(at: position + line.behind, &found)
    } else if UULine(line.bytes) != nil {
      open?.end = position + line.behind
    } else if !line.bytes.isEmpty {
      // Empty lines belong to it when data follows.
      close(at: nil, &found)
      return place
    }
    return line.behind
  }

  private mutating func goOnWithYEnc(
    at place: Int, in window: EmbeddedFileWindow, _ found: inout [EmbeddedFile]
  ) -> Int? {
    guard let line = window.line(at: place), let kind = YEncKeywords(line.bytes)?.kind else {
      return window.mark(behind: place)
    }
    switch kind {
    case .part: return window.mark(behind: place)
    case .begin:
      close(at: position + place, &found)
      return place
    case .end:
      close(at: position + line.behind, &found)
      return line.behind
    }
  }

  /// - Parameter end: `nil` for where the last line ends that is known to be of it.
  private mutating func close(at end: Int?, _ found: inout [EmbeddedFile]) {
    guard let file = open else { return }
    found.append(
      EmbeddedFile(name: file.name, encoding: file.encoding, range: file.start..<(end ?? file.end)))
    open = nil
  }
}
