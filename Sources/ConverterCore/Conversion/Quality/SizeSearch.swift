/// Finds the best result that is no larger than asked for: first by its quality, then by its size.
struct SizeSearch<M: Model> {
  let maximum: Int
  let options: ConversionOptions
  /// Whether the writer's output depends on the quality.
  let adjustable: Bool
  /// A whole file of a model, with a context for what is noted on the way.
  let encode: (M, ConversionOptions, ConversionContext) throws(ConversionError) -> [UInt8]
  /// The model in another size, with a context for what becomes of it.
  let resize: (SmallerSize, ConversionContext) throws(ConversionError) -> M

  /// The quality to begin with when the user named none: above it files grow and nobody sees why.
  private static var bestPercent: Int { 95 }
  /// Below it a smaller picture of more quality looks better.
  private static var modestPercent: Int { 50 }
  private static var worstPercent: Int { 1 }
  /// A result that comes so near to the maximum is not looked for again in another size.
  private static var nearEnough: Double { 0.93 }

  /// What came of some options, and what was noted on the way.
  private struct Trial {
    let bytes: [UInt8]
    let context: ConversionContext
  }

  /// - Parameter context: its ledger gets what was chosen.
  /// - Throws: `limitExceeded` with the smallest size reached where nothing fits.
  func smallEnough(
    _ model: M, in context: ConversionContext
  ) throws(ConversionError) -> [UInt8] {
    let resizable = model as? any ResizableModel
    let isReducible = resizable?.size(smallerBy: 0.5, than: options) != nil
    let asked = try options.pictureQuality()
    // Where nothing is said of quality, what is compressed without loss may do.
    if context.purpose == .compress, asked == nil, adjustable {
      let whole = try trial(model, options, in: context)
      if whole.bytes.count <= maximum { return chosen(whole, in: context) }
    }
    let best = asked?.percent ?? Self.bestPercent
    let held = adjustable ? try model.heldIfPossible(in: context) : model
    // What is asked for may come to fewer bytes without loss, which the writer finds.
    let first =
      try adjustable && asked == nil
      ? trial(held, at: best, in: context) : trial(held, options, in: context)
    if first.bytes.count <= maximum { return chosen(first, in: context) }
    var smallest = first.bytes.count
    if adjustable {
      let floor = min(best, isReducible ? Self.modestPercent : Self.worstPercent)
      let found = try bestQuality(
        of: held, from: floor, below: best, whose: first.bytes.count, smallest: &smallest,
        in: context)
      if let found {
        context.note(
          "quality", .changed, why: "\(found.percent) % is the best that fits \(maximum) bytes")
        return chosen(found.trial, in: context)
      }
    }
    if isReducible, let resizable,
      let found = try bestSize(of: resizable, smallest: &smallest, in: context)
    {
      return found
    }
    throw ConversionError.exceeding(
      .init(fixed: "max-size", needed: smallest, allowed: maximum),
      "cannot be brought to \(maximum) bytes: the smallest is \(smallest)"
        + (isReducible ? "" : "; make the picture smaller with --resize"))
  }

  private func chosen(_ trial: Trial, in context: ConversionContext) -> [UInt8] {
    context.adoptResult(of: trial.context)
    return trial.bytes
  }

  private func trial(
    _ model: M, _ options: ConversionOptions, in context: ConversionContext
  ) throws(ConversionError) -> Trial {
    try context.checkpoint()
    let own = context.forCompanion()
    return Trial(bytes: try encode(model, options, own), context: own)
  }

  private func trial(
    _ model: M, at percent: Int, in context: ConversionContext
  ) throws(ConversionError) -> Trial {
    var changed = options
    changed.quality = Quality(Double(percent) / 100)
    changed.isTrial = true
    return try trial(model, changed, in: context)
  }

  /// Encodes the whole only near the quality that a sample suggests.
  private func bestQuality(
    of model: M, from floor: Int, below best: Int, whose bestCount: Int, smallest: inout Int,
    in context: ConversionContext
  ) throws(ConversionError) -> (percent: Int, trial: Trial)? {
    var (low, high) = (floor, best - 1)
    var guess = try guess(model, low, high, best, bestCount, in: context)
    var found: (percent: Int, trial: Trial)?
    var step = 1
    while low <= high {
      let next = try trial(model, at: guess, in: context)
      smallest = min(smallest, next.bytes.count)
      if next.bytes.count <= maximum {
        found = (guess, next)
        low = guess + 1
        guess = min(high, guess + step)
      } else {
        high = guess - 1
        guess = max(low, guess - step)
      }
      // A sample that told something quite wrong is left behind.
      step *= 2
      if step > 4 { guess = (low + high) / 2 }
    }
    return found
  }

  private func guess(
    _ model: M, _ low: Int, _ high: Int, _ best: Int, _ bestCount: Int,
    in context: ConversionContext
  ) throws(ConversionError) -> Int {
    guard low <= high, let sample = try (model as? any SampledModel<M>)?.sample(in: context)
    else { return (low + high) / 2 }
    let atBest = try trial(sample, at: best, in: context).bytes.count
    let share = Double(atBest) / Double(bestCount) * Double(maximum)
    var (from, to) = (low, high)
    while from < to {
      let middle = (from + to + 1) / 2
      if Double(try trial(sample, at: middle, in: context).bytes.count) <= share {
        from = middle
      } else {
        to = middle - 1
      }
    }
    return from
  }

  /// The largest size that fits, to some per cent of its bytes.
  private func bestSize(
    of model: any ResizableModel, smallest: inout Int, in context: ConversionContext
  ) throws(ConversionError) -> [UInt8]? {
    var changed = options
    if adjustable {
      let most = try options.pictureQuality()?.percent ?? 100
      changed.quality = Quality(Double(min(most, Self.modestPercent)) / 100)
    }
    // Bytes go with the area, and what every file has besides.
    var (fits, exceeds) = (0.0, 1.0)
    var factor = min(0.9, (Double(maximum) / Double(smallest)).squareRoot())
    var found: (bytes: [UInt8], size: String, context: ConversionContext)?
    for _ in 0..<12 {
      try context.checkpoint()
      guard let size = model.size(smallerBy: factor, than: options) else { break }
      let own = context.forCompanion()
      let bytes = try encode(try resize(size, own), changed, own)
      smallest = min(smallest, bytes.count)
      if bytes.count <= maximum {
        fits = factor
        if found?.size == size.words { break }
        found = (bytes, size.words, own)
        if Double(bytes.count) >= Self.nearEnough * Double(maximum) { break }
      } else {
        exceeds = factor
      }
      if exceeds - fits < 0.01 * exceeds { break }
      let estimate = factor * (0.97 * Double(maximum) / Double(bytes.count)).squareRoot()
      let isWithin = estimate > fits && estimate < exceeds
      factor = isWithin ? estimate : fits == 0 ? exceeds / 2 : (fits + exceeds) / 2
    }
    guard let found else { return nil }
    context.forgetLedger()
    // Below it is said what for.
    context.adoptResult(of: found.context, but: "resize")
    if let quality = changed.quality {
      context.note("quality", .changed, why: "\(quality.percent) %, to fit \(maximum) bytes")
    }
    context.note(
      "size", .changed, why: "resized to \(found.size), the largest that fits \(maximum) bytes")
    return found.bytes
  }
}
