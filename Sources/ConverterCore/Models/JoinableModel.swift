/// A model that can be joined with others into one (`fairy merge`).
public protocol JoinableModel<Itself>: Model {
  /// The conforming type.
  associatedtype Itself: Model = Self

  /// What is joined, in the plural, for messages: "mailboxes"; `nil` where another model of the same files says it.
  static var pluralToJoin: String? { get }

  /// One model of this and the others, in their order.
  func joined(
    with others: [Itself], in context: ConversionContext
  ) throws(ConversionError) -> Itself
}

extension JoinableModel {
  public static var pluralToJoin: String? { nil }
}

extension Registry {
  /// What can be joined: "documents and pictures can, mailboxes, and archives".
  var joinableModels: String {
    let models = Set(readers.compactMap(\.joinableModel)).sorted { $0.name > $1.name }
    let (first, others) = (models.first?.plural ?? "nothing", models.dropFirst().map(\.plural))
    let last = others.last.map { ", and \($0)" } ?? ""
    return "\(first) can" + others.dropLast().map { ", \($0)" }.joined() + last
  }
}

private struct JoinableKind: Hashable {
  let name: String
  let plural: String
}

extension Reader {
  fileprivate var joinableModel: JoinableKind? {
    (Model.self as? any JoinableModel.Type)?.pluralToJoin
      .map { JoinableKind(name: Model.name, plural: $0) }
  }
}
