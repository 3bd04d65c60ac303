/// A model that has something to tell scripts about how it was made, beside the ledger.
public protocol ReportingModel: Model {
  /// The receipt of a conversion whose writer makes none; `nil` where there is nothing to tell.
  var report: JSONValue? { get }
}
