import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds the best pictures with which a file is no larger than asked for; text is never given up.
///
/// A file is written once with its pictures as they are. What it comes to with others follows from what these
/// take, so that no step of the search writes anything: what they would take at each resolution and some
/// qualities is estimated from strips of them, and few levels are then really tried.
struct SizeFitting {
  let maximum: Int
  /// The best that pictures may become; `nil` where they may stay as they are.
  let best: CompressionLevel?
  let context: ConversionContext

  /// What the best is where nothing is said of it.
  static let unsaid = CompressionLevel(dpi: 200, quality: Quality(0.9))
  private static let mostTrials = 4

  /// Recodes the pictures of a file.
  ///
  /// - Parameter measure: how large the file would be now.
  /// - Throws: `limitExceeded` with the smallest size reached.
  func fit(
    _ tidied: PDFCompressor.Tidied, measure: () throws(ConversionError) -> Int
  ) throws(ConversionError) -> [CompressionReceipt.Image] {
    let whole = try measure()
    if whole <= maximum, best == nil { return try tidied.images.recode(to: nil) }
    let steps = CompressionLevel.steps(from: best ?? Self.unsaid)
    let (original, counts) = try tidied.images.estimatedByteCounts(
      at: SizeEstimate.levels(of: steps))
    let rest = max(0, whole - original)
    var kept: ImagePass.Trial?
    let level = try level(
      SizeEstimate(steps, counts), besides: rest,
      advice: "; --rasterize makes pictures of its pages"
    ) { (level) throws(ConversionError) in
      let trial = try tidied.images.trial(at: level)
      if isBetter(trial.byteCount, than: kept?.byteCount, besides: rest) { kept = trial }
      return trial.byteCount
    }
    guard let kept, kept.level == level else { return try tidied.images.recode(to: level) }
    return try tidied.images.take(kept)
  }

  /// The most that fits is best; where nothing does, the least.
  private func isBetter(_ count: Int, than best: Int?, besides rest: Int) -> Bool {
    guard let best else { return true }
    return isEnough(rest + count)
      ? count > best || !isEnough(rest + best) : count < best && !isEnough(rest + best)
  }

  /// What dictionaries may grow by, and objects that are compressed together.
  private func isEnough(_ count: Int) -> Bool { count + count / 200 + 64 <= maximum }

  /// The best level that fits.
  ///
  /// - Parameters:
  ///   - rest: what all but pictures takes.
  ///   - advice: how less could be reached.
  ///   - measure: what pictures really take at a level.
  /// - Throws: `limitExceeded` with the smallest size reached.
  func level(
    _ estimate: SizeEstimate, besides rest: Int, advice: String,
    measure: (CompressionLevel) throws(ConversionError) -> Int
  ) throws(ConversionError) -> CompressionLevel {
    var fitting: (level: CompressionLevel, count: Int)?
    var tried: [CompressionLevel] = []
    var smallest: (level: CompressionLevel, count: Int)?
    var estimate = estimate
    let room = Double(maximum - 64) / 1.005 - Double(rest)
    while tried.count < Self.mostTrials,
      let level = estimate.best(within: room * (fitting == nil ? 0.985 : 1)), !tried.contains(level)
    {
      tried.append(level)
      let count = try measure(level)
      if rest + count < smallest?.count ?? .max { smallest = (level, rest + count) }
      estimate.correct(level, to: count, within: maximum - rest)
      guard isEnough(rest + count) else { continue }
      if count > fitting?.count ?? -1 { fitting = (level, count) }
      let isClose = rest + count > maximum - maximum / 25
      if isClose || level == estimate.levels.first { break }
    }
    let least = estimate.leastLevels
    for level in least where fitting == nil && !tried.contains(level) {
      let isHopeful = estimate.byteCount(at: level) < room * 1.1
      guard isHopeful || level == least.last else { continue }
      let count = try measure(level)
      if rest + count < smallest?.count ?? .max { smallest = (level, rest + count) }
      if isEnough(rest + count) { fitting = (level, count) }
    }
    // What may just fit is decided when the file is written.
    if fitting == nil, let smallest, smallest.count <= maximum { fitting = smallest }
    guard let level = fitting?.level else {
      throw ConversionError.exceeding(
        .init(fixed: "max-size", needed: smallest?.count ?? rest, allowed: maximum),
        "cannot be brought to \(maximum) bytes\(advice.isEmpty ? "" : " with its text as it is"): "
          + "the smallest is about \(smallest?.count ?? rest)\(advice)")
    }
    if level != best {
      context.note(
        "pictures", .changed,
        why: "\(Int(level.dpi)) dpi and quality \(level.quality.percent) % are the best that fit "
          + "\(maximum) bytes")
    }
    return level
  }
}

/// What pictures take at each resolution by quality, from some qualities of each.
struct SizeEstimate {
  /// Where between the least and the most quality of a step it is looked at.
  private static let shares = [1, 0.5, 0]

  private let steps: [CompressionLevel.Step]
  /// The best first; as many for each step as there are shares.
  private let counts: [Int]
  /// By how much pictures take more than was estimated: at a resolution, and at those not yet tried.
  private var errors: [Int: Double] = [:]
  private var lastError = 1.0
  /// The finest resolution that still comes into question.
  private var first = 0

  /// - Parameter counts: what pictures take at each of the levels.
  init(_ steps: [CompressionLevel.Step], _ counts: [Int]) {
    self.steps = steps
    self.counts = counts
  }

  /// The levels to be estimated.
  static func levels(of steps: [CompressionLevel.Step]) -> [CompressionLevel] {
    steps.flatMap { step in
      shares.map { step.level(quality: step.least + (step.most - step.least) * $0) }
    }
  }

  var levels: [CompressionLevel] { Self.levels(of: steps) }

  /// The levels of least quality at each resolution.
  var leastLevels: [CompressionLevel] { steps.map { $0.level(quality: $0.least) } }

  /// The best level at which pictures take no more than `room`, in whole percents of quality.
  func best(within room: Double) -> CompressionLevel? {
    for (index, step) in steps.enumerated().dropFirst(first)
    where byteCount(index, step.least) <= room {
      let percents =
        Int(
          (step.least * 100).rounded(.up))...max(
          Int((step.least * 100).rounded(.up)), Int(step.most * 100))
      let percent = percents.last { byteCount(index, Double($0) / 100) <= room }
      return step.level(quality: percent.map { Double($0) / 100 } ?? step.least)
    }
    return nil
  }

  func byteCount(at level: CompressionLevel) -> Double {
    guard let index = steps.firstIndex(where: { $0.dpi == level.dpi }) else { return 0 }
    return byteCount(index, level.quality.value)
  }

  /// - Parameters:
  ///   - count: what pictures really take.
  ///   - maximum: what they may take.
  mutating func correct(_ level: CompressionLevel, to count: Int, within maximum: Int) {
    guard let index = steps.firstIndex(where: { $0.dpi == level.dpi }) else { return }
    lastError = Double(max(1, count)) / max(1, estimate(index, level.quality.value))
    errors[index] = lastError
    // What was known of finer ones led here; only where nothing can be added here are they looked at again.
    if level.quality.value < steps[index].most - 0.005 || count > maximum { first = index }
  }

  private func byteCount(_ index: Int, _ quality: Double) -> Double {
    estimate(index, quality) * (errors[index] ?? lastError)
  }

  private func estimate(_ index: Int, _ quality: Double) -> Double {
    let step = steps[index]
    let own = counts[index * Self.shares.count..<(index + 1) * Self.shares.count].map {
      log(Double(max(1, $0)))
    }
    let last = own.count - 1
    let range = step.most - step.least
    guard range > 0 else { return exp(own[0]) }
    // From the best down.
    let place = max(0, min(1, (step.most - quality) / range)) * Double(last)
    let (before, share) = (min(last - 1, Int(place)), place - Double(min(last - 1, Int(place))))
    return exp(own[before] + (own[before + 1] - own[before]) * share)
  }
}
