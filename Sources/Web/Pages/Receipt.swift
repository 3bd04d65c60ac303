import ConverterCore

/// What a conversion kept, changed and lost, as it stands on a page.
struct Receipt {
  let values: [String: Any]

  /// - Parameter result: the line of a result.
  init(_ result: JSONValue, _ words: Words) {
    let ledger = result["ledger"]?.elements ?? []
    let losses = ledger.filter { ["dropped", "changed"].contains($0["action"]?.text ?? "") }
    values = [
      "t": words.texts, "sums": Self.sums(result, words), "hasLosses": !losses.isEmpty,
      "ledger": ledger.map { entry -> [String: Any] in
        let action = entry["action"]?.text ?? ""
        var line: [String: Any] = [
          "what": entry["what"]?.text ?? "", "action": action,
          "actionText": words["action_\(action)"],
        ]
        if let why = entry["why"]?.text { line["why"] = why }
        return line
      },
      "warnings": (result["warnings"]?.elements ?? []).compactMap(\.text)
        + (result["unused"]?.elements ?? []).map { unused in
          "\(unused["option"]?.text ?? ""): \(unused["why"]?.text ?? "")"
        },
    ]
  }

  private static func sums(_ result: JSONValue, _ words: Words) -> [[String: String]] {
    let (before, after) = (result["bytesIn"]?.int ?? 0, result["bytesOut"]?.int ?? 0)
    var sums = [
      (
        words["sum_type"],
        (result["route"]?.elements ?? []).compactMap(\.text).joined(separator: " → ")
      ),
      (words["sum_before"], words.size(before)), (words["sum_after"], words.size(after)),
    ]
    if after < before, before > 0 {
      let saved = Double(before - after) / Double(before) * 100
      sums.append((words["sum_saved"], "\(words.size(before - after)) · \(Int(saved.rounded())) %"))
    }
    if let seconds = result["seconds"]?.double {
      sums.append((words["sum_time"], "\(words.tenths(seconds))\u{a0}s"))
    }
    return sums.map { ["label": $0.0, "value": $0.1] }
  }
}
