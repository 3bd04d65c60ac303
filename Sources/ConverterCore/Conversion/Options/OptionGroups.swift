/// The groups of options in which something is asked for.
public struct OptionGroups: Sendable {
  private var groups: [any ConversionOptionGroup] = []

  public init() {}

  /// The options of a group; those of a new one where nothing was asked for.
  public subscript<Group: ConversionOptionGroup>(_ type: Group.Type) -> Group {
    get {
      for group in groups { if let group = group as? Group { return group } }
      return Group()
    }
    set {
      groups.removeAll { $0 is Group }
      if newValue != Group() { insert(newValue) }
    }
  }

  /// All of them, in the order of requests.
  package var all: [any ConversionOptionGroup] { groups }

  /// Those that concern reading, and those that say which parts of the input are meant.
  var ofReading: OptionGroups {
    var reading = OptionGroups()
    reading.groups = groups.filter { type(of: $0).concernsReading || type(of: $0).place == .parts }
    return reading
  }

  /// Takes the groups of `other` as well.
  mutating func merge(_ other: OptionGroups) {
    for group in other.groups { put(group) }
  }

  private mutating func put<Group: ConversionOptionGroup>(_ group: Group) {
    self[Group.self] = group
  }

  private mutating func insert<Group: ConversionOptionGroup>(_ group: Group) {
    let index = groups.firstIndex { Self.precedes(Group.self, type(of: $0)) }
    groups.insert(group, at: index ?? groups.count)
  }

  /// The order in which groups are listed, whatever the order in which they come.
  package static func precedes(
    _ one: any ConversionOptionGroup.Type, _ other: any ConversionOptionGroup.Type
  ) -> Bool {
    (one.place, one.name) < (other.place, other.name)
  }
}

extension ConversionOptions {
  /// The options of a group.
  public subscript<Group: ConversionOptionGroup>(_ type: Group.Type) -> Group {
    get { Group.concernsReading ? reading.groups[type] : groups[type] }
    set {
      if Group.concernsReading {
        reading.groups[type] = newValue
      } else {
        groups[type] = newValue
      }
    }
  }

  /// What was asked for in groups, as a request has it.
  package func members(_ place: OptionPlace) -> [JSONValue.Member] {
    groups(at: place).flatMap(\.members)
  }

  /// All groups of a place in which something is asked for, in the order of requests.
  func groups(at place: OptionPlace) -> [any ConversionOptionGroup] {
    var all = groups
    all.merge(reading.groups)
    return all.all.filter { type(of: $0).place == place }
  }
}

extension ReadingOptions {
  /// The options of a group, be it one that concerns reading or not.
  public subscript<Group: ConversionOptionGroup>(_ type: Group.Type) -> Group {
    get { groups[type] }
    set { groups[type] = newValue }
  }
}
