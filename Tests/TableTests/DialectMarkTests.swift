import ConverterCore
import TableModel
import Testing

@Suite struct DialectMarkTests {
  @Test func marks() throws {
    let none = try TableDialect.Mark(parsing: "none", for: "--quote")
    #expect(none == TableDialect.Mark.none)
    #expect(try TableDialect.Mark(parsing: "single", for: "--quote") == .character(0x27))
  }
}
