import ConverterCore

/// An object of a stored file, read strictly: it has just the members that its version has, and values that are
/// possible.
struct StoredObject {
  /// Where it stands in the file: "entry 2, detected".
  private let place: String
  private let value: JSONValue

  /// - Parameters:
  ///   - place: where it stands, for messages.
  ///   - members: the names of all that it has to have.
  /// - Throws: `damagedInput` where one is missing, or there are others.
  init(_ value: JSONValue, _ place: String, members: [String]) throws(ConversionError) {
    (self.value, self.place) = (value, place)
    guard let found = value.members?.map(\.key) else {
      throw Self.damaged(place, "an object was expected, not \(Self.words(value))")
    }
    if let missing = members.first(where: { !found.contains($0) }) {
      throw Self.damaged(place, "\"\(missing)\" is missing")
    }
    if let unknown = found.first(where: { !members.contains($0) }) {
      throw Self.damaged(place, "\"\(unknown.printable)\" is not known")
    }
  }

  /// Refuses what another version of the program wrote, before anything else is looked at.
  ///
  /// - Throws: `unsupportedContent` for another version; `damagedInput` where none is said.
  static func check(version: Int, of value: JSONValue, _ place: String) throws(ConversionError) {
    guard let found = value["version"]?.int else {
      throw damaged(place, "it does not say its version")
    }
    guard found == version else {
      throw ConversionError(
        .unsupportedContent,
        "\(place) is of version \(found), and this program knows version \(version)")
    }
  }

  func value(_ name: String) -> JSONValue { value[name] ?? .null }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(ConversionError) -> Int {
    guard let found = value(name).int, range.contains(found) else {
      throw impossible(name, "\(range.lowerBound) to \(range.upperBound)")
    }
    return found
  }

  func number(_ name: String, in range: ClosedRange<Double>) throws(ConversionError) -> Double {
    guard let found = value(name).double, range.contains(found) else {
      throw impossible(
        name, "\(JSONValue.number(range.lowerBound)) to \(JSONValue.number(range.upperBound))")
    }
    return found
  }

  func bool(_ name: String) throws(ConversionError) -> Bool {
    guard let found = value(name).bool else { throw impossible(name, "true or false") }
    return found
  }

  func text(_ name: String, most: Int) throws(ConversionError) -> String {
    guard let found = value(name).text, !found.isEmpty, found.utf8.count <= most else {
      throw impossible(name, "a text of 1 to \(most) bytes")
    }
    return found
  }

  func elements(_ name: String, _ count: ClosedRange<Int>) throws(ConversionError) -> [JSONValue] {
    guard let found = value(name).elements, count.contains(found.count) else {
      let most = count.lowerBound == count.upperBound ? "" : " to \(count.upperBound)"
      throw impossible(name, "a list of \(count.lowerBound)\(most)")
    }
    return found
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String, _ type: Choice.Type
  ) throws(ConversionError) -> Choice {
    guard let found = value(name).text.flatMap(Choice.init(rawValue:)) else {
      throw impossible(name, "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return found
  }

  /// Four corners, each with x and y.
  ///
  /// - Parameters: the size of the picture in which they are.
  func corners(_ name: String, inWidth width: Int, height: Int) throws(ConversionError) -> Quad {
    var points: [Point] = []
    for corner in try elements(name, 4...4) {
      let numbers = (corner.elements ?? []).compactMap(\.double)
      guard numbers.count == 2, corner.elements?.count == 2 else {
        throw impossible(name, "four corners, [x,y] each")
      }
      points.append(Point(numbers[0], numbers[1]))
    }
    let quad = Quad(points)
    guard quad.canBePage(inWidth: width, height: height) else {
      throw impossible(name, "the clockwise corners of a page in a picture of \(width)×\(height)")
    }
    return quad
  }

  /// What `read` makes of a member, unless that is null.
  func optional<Value>(
    _ name: String, _ read: (StoredObject, String) throws(ConversionError) -> Value
  ) throws(ConversionError) -> Value? {
    value(name) == .null ? nil : try read(self, name)
  }

  func impossible(_ name: String, _ possible: String) -> ConversionError {
    Self.damaged(place, "\"\(name)\" is \(Self.words(value(name))), and has to be \(possible)")
  }

  static func damaged(_ place: String, _ why: String) -> ConversionError {
    ConversionError(.damagedInput, "\(place) is damaged: \(why)")
  }

  /// A value as it stands there, if it is short.
  private static func words(_ value: JSONValue) -> String {
    let text = value.description
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }
}
