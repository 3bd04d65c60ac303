/// Photos that show the same, of which people may want to keep one.
public struct PhotoGroup: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// Their files are the same, byte by byte.
    case same
    /// They look alike: another size, format or light.
    case near
    /// A camera took them one after the other.
    case burst
  }

  public let kind: Kind
  /// The places of its photos among those that were grouped, in their order.
  public let members: [Int]
  /// The place of the one that is proposed to be kept.
  public let best: Int
  /// Why it is that one: "the most pixels: 4032×3024".
  public let reason: String

  package init(kind: Kind, members: [Int], best: Int, reason: String) {
    (self.kind, self.members, self.best, self.reason) = (kind, members, best, reason)
  }
}
