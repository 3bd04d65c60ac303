/// A model of which a plan does not read all: more may be lost than its facts show.
public protocol PartlyPlannedModel: Model {
  /// What of the content decides on further losses, and is not read for a plan: "rows".
  static var unreadInPlans: String { get }
}
