import ConverterCore

extension CodedImage {
  /// About how many bytes it takes for each goal, what it takes now where it would be left alone.
  ///
  /// It is decoded once, for the finest of the goals. Of large pictures strips stand for all of it.
  func estimatedByteCounts(for goals: [RecodingGoal]) throws(ConversionError) -> [Int] {
    let unchanged = goals.map { _ in bytes.count }
    guard obstacle == nil, let first = goals.first else { return unchanged }
    do throws(ConversionError) {
      try context.checkpoint()
      let scales = goals.map { $0.scale(to: $0.targetDPI) }
      switch try samples(scale: hasColourKey ? 1 : scales.min() ?? 1, for: first) {
      case .packed(let rows):
        let count = try recoded(packed: rows)?.bytes.count ?? bytes.count
        return goals.map { _ in count }
      case .bitmap(let bitmap):
        let part = bitmap.strips
        return try counts(for: goals, hasTwoColours: true, of: part.height, in: bitmap.height) {
          (image, goal, limit) throws(ConversionError) in
          try image.recoded(part, for: goal, space: .kept, decode: .kept, below: limit)
        }
      case .raster(let raster, let isLossy):
        let part = raster.strips
        let recodable = try self.recodable(part, isLossy: isLossy, for: first)
        let hasTwoColours =
          !isLossy && (recodable.isBlackAndWhite || recodable.indexed?.colours == 2)
        return try counts(
          for: goals, hasTwoColours: hasTwoColours, of: part.height, in: raster.height
        ) {
          (image, goal, limit) throws(ConversionError) in
          try image.recoded(
            recodable, isLossy: isLossy, for: goal, below: limit, looksFiner: false)
        } finer: { (image, divisor, limit) throws(ConversionError) in
          guard !isLossy, !hasTwoColours else { return nil }
          return try image.flate(recodable, dividedBy: divisor, below: limit)?.bytes.count
        }
      }
    } catch {
      guard error.isAboutImage else { throw error }
      return unchanged
    }
  }

  /// What of a goal decides over the size.
  private struct Outcome: Hashable {
    let width: Int
    let monoWidth: Int
    let percent: Int
  }

  /// What every JPEG has, whatever its size.
  private static let overhead = 500

  /// - Parameters:
  ///   - rows: of the strips; `all`: of the picture as it was decoded.
  private func counts(
    for goals: [RecodingGoal], hasTwoColours: Bool, of rows: Int, in all: Int,
    _ recode: (CodedImage, RecodingGoal, Int) throws(ConversionError) -> RecodedImage?,
    finer: (CodedImage, Int, Int) throws(ConversionError) -> Int? = { _, _, _ in nil }
  ) throws(ConversionError) -> [Int] {
    var known: [Outcome: Int] = [:]
    let share = Double(rows) / Double(all)
    var image = self
    image.height = max(1, Int((Double(height) * share).rounded()))
    let limit = Int(Double(bytes.count) * share)
    // What more pixels than a goal has would take: the same for all of them.
    var exact: [Int: Int] = [:]
    for divisor in Self.divisors { exact[divisor] = try finer(image, divisor, limit) }
    return try goals.map { (goal) throws(ConversionError) -> Int in
      let outcome = Outcome(
        width: hasTwoColours
          ? 0 : Self.size(width, height, goal.scale(to: goal.targetDPI)).width,
        monoWidth: hasTwoColours
          ? Self.size(width, height, goal.scale(to: goal.monoDPI)).width : 0,
        percent: hasTwoColours ? 0 : goal.quality.percent)
      if let count = known[outcome] { return count }
      try context.checkpoint()
      var count = bytes.count
      if let recoded = try recode(image, goal, limit) {
        let fixed = min(recoded.bytes.count, Self.overhead)
        count = min(count, Int(Double(recoded.bytes.count - fixed) / share) + fixed)
      }
      let scale = goal.scale(to: goal.targetDPI)
      for (divisor, part) in exact where Double(divisor) < scale * 0.99 {
        count = min(count, Int(Double(part) / share))
      }
      known[outcome] = count
      return count
    }
  }
}

/// Where strips of a picture are that stand for all of it.
private struct Strips {
  private static let count = 8
  private static let leastHeight = 64
  private let starts: [Int]
  /// Of each: an eighth of the picture together.
  private let rows: Int

  /// `nil` for pictures that are hardly larger than the strips.
  init?(of height: Int) {
    guard height >= 2 * Self.count * Self.leastHeight else { return nil }
    let rows = max(Self.leastHeight, height / (8 * Self.count))
    self.rows = rows
    starts = (0..<Self.count).map { (2 * $0 + 1) * height / (2 * Self.count) - rows / 2 }
  }

  func rows(of bytes: [UInt8], _ rowBytes: Int) -> [UInt8] {
    starts.flatMap { bytes[$0 * rowBytes..<($0 + rows) * rowBytes] }
  }

  var height: Int { starts.count * rows }
}

extension Raster {
  /// Strips of it, one below the other; all of a small picture.
  var strips: Raster {
    guard let strips = Strips(of: height) else { return self }
    return Raster(
      width: width, height: strips.height, channels: channels,
      bytes: strips.rows(of: bytes, rowBytes))
  }
}

extension Bitmap {
  fileprivate var strips: Bitmap {
    guard let strips = Strips(of: height) else { return self }
    return Bitmap(width: width, height: strips.height, bytes: strips.rows(of: bytes, rowBytes))
  }
}
