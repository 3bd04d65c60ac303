/// What a file is, and why fairy thinks so.
public struct Detection: Sendable {
  /// One observation that speaks for a type.
  public struct Evidence: Sendable {
    /// Where it was seen.
    public enum Source: String, Sendable {
      /// Bytes at a fixed place.
      case signature
      /// The brands of an ISO base media file.
      case brand
      /// Members of a ZIP container.
      case container
      /// The root element of an XML document.
      case root
      /// The structure of text.
      case structure
      /// The extension of the file's name.
      case name
      /// libmagic's opinion.
      case libmagic
    }

    public let source: Source
    public let type: ContentType.ID
    /// 0…1.
    public let confidence: Double
    /// What was seen, for people: "begins with FF D8 FF".
    public let observation: String

    public init(_ source: Source, _ type: ContentType.ID, confidence: Double, _ observation: String)
    {
      self.source = source
      self.type = type
      self.confidence = confidence
      self.observation = observation
    }
  }

  public let type: ContentType
  /// 0…1.
  public let confidence: Double
  /// Ranked, the most telling first.
  public let evidence: [Evidence]
  /// Why name and content disagree: "named .HEIC but holds a JPEG picture"; `nil` when they agree.
  public let mismatch: String?

  public init(type: ContentType, confidence: Double, evidence: [Evidence], mismatch: String?) {
    self.type = type
    self.confidence = confidence
    self.evidence = evidence
    self.mismatch = mismatch
  }
}
