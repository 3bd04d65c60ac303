/// An object of a file that fairy stores, read strictly: it has the members that its version has, with values that are
/// possible.
package struct StoredObject {
  /// Where it stands in the file: "entry 2, detected".
  private let place: String
  private let value: JSONValue

  /// Members that this version does not know; they are written again as they were read.
  package let unknown: [JSONValue.Member]

  /// - Parameters:
  ///   - place: where it stands, for messages.
  ///   - members: the names of all that it has to have.
  ///   - keepsUnknown: whether it may have others, which are kept in ``unknown``.
  /// - Throws: `damagedInput` where one is missing or stands there twice, or there are others.
  package init(
    _ value: JSONValue, _ place: String, members: [String], keepsUnknown: Bool = false
  ) throws(ConversionError) {
    (self.value, self.place) = (value, place)
    guard let found = value.members else {
      throw Self.damaged(place, "an object was expected, not \(Self.words(value))")
    }
    let keys = found.map(\.key)
    if let missing = members.first(where: { !keys.contains($0) }) {
      throw Self.damaged(place, "\"\(missing)\" is missing")
    }
    unknown = found.filter { !members.contains($0.key) }
    if !keepsUnknown, let first = unknown.first {
      throw Self.damaged(place, "\"\(first.key.printable)\" is not known")
    }
    guard Set(keys).count == keys.count else {
      throw Self.damaged(place, "a member stands there twice")
    }
  }

  /// Refuses what another version of the program wrote, before anything else is looked at.
  ///
  /// - Throws: `unsupportedContent` for another version; `damagedInput` where none is said.
  package static func check(version: Int, of value: JSONValue, _ place: String)
    throws(ConversionError)
  {
    guard let found = value["version"]?.int else {
      throw damaged(place, "it does not say its version")
    }
    guard found == version else {
      throw ConversionError(
        .unsupportedContent,
        "\(place) is of version \(found), and this program knows version \(version)")
    }
  }

  package func value(_ name: String) -> JSONValue { value[name] ?? .null }

  package func integer(_ name: String, in range: ClosedRange<Int>) throws(ConversionError) -> Int {
    guard let found = value(name).int, range.contains(found) else {
      throw impossible(name, "\(range.lowerBound) to \(range.upperBound)")
    }
    return found
  }

  package func number(_ name: String, in range: ClosedRange<Double>) throws(ConversionError)
    -> Double
  {
    guard let found = value(name).double, range.contains(found) else {
      throw impossible(
        name, "\(JSONValue.number(range.lowerBound)) to \(JSONValue.number(range.upperBound))")
    }
    return found
  }

  package func bool(_ name: String) throws(ConversionError) -> Bool {
    guard let found = value(name).bool else { throw impossible(name, "true or false") }
    return found
  }

  package func text(_ name: String, most: Int) throws(ConversionError) -> String {
    guard let found = value(name).text, !found.isEmpty, found.utf8.count <= most else {
      throw impossible(name, "a text of 1 to \(most) bytes")
    }
    return found
  }

  /// A text that may be empty.
  package func textOrNothing(_ name: String, most: Int) throws(ConversionError) -> String {
    guard let found = value(name).text, found.utf8.count <= most else {
      throw impossible(name, "a text of at most \(most) bytes")
    }
    return found
  }

  package func elements(_ name: String, _ count: ClosedRange<Int>) throws(ConversionError)
    -> [JSONValue]
  {
    guard let found = value(name).elements, count.contains(found.count) else {
      let most = count.lowerBound == count.upperBound ? "" : " to \(count.upperBound)"
      throw impossible(name, "a list of \(count.lowerBound)\(most)")
    }
    return found
  }

  package func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String, _ type: Choice.Type
  ) throws(ConversionError) -> Choice {
    guard let found = value(name).text.flatMap(Choice.init(rawValue:)) else {
      throw impossible(name, "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return found
  }

  /// What `read` makes of a member, unless that is null.
  package func optional<Value>(
    _ name: String, _ read: (StoredObject, String) throws(ConversionError) -> Value
  ) throws(ConversionError) -> Value? {
    value(name) == .null ? nil : try read(self, name)
  }

  package func impossible(_ name: String, _ possible: String) -> ConversionError {
    Self.damaged(place, "\"\(name)\" is \(Self.words(value(name))), and has to be \(possible)")
  }

  package static func damaged(_ place: String, _ why: String) -> ConversionError {
    ConversionError(.damagedInput, "\(place) is damaged: \(why)")
  }

  /// A value as it stands there, if it is short.
  private static func words(_ value: JSONValue) -> String {
    let text = value.description
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }
}
