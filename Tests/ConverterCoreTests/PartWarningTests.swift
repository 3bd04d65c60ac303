import ConverterCore
import Testing

@Suite("Warnings of many parts")
struct PartWarningTests {
  private static func blur(_ part: String, at position: Int, _ severity: Double) -> PartWarning {
    PartWarning("blur", of: part, at: position, severity: severity, "\(part) is blurred") {
      "\($0.count) are blurred (\($0.names)), most of all \(part)"
    }
  }

  private static func warnings(_ parts: [PartWarning], after text: String? = nil) -> [String] {
    let context = ConversionContext(registry: Registry())
    for part in parts { context.warn(part) }
    if let text { context.warn(text) }
    return context.warnings
  }

  @Test func `A few are told one by one, in the order of the parts`() {
    #expect(
      Self.warnings([Self.blur("c", at: 2, 1), Self.blur("a", at: 0, 2), Self.blur("b", at: 1, 3)])
        == ["a is blurred", "b is blurred", "c is blurred"])
  }

  @Test func `Many are told together, and the worst speaks for all`() {
    let parts = ["d", "b", "e", "a", "c"].map { name in
      Self.blur(name, at: Int(name.utf8.first ?? 0), name == "d" ? 9 : 1)
    }
    #expect(
      Self.warnings(parts, after: "it is old")
        == ["it is old", "5 are blurred (a, b, c and 2 more), most of all d"])
  }

  @Test func `The same of the same part is told once`() {
    let parts = [0, 0, 0, 0].map { Self.blur("a", at: $0, 1) }
    #expect(Self.warnings(parts) == ["a is blurred"])
  }

  @Test func `Each kind is counted by itself`() {
    let parts = ["a", "b", "c"].enumerated().map { Self.blur($1, at: $0, 1) }
    let dark = PartWarning("dark", of: "a", at: 0, "a is dark") { "\($0.count) are dark" }
    #expect(
      Self.warnings([dark] + parts) == [
        "a is blurred", "b is blurred", "c is blurred", "a is dark",
      ])
  }
}
