public import ConverterCore

/// How rows and cells are told apart in text; what is `nil` is guessed.
public struct TableDialect: ConversionOptionGroup {
  /// What stands between two cells: one ASCII character.
  public var delimiter: UInt8?
  /// What stands around a cell: one ASCII character, or none.
  public var quote: Mark?
  /// What stands before a character that has no special meaning: one ASCII character, or none.
  public var escape: Mark?
  /// How many lines the header has: 0 for none.
  public var headerLines: Int?
  /// How many lines stand before the header.
  public var skippedLines: Int?
  /// How many lines stand below the last row.
  public var footerLines: Int?

  public enum Mark: Sendable, Equatable {
    case none
    case character(UInt8)

    /// A character, or `none`.
    ///
    /// - Parameters:
    ///   - text: as the user typed it.
    ///   - flag: what it is for, in the message.
    /// - Throws: `usage`.
    public init(parsing text: String, for flag: String) throws(ConversionError) {
      self =
        text.lowercased() == "none"
        ? .none : .character(try TypedCharacter.byte(parsing: text, for: flag))
    }

    /// What ``init(parsing:for:)`` reads as the same.
    public var text: String {
      switch self {
      case .none: "none"
      case .character(let byte): TypedCharacter.text(of: byte)
      }
    }
  }

  public init() {}
}

extension ReadingOptions {
  /// How text is a table, where that is not to be guessed.
  public var dialect: TableDialect {
    get { self[TableDialect.self] }
    set { self[TableDialect.self] = newValue }
  }
}
