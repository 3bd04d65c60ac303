public import ConverterCore

/// The whole of a page's parameters for a file; read back, it makes the same pixels of the same picture.
///
/// It is one object with just these members, null where there is nothing: `version`, `source` (`width`, `height`, `dpi`
/// of the upright picture), `found`, `corners`, `score`, `reasons` (`name`, `value`, `contribution`), `skew`, `rotation`,
/// `filter`, `width`, `height`, `dpi`, `half`, `bend` (`rotation`, `shifts`), `blank`. Numbers are not rounded.
extension ScannedPage {
  /// The version of ``record`` that is written, and the one that is read.
  public static let recordVersion = 1

  static let recordName = "the stored page"
  private static let members = [
    "version", "source", "found", "corners", "score", "reasons", "skew", "rotation", "filter",
    "width", "height", "dpi", "half", "bend", "blank",
  ]
  private static let quarters = [0, 90, 180, 270]

  /// All parameters, exactly.
  public var record: JSONValue {
    .object([
      .init("version", .integer(Self.recordVersion)),
      .init(
        "source",
        .object([
          .init("width", .integer(sourceWidth)), .init("height", .integer(sourceHeight)),
          .init("dpi", sourceDPI.map { .number($0) } ?? .null),
        ])),
      .init("found", .bool(isFound)), .init("corners", corners.record),
      .init("score", score.map { .number($0) } ?? .null),
      .init("reasons", .array(reasons.map(\.record))), .init("skew", .number(skew)),
      .init("rotation", rotation.map { .integer($0) } ?? .null),
      .init("filter", .string(filter.rawValue)), .init("width", .integer(width)),
      .init("height", .integer(height)), .init("dpi", .number(dpi)),
      .init("half", half.map { .string($0.rawValue) } ?? .null),
      .init("bend", bend.map { bendRecord($0) } ?? .null),
      .init("blank", isBlank.map { .bool($0) } ?? .null),
    ])
  }

  private func bendRecord(_ bend: PageBend) -> JSONValue {
    .object([
      .init("rotation", .integer(bendRotation)),
      .init("shifts", .array(bend.shifts.map { .integer($0) })),
    ])
  }

  /// Reads ``record``.
  ///
  /// - Throws: `unsupportedContent` for another version; `damagedInput` for members that are missing or not known, and
  ///   for values that no page has: the message names the first of them.
  public init(record: JSONValue) throws(ConversionError) {
    try self.init(record: record, Self.recordName)
  }

  /// - Parameter place: where the record stands, for messages.
  init(record: JSONValue, _ place: String) throws(ConversionError) {
    try StoredObject.check(version: Self.recordVersion, of: record, place)
    let object = try StoredObject(record, place, members: Self.members)
    let source = try StoredObject(
      object.value("source"), "\(place), source", members: ["width", "height", "dpi"])
    let sides = 1...Int(Int32.max)
    let (sourceWidth, sourceHeight) = (
      try source.integer("width", in: sides), try source.integer("height", in: sides)
    )
    let bend = try Self.bend(object, place)
    self.init(
      corners: try object.corners("corners", inWidth: sourceWidth, height: sourceHeight),
      isFound: try object.bool("found"), score: try object.finite("score"),
      reasons: try Self.reasons(object, place), skew: try object.number("skew", in: -45...45),
      rotation: try Self.quarters(object, "rotation"),
      filter: try object.choice("filter", Filter.self), sourceWidth: sourceWidth,
      sourceHeight: sourceHeight, sourceDPI: try source.dpi("dpi"),
      width: try object.integer("width", in: 1...PageSize.mostPixels),
      height: try object.integer("height", in: 1...PageSize.mostPixels),
      dpi: try object.number("dpi", in: StoredObject.dpis),
      half: try object.optional("half") { (o, n) throws(ConversionError) in
        try o.choice(n, Half.self)
      }, bend: bend?.bend, bendRotation: bend?.rotation ?? 0,
      isBlank: try object.optional("blank") { (o, n) throws(ConversionError) in try o.bool(n) })
    try checkWhole(place)
  }

  /// - Throws: `damagedInput` where each value is possible, but not all of them together.
  private func checkWhole(_ place: String) throws(ConversionError) {
    guard width * height <= PageSize.mostPixels else {
      throw StoredObject.damaged(
        place,
        "\(width)×\(height) are more than the \(PageSize.mostPixels) pixels that a page may have")
    }
    guard bend == nil || bendIsSeen else {
      throw StoredObject.damaged(place, "its lines are bent further than such corners allow")
    }
  }

  /// Whether all places that a bend moves to are seen by the camera, rather than behind it.
  private var bendIsSeen: Bool {
    var page = self
    page.turn(by: bendRotation)
    let map = Homography(fromWidth: 1, height: 1, to: page.taken)
    let reach = Double(bend?.shifts.map { abs($0) }.max() ?? 0) / 100_000 + 0.001
    return Quad(
      [Point(0, -reach), Point(1, -reach), Point(1, 1 + reach), Point(0, 1 + reach)].map(map.map)
    ).isConvex
  }

  static func quarters(
    _ object: StoredObject, _ name: String
  ) throws(ConversionError) -> Int? {
    guard object.value(name) != .null else { return nil }
    guard let turn = object.value(name).int, quarters.contains(turn) else {
      throw object.impossible(name, "0, 90, 180 or 270")
    }
    return turn
  }

  private static func bend(
    _ object: StoredObject, _ place: String
  ) throws(ConversionError) -> (bend: PageBend, rotation: Int)? {
    guard object.value("bend") != .null else { return nil }
    let stored = try StoredObject(
      object.value("bend"), "\(place), bend", members: ["rotation", "shifts"])
    guard let rotation = try quarters(stored, "rotation") else {
      throw stored.impossible("rotation", "0, 90, 180 or 270")
    }
    let count = PageBend.columns * PageBend.rows
    let shifts = try stored.elements("shifts", count...count).compactMap(\.int)
    guard shifts.allSatisfy({ (-50_000...50_000).contains($0) }),
      let bend = PageBend(shifts: shifts)
    else { throw stored.impossible("shifts", "whole numbers from -50000 to 50000") }
    return (bend, rotation)
  }

  private static func reasons(
    _ object: StoredObject, _ place: String
  ) throws(ConversionError) -> [PageDetection.Reason] {
    var reasons: [PageDetection.Reason] = []
    for (index, value) in try object.elements("reasons", 0...100).enumerated() {
      let stored = try StoredObject(
        value, "\(place), reason \(index + 1)", members: ["name", "value", "contribution"])
      reasons.append(
        PageDetection.Reason(
          name: try stored.text("name", most: 200),
          value: try stored.number("value", in: -1e6...1e6),
          contribution: try stored.number("contribution", in: -1e6...1e6)))
    }
    return reasons
  }
}

extension StoredObject {
  static let dpis = 0.01...100_000.0

  fileprivate func finite(_ name: String) throws(ConversionError) -> Double? {
    try optional(name) { (o, n) throws(ConversionError) in try o.number(n, in: -1e6...1e6) }
  }

  fileprivate func dpi(_ name: String) throws(ConversionError) -> Double? {
    try optional(name) { (o, n) throws(ConversionError) in try o.number(n, in: Self.dpis) }
  }
}

extension Quad {
  /// `[[x,y],[x,y],[x,y],[x,y]]`, exactly.
  var record: JSONValue { .array(corners.map { .array([.number($0.x), .number($0.y)]) }) }
}

extension PageDetection.Reason {
  fileprivate var record: JSONValue {
    .object([
      .init("name", .string(name)), .init("value", .number(value)),
      .init("contribution", .number(contribution)),
    ])
  }
}
