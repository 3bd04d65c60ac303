import ConverterCore
import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The two streams of the program: results on one, everything else on the other.
final class Console: Sendable {
  enum Colour: String, CaseIterable, Sendable {
    case auto, always, never
  }

  static let standard = Console()

  /// The first error of standard output. A reader that went away (`| head`) is not one.
  private let failure = Mutex<Errno?>(nil)

  /// Writes a line to standard output.
  func print(_ line: String) {
    write(line + "\n", to: .standardOutput)
  }

  /// Writes bytes to standard output as they are.
  func print(bytes: [UInt8]) {
    write(bytes, to: .standardOutput)
  }

  /// Writes a line to standard error.
  func note(_ line: String) {
    write(line + "\n", to: .standardError)
  }

  /// Writes text to standard error as it is.
  func noteRaw(_ text: String) {
    write(text, to: .standardError)
  }

  /// Says on standard error what went wrong, with which file.
  func report(_ error: ConversionError) {
    report(error, of: error.file.map(\.display))
  }

  /// The same, where the file has another name for people.
  func report(_ error: ConversionError, of name: String?) {
    note(Self.line(error, of: name))
  }

  /// What is said of an error.
  static func line(_ error: ConversionError, of name: String?) -> String {
    "fairy: \(name.map { "\($0): " } ?? "")\(lines(of: error.message))"
  }

  /// A message, whose further lines show the place in a file: they are indented, so that none can pass for a
  /// message of its own.
  private static func lines(of message: String) -> String {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { index, line in
      let text = String(line).printable
      return index == 0 || text.hasPrefix("  ") ? text : "  " + text
    }.joined(separator: "\n")
  }

  /// Whether whoever read standard output has gone away.
  var isOutputGone: Bool { failure.withLock { $0 == .brokenPipe } }

  /// Throws if standard output could not take what was printed: a full disk.
  func check() throws(ConversionError) {
    guard let error = failure.withLock({ $0 }), error != .brokenPipe else { return }
    throw ConversionError(.writeFailed, "standard output could not be written: \(error)")
  }

  private func write(_ text: String, to descriptor: FileDescriptor) {
    write(Array(text.utf8), to: descriptor)
  }

  private func write(_ bytes: [UInt8], to descriptor: FileDescriptor) {
    failure.withLock { failure in
      guard failure == nil || descriptor == .standardError else { return }
      do {
        try descriptor.writeAll(bytes)
      } catch {
        if descriptor == .standardOutput { failure = error as? Errno ?? .ioError }
      }
    }
  }

  /// Whether people look at standard output directly.
  static var isTerminal: Bool { isatty(FileDescriptor.standardOutput.rawValue) == 1 }
  /// Whether people look at standard error directly.
  static var errorIsTerminal: Bool { isatty(FileDescriptor.standardError.rawValue) == 1 }

  /// Whether another program reads standard output.
  static var outputIsPipe: Bool {
    FileDescriptor.standardOutput.status.map { $0.st_mode & S_IFMT == S_IFIFO } ?? false
  }

  /// The width of the terminal in columns: what `COLUMNS` says, and 80 where there is none.
  static var width: Int { width(of: .standardError) }

  /// The width of the terminal that standard output is.
  static var outputWidth: Int { width(of: .standardOutput) }
  /// Its height in rows, 24 where it does not say.
  static var outputHeight: Int {
    FileDescriptor.standardOutput.windowSize.map { Int($0.ws_row) } ?? 24
  }

  private static func width(of descriptor: FileDescriptor) -> Int {
    if let word = Environment["COLUMNS"], let said = Int(word),
      (20...1000).contains(said)
    {
      return said
    }
    return descriptor.windowSize.map { Int($0.ws_col) } ?? 80
  }

  /// The pixels of a cell of that terminal, where it says how many.
  static var outputCell: TerminalGraphics.Cell? {
    guard let size = FileDescriptor.standardOutput.windowSize, size.ws_row > 0, size.ws_xpixel > 0
    else {
      return nil
    }
    return TerminalGraphics.Cell(
      width: Int(size.ws_xpixel) / Int(size.ws_col), height: Int(size.ws_ypixel) / Int(size.ws_row))
  }

  /// Whether colour is wanted on standard output.
  static func usesColour(_ choice: Colour) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: isTerminal && !Environment.has("NO_COLOR") && !isDumb
    }
  }

  /// Whether the terminal says that it knows no sequences.
  private static var isDumb: Bool { Environment["TERM"] == "dumb" }
}
