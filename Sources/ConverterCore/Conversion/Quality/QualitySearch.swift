/// Finds the least quality whose result is as alike as asked for, by a sample of the content.
struct QualitySearch<M: Model> {
  let likeness: Double
  let type: ContentType.ID
  /// A whole file of a model.
  let encode: (M, Quality) throws(ConversionError) -> [UInt8]

  /// Below it blocks and ringing show in smooth pictures and around letters, however alike SSIM finds them.
  private static var worstPercent: Int { 50 }
  private static var bestPercent: Int { 95 }

  /// - Returns: the quality, and how alike the sample is with it; `nil` for models of which that cannot be said.
  func result(
    for model: M, in context: ConversionContext
  ) throws(ConversionError) -> (quality: Quality, likeness: Double)? {
    guard let sample = try (model as? any SampledModel<M>)?.sample(in: context),
      let original = sample as? any SampledModel<M>
    else { return nil }
    var low = Self.worstPercent
    var high = Self.bestPercent
    var found: (Quality, Double)?
    while low <= high {
      try context.checkpoint()
      let percent = (low + high) / 2
      let quality = Quality(Double(percent) / 100)
      let file = try encode(sample, quality)
      guard let likeness = try original.likeness(of: file, as: type, in: context) else {
        return nil
      }
      if likeness >= self.likeness || percent == Self.bestPercent {
        found = (quality, likeness)
        high = percent - 1
      } else {
        low = percent + 1
      }
    }
    return found
  }
}
