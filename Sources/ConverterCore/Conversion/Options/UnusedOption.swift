/// An option that was asked for and that made no difference to a file.
public struct UnusedOption: Sendable, Hashable {
  /// Its key in requests: `quality`; of `--set`, that of the format: `interlace`.
  public let option: String
  /// The reason, in words that suit all files of a kind: "the result is lossless".
  public let why: String
  /// Whether the route uses it, so that it makes no difference to this file alone.
  public let applies: Bool
  /// As it stands on the command line, where that is neither `--set` nor the name of a common option: `--filter` for
  /// `scan-filter`.
  public var typed: String?

  public init(_ option: String, why: String, applies: Bool = true) {
    self.option = option
    self.why = why
    self.applies = applies
  }

  /// Compares what users are told, which ``applies`` is no part of.
  public static func == (one: Self, other: Self) -> Bool {
    one.option == other.option && one.why == other.why
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(option)
    hasher.combine(why)
  }

  /// As it stands on the command line.
  public var words: String {
    if let typed { return typed }
    if let name = ConversionOptions.Name.common.first(where: { $0.rawValue == option }) {
      return name.words
    }
    return OptionDescriptor.shorthands.contains(option) ? "--\(option)" : "--set \(option)"
  }

  /// `-q has no effect: the result is lossless`.
  public var text: String { "\(words) has no effect: \(why)" }
}

/// What is done about options that no step of the route uses.
public enum UnusedOptionPolicy: String, Sendable, CaseIterable {
  /// They are reported with the result.
  case note
  /// Nothing is done, and the failure names them.
  case fail
}

extension UnusedOption {
  /// An option that no step of a route takes.
  init(_ name: ConversionOptions.Name, in registry: Registry) {
    self.init(name, why: "it is for \(registry.use(of: name))", applies: false)
  }

  init(_ name: ConversionOptions.Name, why: String, applies: Bool = true) {
    self.init(name.rawValue, why: why, applies: applies)
    typed = name.words
  }
}

extension Registry {
  fileprivate func use(of name: ConversionOptions.Name) -> String {
    let types = ConversionOptions.Name.protections.contains(name) ? typesWithPasswords : []
    guard types.isEmpty else { return types.map { "\($0.name)s" }.joined(separator: " and ") }
    guard name.namesReaders else { return name.use }
    let names = readers.filter { $0.takes.contains(name) }.map(\.name)
    return name.use + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
  }
}

extension ConversionOptions {
  /// The same options, which another process told of by their keys, with the words of these.
  package func named(_ unused: [UnusedOption]) -> [UnusedOption] {
    let words = Dictionary(
      asked.map { ($0.rawValue, $0.words) }, uniquingKeysWith: { first, _ in first })
    return unused.map { option in
      var named = option
      named.typed = option.typed ?? words[option.option]
      return named
    }
  }
}

extension ConversionContext {
  /// Says that an option that the route uses made no difference to this file.
  public func noteUnused(_ name: ConversionOptions.Name, why: String) {
    noteUnused(UnusedOption(name, why: why))
  }

  /// The same of a key of `--set`.
  public func noteUnused(_ descriptor: OptionDescriptor, why: String) {
    noteUnused(UnusedOption(descriptor.key, why: why))
  }
}

extension ConversionError {
  /// - Parameter unused: at least one.
  package static func unused(_ unused: [UnusedOption]) -> ConversionError {
    ConversionError(.usage, unused.map(\.text).joined(separator: "; "))
  }
}

extension OptionDescriptor {
  /// Keys of `--set` that have an option of their own on the command line.
  public static let shorthands: Set<String> = [
    "rotate", "crop", "flip", "preset", "dpi", "rasterize", "verify", "allow-breaking-signatures",
    "dedupe",
  ]
}
