import ConverterCore

/// What belongs to a sheet beside its cells, as the relationships of its part say.
struct SheetParts {
  private let part: String
  private let package: WorkbookPackage
  private let context: ConversionContext

  init(of part: String, in package: WorkbookPackage, _ context: ConversionContext) {
    self.part = part
    self.package = package
    self.context = context
  }

  /// Says in the ledger what of it a table has no place for.
  func note() throws(ConversionError) {
    var kinds: Set<String> = []
    // A drawing that is named many times is read once.
    var drawings: Set<String> = []
    for relationship in try package.relationships(of: part, in: context) {
      kinds.insert(relationship.kind)
      guard relationship.kind == "drawing", drawings.insert(relationship.target).inserted else {
        continue
      }
      kinds.formUnion(try package.relationships(of: relationship.target, in: context).map(\.kind))
    }
    for (what, names) in Self.losses where !kinds.isDisjoint(with: names) {
      context.note(what, .dropped, why: "a table has no place for them")
    }
    if kinds.contains("hyperlink") {
      context.note("links", .dropped, why: "of a link its text alone is in a cell")
    }
  }

  private static let losses: [(what: String, kinds: Set<String>)] = [
    ("comments", ["comments", "threadedComment"]), ("charts", ["chart", "chartEx"]),
    ("pictures", ["image"]), ("pivot tables", ["pivotTable"]),
  ]
}
