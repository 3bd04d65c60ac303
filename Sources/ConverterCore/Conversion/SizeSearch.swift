/// Finds the best quality whose output is no larger than asked for.
struct SizeSearch {
  let maximum: Int
  let options: ConversionOptions
  /// Whether the writer's output depends on the quality.
  let adjustable: Bool

  /// The quality to begin with when the user named none: above it files grow and nobody sees why.
  private static let bestPercent = 95
  private static let worstPercent = 1

  /// - Parameter encode: gives the whole output for some options; called at most eight times.
  /// - Throws: `limitExceeded` with the smallest size reached when no quality fits.
  func smallEnough(
    in context: ConversionContext, encode: (ConversionOptions) throws(ConversionError) -> [UInt8]
  ) throws(ConversionError) -> [UInt8] {
    func bytes(at percent: Int) throws(ConversionError) -> [UInt8] {
      try context.checkpoint()
      var trial = options
      trial.quality = Quality(Double(percent) / 100)
      return try encode(trial)
    }
    let best = options.quality?.percent ?? Self.bestPercent
    let first = options.quality == nil && adjustable ? try bytes(at: best) : try encode(options)
    if first.count <= maximum { return first }
    var fitting: [UInt8]?
    var smallest = first.count
    if adjustable {
      var low = min(Self.worstPercent, best)
      var high = best - 1
      while low <= high {
        let middle = (low + high) / 2
        let trial = try bytes(at: middle)
        smallest = min(smallest, trial.count)
        if trial.count <= maximum {
          fitting = trial
          low = middle + 1
        } else {
          high = middle - 1
        }
      }
      if fitting != nil {
        context.note("quality", .changed, why: "\(high) % is the best that fits \(maximum) bytes")
      }
    }
    guard let fitting else {
      throw ConversionError(
        .limitExceeded,
        "cannot be brought to \(maximum) bytes: the smallest is \(smallest); "
          + "make the picture smaller with --resize")
    }
    return fitting
  }
}
