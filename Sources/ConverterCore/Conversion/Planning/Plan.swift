/// What a conversion would do, found out without decoding or writing anything.
public struct Plan: Sendable {
  /// The reader and the writer that it leads through.
  public let route: Route
  /// The transforms that have something to do, by name, in order.
  public let transforms: [String]
  /// What would be kept, changed, dropped and added.
  public let ledger: [LedgerEntry]
  public let warnings: [String]
  /// What was asked for and would make no difference.
  public let unused: [UnusedOption]
  /// The content to be worked through, such as 12,192,768 pixels.
  public let work: Magnitude
  /// The part of the content that may lose further things, which a plan does not read: "rows".
  public let unread: String?

  /// The entries that lose something.
  public var losses: Int { ledger.count { $0.action == .dropped } }
}

/// An amount of content.
public struct Magnitude: Sendable, Equatable {
  public let amount: Int
  /// In the plural: "pixels".
  public let unit: String

  public init(_ amount: Int, _ unit: String) {
    self.amount = amount
    self.unit = unit
  }
}
