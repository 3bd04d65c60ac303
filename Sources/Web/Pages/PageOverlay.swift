import FairyLibrary

/// What lies over the picture of a page: its words, which can be selected, and marks on those that were found.
///
/// It is an SVG of the size of the page, so that it scales with the picture. The picture fills it as far as its own shape lets
/// it, as it does on the page of the PDF.
struct PageOverlay {
  /// - Parameters:
  ///   - marks: what was found on the page.
  /// - Returns: values for the template; `nil` where nobody knows how large the page is.
  static func values(
    _ words: PageWords, marks: [DocumentHits.Mark]
  ) -> [String: Any]? {
    guard words.width > 0, words.height > 0 else { return nil }
    return [
      "width": words.width, "height": words.height,
      "lines": words.lines.filter { !$0.text.isEmpty }.map { line -> [String: Any] in
        [
          "x": line.box.x, "width": line.box.width, "size": line.box.height,
          // Letters stand on a line about a fifth above the lower edge of their box.
          "y": line.box.y + line.box.height * 4 / 5, "text": line.text,
        ]
      },
      "marks": marks.map { mark -> [String: Any] in
        [
          "anchor": mark.number.map { ["hit-\($0)"] } ?? [],
          "boxes": mark.boxes.map { box -> [String: Any] in
            let margin = max(1, box.height / 8)
            return [
              "x": box.x - margin, "y": box.y - margin, "width": box.width + 2 * margin,
              "height": box.height + 2 * margin,
            ]
          },
        ]
      },
    ]
  }
}

/// A text in pieces that are marked or not.
struct MarkedText {
  let pieces: [[String: Any]]

  /// - Parameters:
  ///   - places: in their order.
  ///   - number: of the first place among all of the document; `nil` where places are not counted.
  init(_ text: String, _ places: [Range<String.Index>], from number: Int? = nil) {
    var pieces: [[String: Any]] = []
    var end = text.startIndex
    for (index, place) in places.enumerated() {
      pieces.append(["text": String(text[end..<place.lowerBound]), "found": [String]()])
      let found = ["anchor": number.map { ["hit-\($0 + index)"] } ?? []]
      pieces.append(["text": String(text[place]), "found": [found]])
      end = place.upperBound
    }
    pieces.append(["text": String(text[end...]), "found": [String]()])
    self.pieces = pieces
  }
}
