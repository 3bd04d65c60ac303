/// The part of a list that a page shows, and the ways to those before and behind it.
struct PageRange {
  private let first: Int
  private let count: Int
  /// How many there are; `nil` where that is not known yet.
  private let total: Int?
  private let known: Int
  private let step: Int
  private let words: Words
  private let address: (Int) -> String

  /// - Parameters:
  ///   - first: of those that are shown, from 0.
  ///   - isComplete: whether there are no more than `total`.
  ///   - address: of the part that begins at a place.
  init(
    _ first: Int, _ count: Int, of total: Int, isComplete: Bool = true, by step: Int,
    _ words: Words,
    address: @escaping (Int) -> String
  ) {
    (self.first, self.count, self.known, self.step) = (first, count, total, step)
    self.total = isComplete ? total : nil
    (self.words, self.address) = (words, address)
  }

  /// For the template: `range`, `previous`, `next`, `hasPages`.
  var values: [String: Any] {
    var values: [String: Any] = [
      "range": words.text(
        total == nil ? "range_open" : "range",
        [
          "from": words.grouped(count == 0 ? first : first + 1),
          "to": words.grouped(first + count), "total": words.grouped(known),
        ]),
      "hasPages": first > 0 || total.map { first + count < $0 } ?? true,
    ]
    if first > 0 { values["previous"] = address(max(0, first - step)) }
    if count > 0, total.map({ first + count < $0 }) ?? true {
      values["next"] = address(first + count)
    }
    return values
  }
}
