/// A model that knows what a smaller file of the same type must not cost (`fairy compress`).
public protocol CompressibleModel: Model {
  /// Words of the ledger for content that is never dropped to make a file smaller.
  static var essentials: [String] { get }

  /// Whether its file was coded with loss, so that coding it anew would add to it.
  var isCodedWithLoss: Bool { get }
}
