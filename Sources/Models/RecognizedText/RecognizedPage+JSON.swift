public import ConverterCore

extension RecognizedPage {
  /// The words with their places in pixels, each box as left, top, width, height.
  public var json: JSONValue {
    .object(
      [
        .init("width", .integer(width)), .init("height", .integer(height)),
        .init("dpi", .number((dpi * 100).rounded() / 100)),
        .init("rotation", .integer(rotation)),
      ] + (corners.isEmpty ? [] : [.init("corners", cornersJSON)]) + [
        .init("language", language.map(JSONValue.string) ?? .null),
        .init("blocks", .array(blocks.map(\.json))),
      ])
  }

  /// A pair of numbers for each.
  private var cornersJSON: JSONValue {
    .array(
      stride(from: 0, to: corners.count - 1, by: 2).map {
        .array([.number(corners[$0]), .number(corners[$0 + 1])])
      })
  }
}

extension RecognizedPage.Block {
  /// Lines stand in one list; each says the number of its paragraph.
  fileprivate var json: JSONValue {
    .object([
      .init("box", box.json),
      .init(
        "lines",
        .array(
          paragraphs.enumerated().flatMap { index, paragraph in
            paragraph.lines.map { $0.json(paragraph: index + 1) }
          })),
    ])
  }
}

extension RecognizedPage.Line {
  fileprivate func json(paragraph: Int) -> JSONValue {
    .object([
      .init("paragraph", .integer(paragraph)),
      .init("box", box.json),
      .init(
        "baseline",
        .array([
          .array([.number(baseline.x1), .number(baseline.y1)]),
          .array([.number(baseline.x2), .number(baseline.y2)]),
        ])),
      .init("direction", .string(direction.rawValue)),
      .init("words", .array(words.map(\.json))),
    ])
  }
}

extension RecognizedPage.Word {
  fileprivate var json: JSONValue {
    .object(
      [.init("text", .string(text)), .init("box", box.json)]
        + [
          confidence.map {
            JSONValue.Member("confidence", .number(($0 * 1000).rounded() / 1000))
          },
          language.map { JSONValue.Member("language", .string($0)) },
        ].compactMap(\.self))
  }
}

extension RecognizedPage.Box {
  fileprivate var json: JSONValue {
    .array([left, top, width, height].map(JSONValue.integer))
  }
}
