import ArgumentParser
import ConverterCore

/// The flags of a group of options, declared by the group itself.
///
/// The parser looks for declarations among what a value reflects, under the keys under which it is decoded.
struct GroupFlags<Group: ConversionOptionGroup>: ParsableArguments, CustomReflectable {
  /// What was typed for each flag.
  private let typed: [[String]]

  init() { typed = [] }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FlagKey.self)
    typed = try Group.flags.map { flag in
      try Self.words(of: flag.declaration, in: container, for: FlagKey(flag.name))
    }
  }

  private static func words<Declaration: FlagDeclaration>(
    of declaration: Declaration, in container: KeyedDecodingContainer<FlagKey>, for key: FlagKey
  ) throws -> [String] {
    try container.decode(Declaration.self, forKey: key).words
  }

  var customMirror: Mirror {
    Mirror(
      self, children: Group.flags.map { (label: Optional($0.name), value: $0.declaration as Any) })
  }

  func validate() throws {
    var options = ConversionOptions()
    do throws(ConversionError) {
      try apply(to: &options)
      try options[Group.self].check()
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// Says in the options what was typed.
  func apply(to options: inout ConversionOptions) throws(ConversionError) {
    for (flag, words) in zip(Group.flags, typed) {
      for word in words { try flag.set(word, &options) }
    }
  }
}

/// The name of a flag or a group, as the parser keeps it.
struct FlagKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }

  init?(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) { nil }
}
