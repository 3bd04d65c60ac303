/// A terminal that a viewer has to itself: it draws lines and receives keys.
///
/// What it showed before comes back when the viewer ends, however it ends.
public protocol Screen: AnyObject {
  /// Columns and rows; a ``ScreenEvent/resize`` event reports changes.
  var size: ScreenSize { get }

  /// Shows `lines`, the first at the top; what is missing is blank.
  ///
  /// Each line is UTF-8 with colours (ECMA-48 SGR), already cut to the width, without line feed. Only what
  /// changed since the last call is sent.
  func draw(_ lines: [[UInt8]]) throws(ConversionError)

  /// Waits for the next event.
  ///
  /// - Parameter timeout: milliseconds after which it returns ``ScreenEvent/tick``, for a viewer that shows
  ///   what goes on in the background; `nil` waits for as long as it takes.
  func nextEvent(timeout: Int?) throws(ConversionError) -> ScreenEvent

  /// Puts text where other programs can paste it from (OSC 52).
  ///
  /// - Throws: `limitExceeded` for more than terminals take.
  func copy(_ text: [UInt8]) throws(ConversionError)
}

/// The size of a terminal in characters.
public struct ScreenSize: Sendable, Equatable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// What a viewer with a terminal waits for.
public enum ScreenEvent: Sendable, Equatable {
  /// A character that was typed.
  case character(Unicode.Scalar)
  /// A key that is no character.
  case key(Key)
  /// Text that was pasted, which is not to be taken for keys.
  case paste(String)
  /// The terminal has another size now.
  case resize
  /// Nothing happened for as long as was asked.
  case tick
  /// The terminal is gone.
  case end

  /// A key that is no character.
  public enum Key: Sendable, Equatable {
    case up, down, left, right, pageUp, pageDown, home, end
    case enter, escape, backspace, delete, tab, backTab
    /// Control and a letter, in lower case: Ctrl-F is `control("f")`.
    case control(Unicode.Scalar)
    /// Shift or control with an arrow.
    case farUp, farDown, farLeft, farRight
  }
}
