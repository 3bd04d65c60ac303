import Testing

@testable import Runner

@Suite struct CoresTests {
  @Test func atLeastOne() { #expect(Cores.available >= 1) }

  @Test(
    arguments: [
      ("max 100000\n", nil), ("200000 100000\n", 2), ("150000 100000", 2), ("1 100000", 1),
      ("", nil), ("x y", nil), ("0 0", nil), ("-5 100000", nil),
    ] as [(String, Int?)])
  func quotas(text: String, cores: Int?) { #expect(Cores.quota(in: text) == cores) }
}
