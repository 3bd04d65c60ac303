import ArgumentParser
import ConverterCore

/// A flag as the parser knows it.
protocol FlagDeclaration: Decodable {
  /// What was typed behind it, each time; of a flag without a value one empty word where it was typed.
  var words: [String] { get }
}

extension Flag: FlagDeclaration where Value == Bool {
  var words: [String] { wrappedValue ? [""] : [] }
}

extension Option: FlagDeclaration where Value: TypedWords {
  var words: [String] { wrappedValue.words }
}

/// What the parser keeps of the values of a flag.
protocol TypedWords {
  var words: [String] { get }
}

extension Optional: TypedWords where Wrapped: CustomStringConvertible {
  var words: [String] { map { [$0.description] } ?? [] }
}

extension Array: TypedWords where Element == String {
  var words: [String] { self }
}

/// One of the words of a type.
struct ChosenWord<Word: OptionWord>: ExpressibleByArgument, CustomStringConvertible {
  private let word: Word

  init?(argument: String) {
    guard let word = Word(rawValue: argument) else { return nil }
    self.word = word
  }

  var description: String { word.rawValue }

  static var allValueStrings: [String] { Word.allCases.map(\.rawValue) }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension OptionFlag {
  /// The flag for the parser.
  var declaration: any FlagDeclaration {
    switch value {
    case .none: Flag(wrappedValue: false, name: names, help: argumentHelp)
    case .text: text { word in word }
    case .choice(let words): text { word in try TypedValue.word(word, of: words) }
    case .number: number
    case .word(let type): choice(type)
    }
  }

  private var names: NameSpecification {
    let short = shortName.map { [NameSpecification.Element.customShort($0)] } ?? []
    return NameSpecification(short + [.customLong(name)])
  }

  private var argumentHelp: ArgumentHelp {
    ArgumentHelp(help, valueName: valueName, visibility: isHidden ? .hidden : .default)
  }

  private var parsing: SingleValueParsingStrategy { takesHyphens ? .unconditional : .next }

  /// An option whose values are checked as soon as they are read, and kept as they were typed.
  private func text(
    _ checked: @escaping @Sendable (String) throws -> String
  ) -> any FlagDeclaration {
    let set = set
    let transform: @Sendable (String) throws -> String = { typed in
      let word = try checked(typed)
      var options = ConversionOptions()
      try set(word, &options)
      return word
    }
    guard isRepeated else {
      return Option<String?>(
        name: names, parsing: parsing, help: argumentHelp, transform: transform)
    }
    return Option<[String]>(
      wrappedValue: [], name: names,
      parsing: takesHyphens ? .unconditionalSingleValue : .singleValue, help: argumentHelp,
      transform: transform)
  }

  private var number: any FlagDeclaration {
    Option<Int?>(name: names, parsing: parsing, help: argumentHelp)
  }

  private func choice<Word: OptionWord>(_ type: Word.Type) -> any FlagDeclaration {
    Option<ChosenWord<Word>?>(name: names, parsing: parsing, help: argumentHelp)
  }
}
