import ConverterCore
import FairyLibrary
import SystemPackage
import TestSupport
import Testing

/// The schemas in `docs/library` say what the program reads and writes.
@Suite struct SchemaTests {
  private func schema(_ name: String) throws -> JSONValue {
    let file = try InputFile(
      path: FilePath("\(Places.root)/docs/library/\(name).schema.json"))
    return try JSONValue(parsing: try file.read(at: 0, count: file.byteCount))
  }

  @Test func metadataAreAsTheirSchemaSays() throws {
    let schema = try schema("metadata")
    let example = try Example()
    let made = try example.editor.create(title: "One", of: [example.photo])
    #expect(faults(of: made.record, schema) == [])
    #expect(faults(of: try example.editor.save(made.id).record, schema) == [])
    for record in try #require(schema["examples"]?.elements) {
      #expect(faults(of: record, schema) == [])
      #expect(try DocumentMetadata(record: record).record.description == record.description)
    }
  }

  @Test func settingsAreAsTheirSchemaSays() throws {
    let schema = try schema("settings")
    #expect(faults(of: LibrarySettings().record, schema) == [])
    #expect(try #require(schema["examples"]?.elements) == [LibrarySettings().record])
  }

  /// Each member of the examples is required by the schema, each of the schema's is in them, and the program misses it.
  @Test(arguments: ["metadata", "settings"]) func everyMemberIsInBoth(name: String) throws {
    let schema = try schema(name)
    let example = try #require(schema["examples"]?.elements?.first)
    var count = 0
    for (without, path) in withoutEach(example) {
      count += 1
      #expect(faults(of: without, schema).isEmpty == false, "\(path)")
      let code = errorCode {
        if name == "settings" {
          _ = try LibrarySettings(record: without)
        } else {
          _ = try DocumentMetadata(record: without)
        }
      }
      #expect(code == .damagedInput, "\(path)")
    }
    #expect(count == (name == "settings" ? 15 : 58))
    #expect(
      unseen(schema, [example])
        == ["bend", "correction is in no example", "reasons"].filter { _ in name == "metadata" })
  }

  @Test(arguments: ["metadata", "settings"]) func unknownMembersSurviveWhereTheSchemaSays(
    name: String
  ) throws {
    let schema = try schema(name)
    let example = try #require(schema["examples"]?.elements?.first)
    let more = example.with("mood", .string("good"))
    #expect(faults(of: more, schema) == [])
    let form = try #require(example["form"])
    let odd = example.with("form", form.with("mood", .string("good")))
    #expect(faults(of: odd, schema) == ["form: mood is not known"])
    if name == "settings" {
      #expect(try LibrarySettings(record: more).record == more)
      #expect(errorCode { _ = try LibrarySettings(record: odd) } == .damagedInput)
    } else {
      #expect(try DocumentMetadata(record: more).record.description == more.description)
      #expect(errorCode { _ = try DocumentMetadata(record: odd) } == .damagedInput)
    }
  }

  /// The value without each of the members that it has at any depth.
  private func withoutEach(_ value: JSONValue, _ path: String = "") -> [(JSONValue, String)] {
    if let elements = value.elements {
      return elements.indices.flatMap { index in
        withoutEach(elements[index], "\(path)[\(index)]").map { changed, path in
          var all = elements
          all[index] = changed
          return (.array(all), path)
        }
      }
    }
    guard let members = value.members else { return [] }
    return members.indices.flatMap { index -> [(JSONValue, String)] in
      let key = members[index].key
      var fewer = members
      fewer.remove(at: index)
      let deeper = withoutEach(members[index].value, "\(path).\(key)").map { changed, path in
        (value.with(key, changed), path)
      }
      return [(.object(fewer), "\(path).\(key)")] + deeper
    }
  }

  /// Members of a schema of which no example says what is in them.
  private func unseen(_ schema: JSONValue, _ examples: [JSONValue]) -> [String] {
    var all: [String] = []
    for member in inner(schema)["properties"]?.members ?? [] {
      let values = examples.compactMap { $0[member.key] }
      if values.isEmpty { all.append("\(member.key) is in no example") }
      let schema = inner(member.value)
      if schema["type"]?.text == "object" {
        let objects = values.filter { $0.members != nil }
        if objects.isEmpty { all.append(member.key) } else { all += unseen(schema, objects) }
      } else if let items = schema["items"], inner(items)["type"]?.text == "object" {
        let objects = values.flatMap { $0.elements ?? [] }
        if objects.isEmpty { all.append(member.key) } else { all += unseen(items, objects) }
      }
    }
    return all.sorted()
  }

  /// What a schema is beside null.
  private func inner(_ schema: JSONValue) -> JSONValue {
    schema["anyOf"]?.elements?.first { $0["type"]?.text != "null" } ?? schema
  }

  /// What is wrong with a value, as far as these schemas go; patterns and least lengths are left to the program.
  private func faults(of value: JSONValue, _ schema: JSONValue, _ place: String = "") -> [String] {
    let at = place.isEmpty ? "" : "\(place): "
    if let choices = schema["anyOf"]?.elements {
      return choices.contains { faults(of: value, $0).isEmpty } ? [] : ["\(at)is none of them"]
    }
    if let constant = schema["const"] { return constant == value ? [] : ["\(at)is another"] }
    if let words = schema["enum"]?.elements, !words.contains(value) { return ["\(at)is another"] }
    switch schema["type"]?.text {
    case "null": return value == .null ? [] : ["\(at)is not null"]
    case "string": return value.text == nil ? ["\(at)is no text"] : []
    case "integer": return value.int == nil ? ["\(at)is no whole number"] : []
    case "number": return value.double == nil ? ["\(at)is no number"] : []
    case "boolean": return value.bool == nil ? ["\(at)is neither true nor false"] : []
    case "array":
      guard let elements = value.elements, let items = schema["items"] else {
        return ["\(at)is no list"]
      }
      return elements.flatMap { faults(of: $0, items, place) }
    case "object": return faults(ofObject: value, schema, place)
    default: return ["\(at)the schema says no type"]
    }
  }

  private func faults(ofObject value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    let at = place.isEmpty ? "" : "\(place): "
    guard let members = value.members, let properties = schema["properties"] else {
      return ["\(at)is no object"]
    }
    var faults = (schema["required"]?.elements ?? []).compactMap(\.text)
      .filter { value[$0] == nil }.map { "\(at)\($0) is missing" }
    for member in members {
      guard let inner = properties[member.key] else {
        if schema["additionalProperties"]?.bool == false {
          faults.append("\(at)\(member.key) is not known")
        }
        continue
      }
      faults += self.faults(of: member.value, inner, member.key)
    }
    return faults
  }
}
