public import ConverterCore

extension ScannedPage {
  /// What scripts are told of it: corners, width and height in pixels of the upright picture, angles in degrees. The
  /// rotation is null where it is as the words are read.
  public var json: JSONValue {
    .object(
      [
        .init("found", .bool(isFound)),
        .init(
          "corners",
          .array(
            corners.corners.map {
              .array([.number(Self.tenths($0.x)), .number(Self.tenths($0.y))])
            }
          )),
        .init("width", .integer(sourceWidth)), .init("height", .integer(sourceHeight)),
        .init("score", score.map { .number(Self.tenths($0)) } ?? .null),
        .init("rotation", rotation.map { .integer($0) } ?? .null),
        .init("skew", .number((skew * 100).rounded() / 100)),
        .init("filter", .string(filter.rawValue)),
      ] + further)
  }

  /// What there is only of some pages.
  private var further: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let half { members.append(.init("half", .string(half.rawValue))) }
    // As a share of the page's height.
    if let bend {
      members.append(.init("bend", .number((bend.height * 10_000).rounded() / 10_000)))
    }
    if let isBlank { members.append(.init("blank", .bool(isBlank))) }
    return members
  }

  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
