import ConverterCore

/// What can be done with files that are selected in a list.
struct BatchForm {
  let values: [String: Any]

  /// - Parameters:
  ///   - types: of the files in the list, by their names.
  ///   - formats: lines of `fairy formats --json`.
  init(_ types: Set<String>, _ formats: [JSONValue]) {
    let reached = Set(
      formats.filter { $0["type"]?.text.map(types.contains) == true }
        .flatMap { $0["becomes"]?.elements ?? [] }.compactMap(\.text))
    let targets = formats.filter { $0["type"]?.text.map(reached.contains) == true }
    values = [
      "hasTargets": !targets.isEmpty,
      "targets": targets.map {
        ["value": $0["type"]?.text ?? "", "label": $0["name"]?.text ?? ""]
      },
    ]
  }
}
