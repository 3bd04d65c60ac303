public import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A screen whose keys come from a script, and which keeps what is drawn.
public final class ScriptedScreen: Screen {
  public var size: ScreenSize
  /// Each picture that was drawn, without colours: lines without spaces at their ends.
  public private(set) var pictures: [[String]] = []
  /// The same with the colours.
  public private(set) var painted: [[[UInt8]]] = []
  public private(set) var copied: [[UInt8]] = []
  private var script: [Step]
  /// How many ticks a step that waits may take before the test counts as failed.
  private var patience = 2000

  public enum Step {
    case event(ScreenEvent)
    /// Ticks until the last picture fulfils the condition.
    case until(String, ([String]) -> Bool)
    case resize(columns: Int, rows: Int)
    /// Looks at the last picture.
    case look(([String]) -> Void)
    /// Does something outside the viewer.
    case act(() -> Void)
  }

  public init(columns: Int = 80, rows: Int = 24, _ script: [Step]) {
    size = ScreenSize(columns: columns, rows: rows)
    self.script = script
  }

  public var last: [String] { pictures.last ?? [] }

  public func draw(_ lines: [[UInt8]]) throws(ConversionError) {
    painted.append(lines)
    pictures.append(lines.map(Self.plain))
  }

  public func nextEvent(timeout: Int?) throws(ConversionError) -> ScreenEvent {
    while let step = script.first {
      switch step {
      case .event(let event):
        script.removeFirst()
        return event
      case .resize(let columns, let rows):
        script.removeFirst()
        size = ScreenSize(columns: columns, rows: rows)
        return .resize
      case .look(let body):
        script.removeFirst()
        body(last)
      case .act(let body):
        script.removeFirst()
        body()
      case .until(let words, let condition):
        if condition(last) {
          script.removeFirst()
        } else {
          patience -= 1
          guard patience > 0, timeout != nil else {
            throw ConversionError(
              .internalError,
              "waited in vain for \(words); the screen shows\n" + last.joined(separator: "\n"))
          }
          Self.pause()
          return .tick
        }
      }
    }
    return .end
  }

  public func copy(_ text: [UInt8]) throws(ConversionError) {
    copied.append(text)
  }

  /// The text of a line without its colours.
  public static func plain(_ line: [UInt8]) -> String {
    var text: [UInt8] = []
    var rest = line[...]
    while let byte = rest.popFirst() {
      if byte == 0x1b {
        while let next = rest.popFirst(), next != UInt8(ascii: "m") {}
      } else {
        text.append(byte)
      }
    }
    while text.last == UInt8(ascii: " ") { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  /// The parts of a line that are painted with an attribute of ECMA-48, such as 7 for reversed.
  public static func parts(of line: [UInt8], with attribute: Int) -> [String] {
    var parts: [[UInt8]] = []
    var isOn = false
    var rest = line[...]
    while let byte = rest.popFirst() {
      if byte == 0x1b {
        var words: [UInt8] = []
        while let next = rest.popFirst(), next != UInt8(ascii: "m") { words.append(next) }
        let codes = words.dropFirst().split(separator: UInt8(ascii: ";")).map {
          Int(String(decoding: $0, as: UTF8.self))
        }
        let isNow = codes.contains(attribute)
        if isNow, !isOn { parts.append([]) }
        isOn = isNow
      } else if isOn {
        parts[parts.count - 1].append(byte)
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func pause() {
    var time = timespec(tv_sec: 0, tv_nsec: 2_000_000)
    nanosleep(&time, nil)
  }
}

extension ScriptedScreen.Step {
  /// The characters of a text, typed.
  public static func type(_ text: String) -> [Self] {
    text.unicodeScalars.map { .event(.character($0)) }
  }

  public static func key(_ key: ScreenEvent.Key) -> Self { .event(.key(key)) }

  public static func key(_ character: Unicode.Scalar) -> Self { .event(.character(character)) }

  /// Ticks until some line holds `text`.
  public static func until(_ text: String) -> Self {
    .until("\"\(text)\"", { lines in lines.contains { $0.contains(text) } })
  }
}
