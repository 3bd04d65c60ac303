import ConverterCore

extension Outcome {
  /// One line for people; `nil` for a failure, which is reported as an error.
  func line(_ style: Style) -> String? {
    let name = inputText
    let more = outputs.count > 1 ? " and \(outputs.count - 1) more" : ""
    switch status {
    case .failed where !isPartial: return nil
    case .planned:
      return "\(name) → \(style.strong(outputs.first?.display ?? "standard output"))\(more)  "
        + "\(Amounts.bytes(bytesIn)), \(routeText)"
    // A long run that is taken up again does not repeat what it did.
    case .skipped where isEarlier: return nil
    case .skipped(let reason): return "\(name)  skipped: \(reason.printable)"
    case .done, .failed:
      guard let first = outputs.first else { return nil }
      var parts = [
        "\(name) → \(style.strong(first.display))\(more)  \(Amounts.bytes(bytesIn)) → \(Amounts.bytes(bytesOut))",
        Amounts.duration(duration),
      ]
      parts += losses(style)
      return parts.joined(separator: " · ")
    }
  }

  /// The steps that the worker took or would take.
  var routeText: String { route.map(\.printable).joined(separator: " → ") }

  /// The input, or how many there are, and how many of them were joined where some were left out.
  var inputText: String {
    guard furtherInputs.isEmpty else {
      let (count, lost) = (furtherInputs.count + 1, inputsLeftOut.count)
      return lost == 0 ? "\(count) files" : "\(count - lost) of \(count) files"
    }
    return input.display + (inputPages[0].map { " \($0.text)" } ?? "")
  }

  /// What the ledger says of inputs that could not be read, in their order.
  var inputsLeftOut: [LedgerEntry] {
    ledger.filter { $0.action == .dropped && $0.what.hasPrefix("input ") }
  }

  /// What warnings are about: the input, or what several become, where each warning names its file itself.
  var warnedOf: String {
    furtherInputs.isEmpty ? input.display : outputs.first?.display ?? inputText
  }

  /// What was dropped, and what was changed, in a few words each; of pixels it is said how.
  func losses(_ style: Style) -> [String] {
    let pixels = ledger.first { $0.what == "pixels" && $0.action == .changed }
    return words(style) + (pixels?.why.map { ["changed pixels: \($0.printable)"] } ?? [])
  }

  private func words(_ style: Style) -> [String] {
    [LedgerEntry.Action.dropped, .changed].compactMap { action in
      // An entry for each of several reasons is one word.
      let words = ledger.filter { $0.action == action }.map(\.what).reduce(into: [String]()) {
        if !$0.contains($1), action == .dropped || $1 != "pixels" { $0.append($1) }
      }
      guard !words.isEmpty else { return nil }
      let rest = words.count > 4 ? " and \(words.count - 4) more" : ""
      let text = "\(action.rawValue) \(words.prefix(4).joined(separator: ", ").printable)\(rest)"
      return action == .dropped ? style.warning(text) : text
    }
  }

  var error: ConversionError? {
    if case .failed(let error) = status { error } else { nil }
  }
}

extension Request.Input {
  var display: String {
    switch self {
    case .standardInput: "standard input"
    case .file(let path): path.display
    case .entry(let archive, let address): "\(archive.display)//\(address.bytes.displayed)"
    }
  }
}
