import ConverterCore
import PictureModel

/// How much smaller a file is to become, and what it may cost.
struct CompressionOptions: Sendable {
  enum Preset: String, CaseIterable {
    /// Pictures stay as they are.
    case none
    case small, balanced, high

    var level: CompressionLevel? {
      switch self {
      case .none: nil
      case .small: CompressionLevel(dpi: 72, quality: Quality(0.4))
      case .balanced: CompressionLevel(dpi: 100, quality: Quality(0.6))
      case .high: CompressionLevel(dpi: 150, quality: Quality(0.8))
      }
    }
  }

  /// `nil` where pictures stay as they are.
  var level: CompressionLevel?
  var metadata = ConversionOptions.MetadataPolicy.keep
  /// The most bytes that the file may have.
  var maximum: Int?
  /// Pages, from 0, that look different when what they draw is made smaller.
  var sparedPages: Set<Int> = []
}

/// What pictures become.
struct CompressionLevel: Sendable, Equatable {
  var dpi: Double
  /// For pictures of two colours: most are text, which must stay readable.
  var monoDPI: Double
  var quality: Quality
  /// How far above it a resolution may be to stay.
  var tolerance = RecodingGoal.usualTolerance

  private static let readable = 300.0

  init(dpi: Double, quality: Quality) {
    self.dpi = dpi
    self.quality = quality
    monoDPI = max(dpi, Self.readable)
  }
}

extension CompressionLevel {
  /// A resolution, and the qualities that go with it.
  struct Step: Sendable {
    let dpi: Double
    let monoDPI: Double
    /// Below it the next resolution looks better.
    let least: Double
    let most: Double
    let tolerance: Double

    func level(quality: Double) -> CompressionLevel {
      var level = CompressionLevel(dpi: dpi, quality: Quality(quality))
      level.monoDPI = max(dpi, monoDPI)
      level.tolerance = tolerance
      return level
    }
  }

  /// Ever less; the last is what can still be told to be a picture.
  static func steps(from first: CompressionLevel) -> [Step] {
    let steps: [(dpi: Double, least: Double, mono: Double)] = [
      (1, 0.7, 300), (0.85, 0.65, 300), (0.7, 0.6, 300), (0.6, 0.5, 250), (0.5, 0.45, 200),
      (0.4, 0.4, 200), (0.33, 0.35, 150), (0.25, 0.3, 150), (0.2, 0.25, 120), (0.15, 0.2, 100),
      (0.1, 0.15, 72),
    ]
    return steps.map { step in
      // Where bytes are short, steps have to be even.
      Step(
        dpi: max(9, first.dpi * step.dpi), monoDPI: step.mono,
        least: first.quality.value * step.least, most: first.quality.value,
        tolerance: step.dpi < 1 ? 1.15 : first.tolerance)
    }
  }
}
