import ConverterCore
import Runner

// Outcomes with a forecast, as `fairy plan` shows them.
extension Outcome {
  var planJSON: JSONValue {
    let work = work
    return .object(
      input.members("input") + [
        .init("from", .string(source?.id.rawValue ?? "")),
        .init("to", .string(target?.id.rawValue ?? "")),
        .init("route", .array(route.map { .string($0) })),
        .init("transforms", .array((forecast?.transforms ?? []).map { .string($0) })),
        .init(
          "cost",
          .object([
            .init("losses", .integer(losses)), .init(work.unit, .integer(work.amount)),
          ])),
      ] + (scannedPages.isEmpty ? [] : [.init("pages", .array(scannedPages))])
        + (forecast?.unread.map { [.init("unread", .string($0))] } ?? []) + [
          .init("ledger", .array(ledger.map(\.json)))
        ] + (warnings.isEmpty ? [] : [.init("warnings", .array(warnings.map { .string($0) }))])
        + unused.members)
  }

  private var work: Magnitude { forecast?.work ?? Magnitude(0, "units") }

  /// How many entries lose something.
  private var losses: Int { ledger.count { $0.action == .dropped } }

  /// What is lost, as far as that is known.
  private var lossText: String {
    let known = losses == 1 ? "1 thing is lost" : "\(losses) things are lost"
    let changes = ledger.count { $0.action == .changed }
    let none =
      changes == 0
      ? "nothing is lost"
      : "nothing is dropped, \(changes == 1 ? "1 thing is" : "\(changes) things are") changed"
    guard let unread = forecast?.unread else { return losses == 0 ? none : known }
    return (losses == 0 ? "" : known + "; ")
      + "what \(unread) hold is known only when they are read"
  }

  /// - Parameter width: the columns that there are; `nil` where lines may have any length.
  func planText(_ style: Style, width: Int? = nil) -> String {
    let types = [source, target].map { $0?.name ?? "" }.joined(separator: " → ")
    var lines = [
      "\(style.strong(input.display)): \(types)",
      "  route  \(routeText)",
      "  cost   \(Amounts.count(work.amount, work.unit).printable); \(lossText.printable)",
    ]
    lines += plannedPageLines(width: width)
    lines += warnings.map { "  note   \(style.warning($0.printable))" }
    lines += unused.map { "  note   \(style.warning($0.text.printable))" }
    return (lines + ledgerLines(style)).joined(separator: "\n")
  }

  /// What would become of each thing, losses first.
  func ledgerLines(_ style: Style) -> [String] {
    var lines: [String] = []
    for action in [LedgerEntry.Action.dropped, .changed, .added, .kept] {
      for entry in ledger where entry.action == action {
        let line =
          "\(action.rawValue)  \(entry.what.printable)"
          + (entry.why.map { ": \($0.printable)" } ?? "")
        lines.append("  " + (action == .dropped ? style.warning(line) : line))
      }
    }
    return lines
  }
}
