import ConverterCore

/// What is in a node of a tree or a folder of an archive, level by level.
struct TreeLook {
  let look: Look

  private static let childCount = 200

  /// For the template `tree`.
  func tree() async throws -> [String: Any] {
    var (answer, values) = try await children(waiting: true)
    values["nodes"] = (answer["children"]?.elements ?? []).map { child -> [String: Any] in
      let count = child["count"]?.int
      let node = child["node"]?.int ?? 0
      return [
        "key": child["key"].map(FactList.text) ?? child["index"].map(FactList.text) ?? "",
        "kind": child["kind"]?.text ?? "", "hasChildren": count != nil,
        "href": look.address(("node", "\(node)")),
        "value": count.map { look.words.counting("items", $0) }
          ?? child["value"].map(FactList.text) ?? "",
      ]
    }
    if let damage = answer["damage"]?.text ?? answer["failure"]?.text { values["fault"] = damage }
    return values
  }

  /// For the template `archive`.
  func archive() async throws -> [String: Any] {
    var (answer, values) = try await children(waiting: false)
    values["nodes"] = (answer["children"]?.elements ?? []).map { child -> [String: Any] in
      let isFolder = child["kind"]?.text == "folder"
      let node = child["node"]?.int ?? 0
      var entry: [String: Any] = [
        "name": child["name"]?.text ?? "",
        "about": isFolder
          ? look.words["folder"] : child["bytes"]?.int.map(look.words.size) ?? "",
      ]
      if isFolder {
        entry["href"] = look.address(("node", "\(node)"))
      } else if let inner = child["path"]?.text {
        entry["href"] = "/files/\(look.routes.names.identifier(of: look.input, entry: inner))"
      }
      return entry
    }
    return values
  }

  /// What is in a node, or in the outermost one where that is the only one.
  private func children(
    waiting waits: Bool
  ) async throws -> (answer: JSONValue, values: [String: Any]) {
    let node = look.form["node"].flatMap { Int($0) }
    let outermost = try await children(of: node, waiting: waits)
    let nodes = outermost.answer["children"]?.elements ?? []
    guard node == nil, nodes.count == 1, nodes[0]["count"]?.int != nil,
      let only = nodes[0]["node"]?.int
    else { return outermost }
    return try await children(of: only, waiting: waits)
  }

  private func children(
    of node: Int?, waiting waits: Bool
  ) async throws -> (answer: JSONValue, values: [String: Any]) {
    let first = look.form.number("from", or: 0)
    var members: [JSONValue.Member] = [
      .init("from", .integer(first)), .init("count", .integer(Self.childCount)),
    ]
    // The entries of an archive are known when it is open; a tree is indexed meanwhile.
    if waits { members.append(.init("wait", .integer(2000))) }
    if let node { members.append(.init("node", .integer(node))) }
    let answer = try await look.routes.views.ask(look.input, "children", members)
    let children = answer["children"]?.elements ?? []
    let range = PageRange(
      first, children.count, of: answer["count"]?.int ?? first + children.count,
      isComplete: answer["complete"] != .bool(false), by: Self.childCount, look.words
    ) { look.address(("node", node.map { "\($0)" }), ("from", "\($0)")) }
    var values = range.values
    values["t"] = look.words.texts
    values["file"] = look.id
    values["items_one"] = look.words["items.one"]
    values["items_other"] = look.words["items.other"]
    if look.form["node"] != nil { values["up"] = look.address() }
    return (answer, values)
  }
}
