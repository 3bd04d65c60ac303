public import ConverterCore

/// The kinds of cells that there were.
public struct CellKinds: OptionSet, Sendable {
  public let rawValue: UInt32

  public static let number = CellKinds(.number)
  public static let boolean = CellKinds(.boolean)
  public static let null = CellKinds(.null)
  public static let json = CellKinds(.json)
  public static let missing = CellKinds(.missing)

  public init(rawValue: UInt32) { self.rawValue = rawValue }
  @inline(__always)
  public init(_ kind: Cell.Kind) { rawValue = 1 << UInt32(kind.rawValue) }
}

extension CellKinds {
  /// What ``ConverterCore/ConversionContext/noteText(_:in:)`` may note.
  public static let ledgerWords = ["missing cells", "nested values", "null", "types"]
}

extension ConversionContext {
  /// Notes what of the cells a format that has nothing but text cannot express. It is known when all are
  /// written.
  ///
  /// - Parameters:
  ///   - kinds: those of all cells that were written.
  ///   - format: as people call it: "CSV".
  public func noteText(_ kinds: CellKinds, in format: String) {
    if kinds.contains(.null) {
      note("null", .changed, why: "it is an empty text, for \(format) knows text alone")
    }
    if kinds.contains(.missing) {
      note("missing cells", .changed, why: "what a row does not have is an empty cell in \(format)")
    }
    if kinds.contains(.json) { noteNestedValues() }
    if !kinds.isDisjoint(with: [.number, .boolean]) {
      note("types", .dropped, why: "numbers and booleans are text in \(format)")
    }
  }

  /// Notes that cells hold JSON, in a format that cannot distinguish it from text.
  public func noteNestedValues() {
    note("nested values", .changed, why: "arrays and empty objects are JSON in a cell")
  }
}
