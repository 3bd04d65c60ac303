import ConverterCore
import HTTPTypes
import Hummingbird
import SystemPackage

/// The page of one file: what is in it, what is known of it, and what can be done with it.
struct FilePage {
  private let routes: FileRoutes
  private let input: FileAddress
  /// Of the file, or of the archive that it is in.
  private let path: FilePath
  private let form: Form
  private let words: Words
  private let id: String

  /// - Parameter id: stands for the file.
  init(
    _ routes: FileRoutes, _ input: FileAddress, _ id: String, _ form: Form, _ words: Words
  ) {
    (self.routes, self.input, self.id, self.form, self.words) = (routes, input, id, form, words)
    path = input.openedPath ?? ""
  }

  func response() async throws -> Response {
    let facts = try await facts()
    var values: [String: Any] = [
      "title": name, "name": name, "path": routes.way(to: input), "file": id,
      "version": AssetRoutes.version,
    ]
    if case .file = input { values["download"] = "/files/\(id)/download" }
    let type = facts["type"]?.text
    let format = try await routes.registry.formats().first { $0["type"]?.text == type }
    routes.recent.remember(input, type: format?["type"]?.text, byteCount: facts["bytes"]?.int)
    if let kind = format?["name"]?.text { values["kind"] = ["name": kind] }
    values["about"] = facts["bytes"]?.int.map(words.size) ?? ""
    if let error = facts["error"] { values["fault"] = error["message"]?.text ?? "" }
    values.merge(try await look(facts)) { $1 }
    values.merge(FactList(facts).values) { $1 }
    if let format { values.merge(try await TargetForm(format, facts, form, routes).values) { $1 } }
    return routes.pages.page("file", values, words)
  }

  private var name: String { input.shownName }

  /// What `fairy info --json` says of it.
  private func facts() async throws -> JSONValue {
    let answer = try await routes.broker.ask(
      [.init("broker", .string("facts"))] + input.members("file"))
    return answer.json["answer"]?.elements?.first ?? .null
  }

  /// What changes with the content of the file.
  private func key(_ facts: JSONValue) async throws -> String {
    let answer = try await routes.broker.ask(
      [.init("broker", .string("open"))] + path.members("file"))
    try? answer.file?.close()
    let (size, modified) = (answer.json["answer"]?["bytes"], answer.json["answer"]?["modified"])
    return "\(size?.int ?? 0)-\(modified?.int ?? 0)"
  }

  // MARK: What is in it

  private func look(_ facts: JSONValue) async throws -> [String: Any] {
    if let picture = facts["picture"] {
      let key = try await key(facts)
      var values: [String: Any] = ["src": "/files/\(id)/picture/\(key)"]
      if let width = picture["width"]?.int, let height = picture["height"]?.int {
        let scale = min(1, Double(FileRoutes.screenSide) / Double(max(width, height, 1)))
        values["width"] = Int((Double(width) * scale).rounded())
        values["height"] = Int((Double(height) * scale).rounded())
      }
      values["t"] = words.texts
      values["name"] = name
      return ["picture": values]
    }
    do {
      if facts["table"] != nil { return ["table": try await table()] }
      if facts["tree"] != nil { return ["tree": try await tree()] }
      if facts["archive"] != nil { return ["archive": try await archive()] }
      if facts["document"] != nil { return ["pages": try await documentPages(facts)] }
      if facts["mailbox"] != nil {
        if let number = form["message"].flatMap({ Int($0) }) {
          return ["message": try await message(number)]
        }
        return ["table": try await table()]
      }
    } catch let error as ConversionError {
      return ["fault": error.message]
    }
    guard facts["mediaType"]?.text?.hasPrefix("text/") == true, case .file = input else {
      return [:]
    }
    return ["text": try await text()]
  }

  private static let mostText = 256 << 10

  /// The beginning of a text; what is not UTF-8 is shown as a replacement character.
  private func text() async throws -> String {
    let file = try await routes.open(path)
    return String(decoding: try file.beginning(Self.mostText), as: UTF8.self)
  }

  private func table() async throws -> [String: Any] {
    let query = TableQuery(form)
    let opening = try await routes.views.opening(input)
    let columns = (opening["columns"]?.elements ?? []).map { $0.text ?? "" }
    var values: [String: Any] = [
      "t": words.texts, "columns": columns, "filter": query.filter ?? "",
      "sorts": columns.flatMap { column in
        [(column, "↑ \(column)"), ("-\(column)", "↓ \(column)")].map { value, label in
          ["value": value, "label": label, "isCurrent": query.sort == value] as [String: Any]
        }
      },
    ]
    do {
      let answer = try await routes.views.ask(input, "rows", query.members)
      let isMail = opening["kind"]?.text == "mailbox"
      let rows = answer["rows"]?.elements ?? []
      let numbers = answer["numbers"]?.elements ?? []
      values["rows"] = rows.enumerated().map { index, row in
        self.row(row, numbers.indices.contains(index) ? numbers[index].int ?? 0 : 0, isMail)
      }
      let known = answer["rowCount"]?.int ?? query.first + rows.count
      let range = PageRange(
        query.first, rows.count, of: known, isComplete: answer["complete"] == .bool(true),
        by: TableQuery.pageSize, words
      ) { "/files/\(id)\(query.address(from: $0))" }
      values.merge(range.values) { $1 }
    } catch let error as ConversionError {
      values["fault"] = error.message
    }
    return values
  }

  private func row(_ row: JSONValue, _ number: Int, _ isMail: Bool) -> [String: Any] {
    let cells = (row.elements ?? []).map { cell -> [String: Any] in
      ["text": cell.text ?? "", "isMissing": cell == .null]
    }
    var values: [String: Any] = ["number": words.grouped(number), "cells": cells]
    if isMail { values["href"] = "/files/\(id)?message=\(number)" }
    return values
  }

  private func message(_ number: Int) async throws -> [String: Any] {
    let answer = try await routes.views.ask(
      input, "message", [.init("number", .integer(number))])
    let message = answer["message"] ?? .null
    let headers = [("from", "from"), ("to", "to_whom"), ("date", "date"), ("subject", "subject")]
    let attachments = message["attachments"]?.elements ?? []
    return [
      "t": words.texts, "back": "/files/\(id)",
      "headers": headers.map { key, label in
        ["label": words[label], "value": message[key].map(FactList.text) ?? ""]
      },
      "text": message["text"]?.text ?? "", "hasAttachments": !attachments.isEmpty,
      "attachments": attachments.map { part in
        [
          "name": part["name"]?.text ?? "",
          "about": [part["mediaType"]?.text, part["bytes"]?.int.map(words.size)]
            .compactMap(\.self).joined(separator: " · "),
        ]
      },
    ]
  }

  private static let childCount = 200

  /// What is in a node, or in the outermost one where that is the only one.
  private func children(
    waiting waits: Bool
  ) async throws -> (answer: JSONValue, values: [String: Any]) {
    let node = form["node"].flatMap { Int($0) }
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
    let first = form.number("from", or: 0)
    var members: [JSONValue.Member] = [
      .init("from", .integer(first)), .init("count", .integer(Self.childCount)),
    ]
    // The entries of an archive are known when it is open; a tree is indexed meanwhile.
    if waits { members.append(.init("wait", .integer(2000))) }
    if let node { members.append(.init("node", .integer(node))) }
    let answer = try await routes.views.ask(input, "children", members)
    let children = answer["children"]?.elements ?? []
    let inside = node.map { "node=\($0)&" } ?? ""
    let range = PageRange(
      first, children.count, of: answer["count"]?.int ?? first + children.count,
      isComplete: answer["complete"] != .bool(false), by: Self.childCount, words
    ) { "/files/\(id)?\(inside)from=\($0)" }
    var values = range.values
    values["t"] = words.texts
    if form["node"] != nil { values["up"] = "/files/\(id)" }
    return (answer, values)
  }

  private func tree() async throws -> [String: Any] {
    var (answer, values) = try await children(waiting: true)
    values["nodes"] = (answer["children"]?.elements ?? []).map { child -> [String: Any] in
      let kind = child["kind"]?.text ?? ""
      let count = child["count"]?.int
      let node = child["node"]?.int ?? 0
      return [
        "key": child["key"].map(FactList.text) ?? child["index"].map(FactList.text) ?? "",
        "kind": kind, "hasChildren": count != nil, "href": "/files/\(id)?node=\(node)",
        "value": count.map { words.counting("items", $0) } ?? child["value"].map(FactList.text)
          ?? "",
      ]
    }
    return values
  }

  private func archive() async throws -> [String: Any] {
    var (answer, values) = try await children(waiting: false)
    values["nodes"] = (answer["children"]?.elements ?? []).map { child -> [String: Any] in
      let isFolder = child["kind"]?.text == "folder"
      let node = child["node"]?.int ?? 0
      var entry: [String: Any] = [
        "name": child["name"]?.text ?? "",
        "about": isFolder ? words["folder"] : child["bytes"]?.int.map(words.size) ?? "",
      ]
      if isFolder {
        entry["href"] = "/files/\(id)?node=\(node)"
      } else if let inner = child["path"]?.text {
        entry["href"] = "/files/\(routes.names.identifier(of: input, entry: inner))"
      }
      return entry
    }
    return values
  }

  private static let pageCount = 30

  private func documentPages(_ facts: JSONValue) async throws -> [String: Any] {
    let first = form.number("from", or: 0)
    let opening = try await routes.views.opening(input)
    let answer = try await routes.views.ask(
      input, "pages",
      [.init("from", .integer(first)), .init("count", .integer(Self.pageCount))])
    let found = answer["pages"]?.elements ?? []
    let key = try await key(facts)
    let total = opening["pageCount"]?.int ?? opening["pages"]?.int ?? first + found.count
    let range = PageRange(first, found.count, of: total, by: Self.pageCount, words) {
      "/files/\(id)?from=\($0)"
    }
    var values = range.values
    values["t"] = words.texts
    values["page"] = found.enumerated().map { index, page -> [String: Any] in
      let number = first + index + 1
      return [
        "number": number, "src": "/files/\(id)/picture/\(key)?page=\(number)",
        "label": words.text("page_label", ["number": "\(number)"]),
        "width": Int(page["width"]?.double ?? 0), "height": Int(page["height"]?.double ?? 0),
      ]
    }
    return values
  }
}
