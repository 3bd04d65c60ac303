import ConverterCore

/// What a file can become, and with which options, as the registry has it.
struct TargetForm {
  let values: [String: Any]

  /// - Parameters:
  ///   - format: of the file, a line of `fairy formats --json`.
  ///   - form: of the address, which may name the target.
  init(_ format: JSONValue, _ facts: JSONValue, _ form: Form, _ routes: FileRoutes) async throws {
    let formats = try await routes.registry.formats()
    let types = (format["becomes"]?.elements ?? []).compactMap(\.text)
    let targets = types.compactMap { type in formats.first { $0["type"]?.text == type } }
    let type = format["type"]?.text
    // The most common thing to become that the file is not already.
    let current = form["to"] ?? types.first { $0 != type } ?? types.first
    let target = targets.first { $0["type"]?.text == current }
    values = [
      "hasTargets": !targets.isEmpty && facts["error"] == nil, "isPicture": facts["picture"] != nil,
      "canSplit": facts["error"] == nil && type == "com.adobe.pdf"
        && (facts["document"]?["pages"]?.int ?? 0) > 1,
      "canCompress": facts["error"] == nil && types.contains { $0 == type },
      "targets": targets.map { target -> [String: Any] in
        [
          "value": target["type"]?.text ?? "", "label": target["name"]?.text ?? "",
          "isCurrent": target["type"]?.text == current,
        ]
      },
      "options": (target?["options"]?.elements ?? []).map(Self.option),
    ]
  }

  private static func option(_ option: JSONValue) -> [String: Any] {
    let texts = option["values"]?.text ?? ""
    let choices = texts.split(separator: "|").map(String.init)
    let isChoice = choices.count > 1 && choices.allSatisfy { $0 == $0.lowercased() }
    return [
      "key": option["key"]?.text ?? "", "help": option["help"]?.text ?? "",
      "default": option["default"]?.text ?? "", "isChoice": isChoice,
      "choices": isChoice ? choices : [],
    ]
  }
}
