import ConverterCore

/// The rows of a table on a page, a part at a time.
struct TableLook {
  let look: Look

  /// For the template `table`.
  func values() async throws -> [String: Any] {
    let query = TableQuery(look.form)
    let opening = try await look.routes.views.opening(look.input)
    let columns = (opening["columns"]?.elements ?? []).map { $0.text ?? "" }
    var values: [String: Any] = [
      "t": look.words.texts, "columns": columns, "filter": query.filter ?? "", "file": look.id,
      "sort": query.sort ?? "",
      "sorts": columns.flatMap { column in
        [(column, "↑ \(column)"), ("-\(column)", "↓ \(column)")].map { value, label in
          ["value": value, "label": label, "isCurrent": query.sort == value] as [String: Any]
        }
      },
    ]
    do {
      let answer = try await look.routes.views.ask(look.input, "rows", query.members)
      let rows = answer["rows"]?.elements ?? []
      let numbers = answer["numbers"]?.elements ?? []
      values["rows"] = rows.enumerated().map { index, row in
        self.row(row, numbers.indices.contains(index) ? numbers[index].int ?? 0 : 0)
      }
      let known = answer["rowCount"]?.int ?? query.first + rows.count
      let isComplete = answer["complete"] == .bool(true)
      let range = PageRange(
        query.first, rows.count, of: known, isComplete: isComplete, by: query.count, look.words
      ) { "/files/\(look.id)\(query.address(from: $0))" }
      values.merge(range.values) { $1 }
      if !isComplete, rows.isEmpty, query.sort != nil || query.filter != nil {
        values["waiting"] = look.words.text(
          "still_looking", ["part": "\(Int((answer["fraction"]?.double ?? 0) * 100)) %"])
      }
      if let failure = answer["failure"]?.text { values["fault"] = failure }
    } catch let error as ConversionError {
      values["fault"] = error.message
    }
    return values
  }

  private func row(_ row: JSONValue, _ number: Int) -> [String: Any] {
    let cells = (row.elements ?? []).map { cell -> [String: Any] in
      ["text": cell.text ?? "", "isMissing": cell == .null]
    }
    return ["number": look.words.grouped(number), "cells": cells]
  }
}
