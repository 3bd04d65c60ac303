import Synchronization
import Testing

@testable import ConverterCore

/// How far the whole is, where its parts tell how far they are.
@Suite struct ProgressPortionTests {
  private final class Meter: Sendable {
    let told = Mutex<[Double]>([])
  }

  private func told(_ body: (ConversionContext) throws -> Void) rethrows -> [Double] {
    let meter = Meter()
    let context = ConversionContext(registry: Registry()) { fraction in
      meter.told.withLock { $0.append(fraction) }
    }
    try body(context)
    return meter.told.withLock { $0 }
  }

  @Test func withoutPortionsFractionsAreOfTheWhole() throws {
    #expect(try told { try $0.checkpoint(0.25) } == [0.25])
  }

  @Test func fractionsAreOfThePortion() throws {
    let told = try told { context in
      context.beginPortion(at: 0.5, length: 0.25)
      try context.checkpoint(0.5)
      try context.forCompanion().checkpoint(1)
      context.beginPortion(at: 0.75)
      try context.checkpoint(1)
    }
    #expect(told == [0.5, 0.625, 0.75, 0.75, 0.75])
  }

  @Test func aCompanionThatReportsNothingTellsNothing() throws {
    #expect(try told { try $0.forCompanion(reportsProgress: false).checkpoint(1) } == [])
  }
}
