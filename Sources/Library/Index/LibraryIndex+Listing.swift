package import ConverterCore
import SQLiteDatabases

/// Which items of a kind a list shows, and in which order.
package struct ItemListing: Sendable, Equatable {
  package enum Order: String, Sendable, CaseIterable {
    /// The last made first: a change does not move any.
    case newest
    /// The first made first.
    case oldest
    /// By title, without regard to case and accents.
    case name
  }

  package var order = Order.newest
  /// Only those in this state; `nil` for all.
  package var state: DocumentState?
  /// Only those with this tag; `nil` for all.
  package var tag: String?

  package init() {}

  fileprivate var conditions: String {
    var conditions = "kind=?"
    if state != nil { conditions += " AND state=?" }
    if tag != nil { conditions += " AND id IN (SELECT item FROM tag WHERE word=?)" }
    return conditions
  }

  fileprivate func values(_ kind: IndexedItem.Kind) -> [String] {
    [kind.rawValue, state?.rawValue, tag].compactMap(\.self)
  }

  fileprivate var columns: String {
    switch order {
    case .newest: "created DESC, key"
    case .oldest: "created, key DESC"
    case .name: "name, key"
    }
  }
}

/// Lists.
extension LibraryIndex {
  /// Of how many items tags are counted, so that a list costs the same however many there are.
  private static let mostTagged = 5000

  /// Items of a kind without their words.
  ///
  /// - Parameters:
  ///   - listing: which ones, and in which order.
  ///   - first: counts from 0.
  ///   - most: how many are given; `nil` for all.
  package func items(
    _ kind: IndexedItem.Kind, _ listing: ItemListing = ItemListing(), from first: Int = 0,
    most: Int? = nil, _ body: (IndexedItem) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    let statement = try current().prepare(
      "SELECT \(Self.columns) FROM item WHERE \(listing.conditions) ORDER BY \(listing.columns) LIMIT ? OFFSET ?"
    )
    let values = listing.values(kind)
    try statement.bindAll(values)
    // No limit is -1.
    try statement.bind(Int64(most ?? -1), to: values.count + 1)
    try statement.bind(Int64(first), to: values.count + 2)
    while try statement.step() {
      if let item = try Self.item(statement) { try body(item) }
    }
  }

  /// How many items of a kind there are.
  package func count(
    _ kind: IndexedItem.Kind, _ listing: ItemListing = ItemListing()
  ) throws(ConversionError) -> Int {
    let statement = try current().prepare(
      "SELECT count(*) FROM item WHERE \(listing.conditions)")
    try statement.bindAll(listing.values(kind))
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  /// How many documents are in each state; a state that none is in is left out.
  package func stateCounts() throws(ConversionError) -> [DocumentState: Int] {
    let statement = try current().prepare(
      "SELECT state, count(*) FROM item WHERE kind=? GROUP BY state")
    try statement.bindAll([IndexedItem.Kind.document.rawValue])
    var counts: [DocumentState: Int] = [:]
    while try statement.step() {
      guard let state = DocumentState(rawValue: try statement.text(0)) else { continue }
      counts[state] = Int(statement.integer(1))
    }
    return counts
  }

  /// The tags of the items that were changed last, those of most items first.
  ///
  /// - Parameter most: how many are given.
  package func tags(most: Int) throws(ConversionError) -> [String] {
    let statement = try current().prepare(
      """
      SELECT word FROM (SELECT word FROM tag INDEXED BY tag_item ORDER BY item DESC LIMIT \(Self.mostTagged))
        GROUP BY word ORDER BY count(*) DESC, word LIMIT ?
      """)
    try statement.bind(Int64(most), to: 1)
    var tags: [String] = []
    while try statement.step() { tags.append(try statement.text(0)) }
    return tags
  }
}
