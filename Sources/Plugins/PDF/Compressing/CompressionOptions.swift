import ConverterCore

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
}

/// What pictures become.
struct CompressionLevel: Sendable, Equatable {
  var dpi: Double
  /// For pictures of two colours: most are text, which must stay readable.
  var monoDPI: Double
  var quality: Quality

  private static let readable = 300.0

  init(dpi: Double, quality: Quality) {
    self.dpi = dpi
    self.quality = quality
    monoDPI = max(dpi, Self.readable)
  }

  /// Ever less, each step as little as an eye may notice; the last is what can still be told to be a picture.
  static func ladder(from first: CompressionLevel) -> [CompressionLevel] {
    let steps: [(dpi: Double, quality: Double, mono: Double)] = [
      (1, 1, 300), (1, 0.85, 300), (0.85, 0.85, 300), (0.85, 0.7, 300), (0.7, 0.7, 300),
      (0.7, 0.55, 300), (0.6, 0.5, 250), (0.5, 0.5, 200), (0.5, 0.4, 200), (0.4, 0.4, 200),
      (0.33, 0.35, 150), (0.25, 0.3, 150), (0.2, 0.25, 120), (0.15, 0.2, 100), (0.1, 0.15, 72),
    ]
    return steps.map { step in
      var level = CompressionLevel(
        dpi: max(9, first.dpi * step.dpi), quality: Quality(first.quality.value * step.quality))
      level.monoDPI = max(level.dpi, step.mono)
      return level
    }
  }
}
