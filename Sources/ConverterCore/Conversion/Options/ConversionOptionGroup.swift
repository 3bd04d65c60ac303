/// Options that belong together and that a model or a plugin owns, such as those that choose rows and columns of a
/// table.
///
/// The command line, requests, journals and the check for options without effect go by what a group says of itself.
/// Its owner registers it (``Registry/add(_:)-(ConversionOptionGroup.Type)``), and adds a property to
/// ``ConversionOptions`` or ``ReadingOptions`` by which it is reached.
public protocol ConversionOptionGroup: Sendable, Equatable {
  /// Nothing is asked for.
  init()

  /// What tells it from other groups: "table selection".
  static var name: String { get }

  /// Where its options stand among those of a request.
  static var place: OptionPlace { get }

  /// Whether readers go by it, so that it also concerns files that are only shown; not by default.
  static var concernsReading: Bool { get }

  /// The options, in the order in which requests have them.
  static var options: [GroupOption<Self>] { get }

  /// The options as they are typed on the command line, in the order in which help lists them; none by default.
  static var flags: [OptionFlag] { get }

  /// Under which title help lists ``flags``; by default the ``name``.
  static var section: String { get }

  /// Looks at what was typed as a whole.
  ///
  /// - Throws: `usage` for what no flag can tell alone.
  func check() throws(ConversionError)

  /// What a part can be chosen of, where the group chooses a part of a file; `nil` by default.
  static var choice: PartChoice? { get }

  /// Whether a part of a file is chosen; by default, wherever anything is asked for and there is a ``choice``.
  var choosesPart: Bool { get }

  /// Whether other content is asked for than the input has; by default, wherever a part is chosen.
  var changesContent: Bool { get }

  /// Whether parts of the input come in an order that was asked for; not by default.
  var choosesOrder: Bool { get }

  /// Options that are none where a file is compressed, as that goes by them in any case; none by default.
  static var impliedByCompression: Set<ConversionOptions.Name> { get }

  /// Whether files of the types of its ``choice`` go by what another group asks for as well, so that no other part of
  /// the route has to; not by default.
  ///
  /// - Parameters:
  ///   - other: the group by which something is asked for.
  ///   - isViewing: whether the file is shown.
  static func takesOver(_ other: any ConversionOptionGroup, isViewing: Bool) -> Bool

  /// Whether the word that says of what type the input is may mean something else of files of the types of its
  /// ``choice``; not by default.
  var readsWordOfType: Bool { get }

  /// What text is read as that no other reader takes, where something is asked for in the group; `nil` by default, for
  /// what says nothing of how text is read.
  static var typeOfUnreadText: ContentType.ID? { get }

  /// What is added to the error for a file of which nothing can be chosen; nothing by default.
  func hint(_ reading: ReadingOptions) -> String?
}

extension ConversionOptionGroup {
  public static var concernsReading: Bool { false }
  public static var flags: [OptionFlag] { [] }
  public static var section: String { name.prefix(1).uppercased() + name.dropFirst() }
  public func check() throws(ConversionError) {}
  public static var choice: PartChoice? { nil }
  public var choosesPart: Bool { Self.choice != nil && self != Self() }
  public var changesContent: Bool { choosesPart }
  public var choosesOrder: Bool { false }
  public static var impliedByCompression: Set<ConversionOptions.Name> { [] }
  public static func takesOver(_ other: any ConversionOptionGroup, isViewing: Bool) -> Bool {
    false
  }
  public var readsWordOfType: Bool { false }
  public static var typeOfUnreadText: ContentType.ID? { nil }
  public func hint(_ reading: ReadingOptions) -> String? { nil }
}

/// Where options stand in a request. The order is fixed, as journals know requests by their spelling.
public enum OptionPlace: Int, Sendable, Comparable {
  /// What becomes of the content: behind quality and size.
  case content
  /// Which parts of the input are meant: behind the keys of `--set`.
  case parts
  /// How the input is read: behind its type.
  case reading
  /// What of the content is meant: at the end of what concerns it.
  case selection

  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// What a part of a file can be chosen of.
public struct PartChoice: Sendable {
  /// "messages can be chosen of mail alone".
  public let rule: String
  /// The types whose readers choose, with those that conform to them; empty where a transform does
  /// (``Transform/chooses``).
  public let types: [ContentType.ID]

  public init(_ rule: String, types: [ContentType.ID] = []) {
    self.rule = rule
    self.types = types
  }

  func covers(_ type: ContentType.ID, in catalog: ContentTypeCatalog) -> Bool {
    types.contains { catalog.type(type, conformsTo: $0) }
  }
}

/// An option of a group, by its key in requests.
public struct GroupOption<Group: ConversionOptionGroup>: Sendable {
  public let key: String
  /// The option as an error or a note names it; `nil` where a wrong use has an error of its own.
  public let name: ConversionOptions.Name?
  let read: @Sendable (JSONValue, inout Group) throws(ConversionError) -> Void
  let value: @Sendable (Group) -> JSONValue?

  /// - Parameters:
  ///   - name: the option as an error or a note names it, with its key.
  ///   - read: takes a value as the command line would take it; throws `usage`.
  ///   - value: what `read` takes for the same; `nil` where nothing was asked for.
  public init(
    _ name: ConversionOptions.Name,
    read: @escaping @Sendable (JSONValue, inout Group) throws(ConversionError) -> Void,
    value: @escaping @Sendable (Group) -> JSONValue?
  ) {
    (key, self.name, self.read, self.value) = (name.rawValue, name, read, value)
  }

  /// An option that needs no note where it does not apply.
  public init(
    key: String,
    read: @escaping @Sendable (JSONValue, inout Group) throws(ConversionError) -> Void,
    value: @escaping @Sendable (Group) -> JSONValue?
  ) {
    (self.key, name, self.read, self.value) = (key, nil, read, value)
  }
}

extension ConversionOptionGroup {
  /// The names of its options.
  public static var names: [ConversionOptions.Name] { options.compactMap(\.name) }

  package static var keys: [String] { options.map(\.key) }

  /// Takes the value of one of ``keys``.
  ///
  /// - Throws: `usage`.
  package static func read(
    _ value: JSONValue, for key: String, into options: inout ConversionOptions
  ) throws(ConversionError) {
    guard let option = Self.options.first(where: { $0.key == key }) else { return }
    try option.read(value, &options[Self.self])
  }

  /// What was asked for, as a request has it.
  package var members: [JSONValue.Member] {
    Self.options.compactMap { option in option.value(self).map { .init(option.key, $0) } }
  }

  /// The names of the options that were asked for.
  var asked: [ConversionOptions.Name] {
    Self.options.compactMap { option in option.value(self) == nil ? nil : option.name }
  }
}
