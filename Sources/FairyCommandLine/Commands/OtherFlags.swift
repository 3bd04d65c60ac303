import ArgumentParser
import ConverterCore
import MailboxModel
import PictureModel
import TableModel

/// The flags of all groups of options that concern some verbs, but for those of which each verb says where help lists
/// them.
struct OtherFlags<Choice: GroupChoice>: ParsableArguments, CustomReflectable {
  /// Applies what was typed, a group each.
  private let applications: [(inout ConversionOptions) throws(ConversionError) -> Void]

  init() { applications = [] }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FlagKey.self)
    applications = try Choice.groups.map { try Self.application(of: $0, in: container) }
  }

  private static func application<Group: ConversionOptionGroup>(
    of group: Group.Type, in container: KeyedDecodingContainer<FlagKey>
  ) throws -> (inout ConversionOptions) throws(ConversionError) -> Void {
    let flags = try container.decode(
      OptionGroup<GroupFlags<Group>>.self, forKey: FlagKey(group.name)
    ).wrappedValue
    return { options throws(ConversionError) in try flags.apply(to: &options) }
  }

  var customMirror: Mirror {
    Mirror(
      self,
      children: Choice.groups.map { (label: Optional($0.name), value: Self.declaration(of: $0)) })
  }

  private static func declaration<Group: ConversionOptionGroup>(of group: Group.Type) -> Any {
    OptionGroup<GroupFlags<Group>>(title: group.section)
  }

  /// Says in the options what was typed.
  func apply(to options: inout ConversionOptions) throws(ConversionError) {
    for apply in applications { try apply(&options) }
  }
}

/// Which groups of options concern a verb that does not name them.
protocol GroupChoice {
  static var groups: [any ConversionOptionGroup.Type] { get }
}

/// Those of verbs that make files.
enum GroupsOfConversions: GroupChoice {
  static let groups = Registry.unplacedGroups
}

/// Those of a verb that shows what is in a file: nothing becomes of that.
enum GroupsOfViews: GroupChoice {
  static let groups = Registry.unplacedGroups.filter { $0.place != .content }
}

/// Those of a verb that tells facts of files: none of them are of a part.
enum GroupsOfFacts: GroupChoice {
  static let groups = Registry.unplacedGroups.filter { $0.concernsReading && $0.choice == nil }
}

extension Registry {
  /// The groups that no verb names (``GroupFlags``).
  fileprivate static var unplacedGroups: [any ConversionOptionGroup.Type] {
    let placed: [any ConversionOptionGroup.Type] = [
      PictureOptions.self, PageSelection.self, TableSelection.self, TableDialect.self,
      MessageSelection.self,
    ]
    return builtinOptionGroups.filter { group in !placed.contains { $0 == group } }
  }
}
