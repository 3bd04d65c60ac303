/// What `-q` asks for: a quality, or the least that leaves a picture as alike as asked for.
public enum QualityGoal: Sendable, Equatable {
  /// A quality itself.
  case value(Quality)
  /// The structural similarity (SSIM) to be reached where the result differs most, below 1.
  case likeness(Double)

  /// The likeness that `auto` stands for: a JPEG of 50 to 91 % for photos, by how much in them is smooth.
  public static let automatic = QualityGoal.likeness(0.96)

  /// Reads the words after `-q`: a ``Quality``, `auto`, or `ssim:0.95`.
  ///
  /// - Throws: `usage`.
  public init(parsing text: String) throws(ConversionError) {
    if text == "auto" {
      self = .automatic
      return
    }
    guard text.hasPrefix("ssim:") else {
      self = .value(try Quality(parsing: text))
      return
    }
    guard let likeness = Double(text.dropFirst(5)), likeness >= 0.5, likeness < 1 else {
      throw ConversionError(
        .usage, "\"\(text.printable)\" is no likeness: use ssim:0.5 to ssim:0.999, or auto")
    }
    self = .likeness(likeness)
  }
}

extension QualityGoal: CustomStringConvertible {
  /// The words that are read as this goal.
  public var description: String {
    switch self {
    case .value(let quality): "\(quality.value)"
    case .likeness(let likeness): self == .automatic ? "auto" : "ssim:\(likeness)"
    }
  }
}
