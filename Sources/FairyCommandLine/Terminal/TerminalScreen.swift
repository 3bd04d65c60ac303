import ConverterCore
import Runner
import SystemPackage
import TriageViewer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The whole of a terminal, drawn with the sequences that all of today's understand.
final class TerminalScreen: WatchingScreen, PictureScreen {
  private let terminal: Terminal
  private let wake: FileDescriptor
  private var parser = KeyParser()
  /// What is on the terminal; `nil` where that is not known.
  private var shown: [[UInt8]]?
  /// The pictures that are over it.
  private var placed: [PlacedPicture] = []
  private(set) var size = ScreenSize(columns: 80, rows: 24)
  private var isGone = false

  /// How long an ESC may be followed by the rest of a sequence, in milliseconds.
  private static let patience = 50
  /// More than this many terminals drop without a word.
  static let mostCopied = 74_000

  private init(_ terminal: Terminal, wake: FileDescriptor) {
    (self.terminal, self.wake) = (terminal, wake)
    measure()
  }

  /// Takes the terminal for as long as `body` runs.
  static func take(
    _ terminal: Terminal, _ body: (TerminalScreen) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    let ends: (FileDescriptor, FileDescriptor)
    do {
      ends = try FileDescriptor.pipe()
    } catch {
      throw ConversionError(.internalError, "no pipe could be made: \(error)", cause: error)
    }
    // A pipe that nobody empties must not hold up whoever hears a signal.
    for end in [ends.0, ends.1] { _ = fcntl(end.rawValue, F_SETFL, O_NONBLOCK) }
    defer {
      try? ends.0.close()
      try? ends.1.close()
    }
    let screen = TerminalScreen(terminal, wake: ends.0)
    let result = TerminalMode.during(terminal, wake: ends.1) {
      Result { () throws(ConversionError) in try body(screen) }
    }
    guard let result else {
      throw ConversionError(.writeFailed, "this terminal cannot be taken by a viewer")
    }
    try result.get()
  }

  func draw(_ lines: [[UInt8]]) throws(ConversionError) { try draw(lines, []) }

  func draw(_ lines: [[UInt8]], _ pictures: [PlacedPicture]) throws(ConversionError) {
    var bytes: [UInt8] = []
    if pictures != placed {
      // What is under pictures that go is drawn once more, which wipes out sixels.
      shown = nil
    }
    if shown == nil, placed.contains(where: \.isKitty) {
      bytes += "\u{1b}_Ga=d,d=A,q=2\u{1b}\\".utf8
    }
    let changed = addLines(lines, to: &bytes)
    for picture in pictures where picture.isTouched(by: changed) || shown == nil {
      bytes += "\u{1b}[\(picture.row + 1);\(picture.column + 1)H".utf8
      bytes += picture.bytes
    }
    shown = (0..<size.rows).map { $0 < lines.count ? lines[$0] : [] }
    placed = pictures
    guard !bytes.isEmpty else { return }
    // Terminals that know it show all of it at once; others pass over it.
    try send(Array("\u{1b}[?2026h".utf8) + bytes + Array("\u{1b}[0m\u{1b}[?2026l".utf8))
  }

  /// - Returns: the rows that changed.
  private func addLines(_ lines: [[UInt8]], to bytes: inout [UInt8]) -> [Int] {
    var changed: [Int] = []
    for row in 0..<size.rows {
      let line = row < lines.count ? lines[row] : []
      if let shown, row < shown.count, shown[row] == line { continue }
      bytes += "\u{1b}[\(row + 1);1H\u{1b}[0m\u{1b}[K".utf8
      bytes += line
      changed.append(row)
    }
    return changed
  }

  func copy(_ text: [UInt8]) throws(ConversionError) {
    guard text.count <= Self.mostCopied else {
      throw ConversionError.exceeding(
        .init(fixed: "clipboard", needed: text.count, allowed: Self.mostCopied),
        "\(text.count) bytes are more than terminals take to the clipboard (\(Self.mostCopied))")
    }
    try send(Array("\u{1b}]52;c;".utf8) + Base64.encode(text) + [0x07])
  }

  func nextEvent(timeout: Int?) throws(ConversionError) -> ScreenEvent {
    try nextEvent(timeout: timeout, unless: []) ?? .end
  }

  func nextEvent(
    timeout: Int?, unless descriptors: [FileDescriptor]
  ) throws(ConversionError) -> ScreenEvent? {
    let start = ContinuousClock.now
    while true {
      if let event = parser.next() { return event }
      if isGone { return .end }
      var wait = timeout.map { max(0, $0 - Int((.now - start) / .milliseconds(1))) }
      if parser.isPending { wait = min(wait ?? .max, Self.patience) }
      switch waitForKeys(milliseconds: wait, unless: descriptors) {
      case .resize:
        measure()
        shown = nil
        return .resize
      case .keys: readKeys()
      case .others: return nil
      case .nothing:
        if parser.isPending {
          if let event = parser.next(isOver: true) { return event }
        } else if timeout != nil {
          return .tick
        }
      }
    }
  }

  private enum Arrival {
    case keys, resize, others, nothing
  }

  private func waitForKeys(milliseconds: Int?, unless others: [FileDescriptor]) -> Arrival {
    var polled = ([terminal.input, wake] + others).map {
      pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
    }
    let count = FilePoll.wait(
      for: &polled, milliseconds: milliseconds.map { Int32(clamping: $0) } ?? -1)
    guard count > 0 else { return .nothing }
    if polled[1].revents != 0 {
      while let bytes = try? wake.bytes(atMost: 64), !bytes.isEmpty {}
      return .resize
    }
    return polled[0].revents != 0 ? .keys : .others
  }

  private func readKeys() {
    do {
      let bytes = try terminal.input.bytes(atMost: 4096, retryOnInterrupt: false)
      if bytes.isEmpty { isGone = true } else { parser.add(bytes[...]) }
    } catch Errno.interrupted, Errno.resourceTemporarilyUnavailable {
    } catch {
      isGone = true
    }
  }

  private func measure() {
    guard let window = terminal.output.windowSize, window.ws_row > 0 else { return }
    size = ScreenSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  private func send(_ bytes: [UInt8]) throws(ConversionError) {
    do {
      try terminal.output.writeAll(bytes)
    } catch {
      isGone = true
      throw ConversionError(.writeFailed, "the terminal is gone: \(error)", cause: error)
    }
  }
}

extension PlacedPicture {
  /// Whether its terminal keeps it apart from the characters.
  fileprivate var isKitty: Bool { bytes.starts(with: "\u{1b}_G".utf8) }

  /// Whether a line was drawn in one of its rows, which wipes out sixels.
  fileprivate func isTouched(by changed: [Int]) -> Bool {
    !isKitty && changed.contains { (row..<row + rows).contains($0) }
  }
}
