import ConverterCore
import FairyLibrary
import Scanning

/// A change of one page of a draft, as a form or an address says it.
enum PageChange: Equatable {
  /// To a place from 1 on; places beyond the ends mean these.
  case move(Int)
  /// Clockwise, in degrees.
  case turn(Int)
  case filter(ScannedPage.Filter)
  /// `nil` for the corners that were found.
  case corners(Quad?)
  /// All of the picture.
  case whole
  case remove

  /// - Parameters:
  ///   - what: the word for the change.
  ///   - form: what belongs to it, under the same word.
  /// - Throws: `usage`.
  init(_ what: String, _ form: Form) throws(ConversionError) {
    switch what {
    case "move": self = .move(try Self.number(what, form))
    case "turn": self = .turn(try Self.number(what, form))
    case "filter": self = .filter(try ScanRoutes.filter(form))
    case "corners": self = try Self.corners(form)
    case "remove": self = .remove
    default:
      throw ConversionError(
        .usage, "\"\(what.prefix(40).description.printable)\" is no change of a page")
    }
  }

  private static func number(_ name: String, _ form: Form) throws(ConversionError) -> Int {
    guard let number = form[name].flatMap({ Int($0) }), abs(number) <= 1_000_000 else {
      throw ConversionError(.usage, "\"\(name)\" is a whole number")
    }
    return number
  }

  /// `auto`, `whole`, or eight numbers from the top left clockwise: in one field, or in several of the same name.
  private static func corners(_ form: Form) throws(ConversionError) -> PageChange {
    let all = form.fields.filter { $0.name == "corners" }.map(\.value)
    if all == ["auto"] { return .corners(nil) }
    if all == ["whole"] { return .whole }
    let numbers = all.flatMap { $0.split(separator: ",") }.map { Double($0) }
    let known = numbers.compactMap(\.self).filter(\.isFinite)
    guard numbers.count == 8, known.count == 8 else {
      throw ConversionError(
        .usage,
        "\"corners\" takes four corners, x,y each, from the top left clockwise, or auto, or whole")
    }
    return .corners(Quad((0..<4).map { Point(known[2 * $0], known[2 * $0 + 1]) }))
  }

  func apply(to session: inout ScanSession, _ page: Int) throws(ConversionError) {
    switch self {
    case .move(let place):
      try session.move(page, to: min(max(place, 1), session.entries.count) - 1)
    case .turn(let degrees): try session.rotate(page, by: degrees)
    case .filter(let filter): try session.setFilter(filter, of: page)
    case .corners(let quad): try session.crop(page, to: quad)
    case .whole:
      guard let found = session[id: page]?.detected else { return try session.crop(page, to: nil) }
      try session.crop(
        page, to: Quad(width: Double(found.sourceWidth), height: Double(found.sourceHeight)))
    case .remove: try session.remove(page)
    }
  }

  /// Whether the list of pages is what people look at then, rather than the page.
  var isSeenInList: Bool {
    switch self {
    case .move, .turn, .remove: true
    case .filter, .corners, .whole: false
    }
  }
}

extension LookOptions {
  /// How pages are looked for, as the fields of a form say it.
  init(_ fields: [String: String]) {
    self.init()
    filter = fields["filter"].flatMap(ScannedPage.Filter.init(rawValue:)) ?? .auto
    crops = fields["whole"] == nil
    splits = fields["split"] != nil
  }
}
