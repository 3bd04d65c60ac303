/// A model that can be taken apart (`fairy split`).
public protocol DivisibleModel<Itself>: Model {
  /// The conforming type.
  associatedtype Itself: Model = Self

  /// What is taken apart most often, in the plural, for messages: "documents"; `nil` where that is not the model.
  static var pluralToDivide: String? { get }

  /// The parts that it is to be taken apart into, with words for the names of their files.
  ///
  /// - Parameters:
  ///   - division: where it is divided.
  ///   - context: takes notes and warnings.
  ///   - byteCount: how large a file of the target a model becomes; it costs as much as to write it.
  /// - Returns: `nil` where it is of one piece.
  func divided(
    _ division: Request.Division, in context: ConversionContext,
    byteCount: (Itself) throws(ConversionError) -> Int
  ) throws(ConversionError) -> [Sibling<Itself>]?
}

extension DivisibleModel {
  public static var pluralToDivide: String? { nil }
}

extension Registry {
  /// What is taken apart, with the formats of it: "documents (PDF)".
  var divisibleModels: String {
    let words = readers.compactMap { reader in reader.pluralToDivide.map { ($0, reader.name) } }
    return words.reduce(into: [(plural: String, formats: [String])]()) { kinds, word in
      if let index = kinds.firstIndex(where: { $0.plural == word.0 }) {
        kinds[index].formats.append(word.1)
      } else {
        kinds.append((word.0, [word.1]))
      }
    }
    .map { "\($0.plural) (\($0.formats.joined(separator: ", ")))" }.joined(separator: " and ")
  }
}

extension Reader {
  fileprivate var pluralToDivide: String? {
    (Model.self as? any DivisibleModel.Type)?.pluralToDivide
  }
}
