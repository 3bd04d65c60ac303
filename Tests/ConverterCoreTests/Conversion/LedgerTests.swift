import Testing

@testable import ConverterCore

@Suite struct LedgerTests {
  /// Of many entries of one kind the first ten are told, and how many more there are; others stay.
  @Test func manyOfOneKind() {
    let registry = Registry()
    let context = ConversionContext(registry: registry)
    for index in 0..<11 { context.note("few", .changed, why: "\(index)") }
    for index in 0..<30 { context.note("many", .changed, why: "\(index)") }
    context.note("many", .dropped)
    let ledger = context.ledger
    #expect(ledger.count { $0.what == "few" } == 11)
    #expect(ledger.count == 11 + 11 + 1)
    #expect(ledger[21] == LedgerEntry("many", .changed, why: "and 20 more like these"))
    #expect(ledger.last == LedgerEntry("many", .dropped))
  }

  /// The time that a file may take is that of all its parts together.
  @Test func companionsHaveNoTimeOfTheirOwn() {
    let late = ConversionContext(registry: Registry(), deadline: .now - .seconds(1))
    for context in [late, late.forCompanion(), late.forCompanion().forCompanion()] {
      let error = #expect(throws: ConversionError.self) { try context.checkpoint() }
      #expect(error?.code == .limitExceeded)
    }
  }

  /// Parts note in contexts of their own; together they are counted, not their summaries.
  @Test func summariesAddUp() {
    let context = ConversionContext(registry: Registry())
    for part in 0..<2 {
      let own = context.forCompanion()
      for index in 0..<20 { own.note("many", .changed, why: "\(part) \(index)") }
      context.adopt(own)
    }
    #expect(context.ledger.count == 11)
    #expect(context.ledger.last?.why == "and 30 more like these")
  }
}
