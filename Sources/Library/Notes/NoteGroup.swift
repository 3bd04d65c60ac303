import ConverterCore

/// What kind of thing a photo shows, as far as its words tell.
public enum NoteGroup: String, Sendable, CaseIterable { case receipt, document, screenshot, other }

/// Puts recognised words into a group, by what people can check with their own eyes.
///
/// | group | what is looked for, the first that fits |
/// |---|---|
/// | screenshot | the picture is one, or the time stands at the upper edge of a tall picture |
/// | receipt | two lines and a seventh of all end with an amount, and there is a word of receipts |
/// | document | 30 words and more |
/// | other | all else |
struct NoteGrouping: Equatable {
  let group: NoteGroup
  /// Why it is in that group.
  let reason: String

  private static let leastAmounts = 2
  /// Of seven lines, one has an amount at its end.
  private static let linesOfAmount = 7
  private static let leastWords = 30

  /// - Parameter screenshot: why the picture is taken for a screenshot, if it is.
  init(_ sheets: [RecognizedSheet], screenshot: String?) {
    let lines = sheets.flatMap(\.lines).map { $0.text.split(separator: " ") }.filter { !$0.isEmpty }
    let count = lines.reduce(0) { $0 + $1.count }
    if let screen = screenshot ?? sheets.first?.clock {
      self.init(.screenshot, reason: screen)
    } else if let receipt = Self.receipt(lines) {
      self.init(.receipt, reason: receipt)
    } else {
      let words = Amounts.count(count, "words")
      self.init(
        count >= Self.leastWords ? .document : .other,
        reason: "\(words) in \(Amounts.count(lines.count, "lines"))")
    }
  }

  init(_ group: NoteGroup, reason: String) { (self.group, self.reason) = (group, reason) }

  private static func receipt(_ lines: [[Substring]]) -> String? {
    let amounts = lines.count { endsWithAmount($0) }
    guard amounts >= leastAmounts, amounts * linesOfAmount >= lines.count else { return nil }
    var said: [String] = []
    for word in lines.joined().map({ String($0).folded.filter(\.isLetter) })
    where ReceiptWords.all.contains(word) && !said.contains(word) { said.append(word) }
    guard !said.isEmpty else { return nil }
    let words = said.prefix(3).map { "“\($0)”" }.joined(separator: ", ")
    return "\(amounts) of \(lines.count) lines end with an amount, and it says \(words)"
  }

  /// Whether a line ends with an amount, or with one and a currency or class of tax: `12,50 EUR`, `3.99 A`.
  private static func endsWithAmount(_ words: [Substring]) -> Bool {
    guard let last = words.last else { return false }
    if isAmount(last) { return true }
    let isShort = last.count <= 3 && !last.contains(where: \.isNumber)
    return isShort && words.count > 1 && isAmount(words[words.count - 2])
  }

  /// `12.50`, `1.234,56`, `-3,99`, `€5`, `¥1,200`; no dates.
  static func isAmount(_ word: Substring) -> Bool {
    let hasCurrency = word.contains { currencies.contains($0) }
    let number = word.filter { !currencies.contains($0) && !"+-*".contains($0) }
    let parts = number.split(omittingEmptySubsequences: false) { ".,".contains($0) }
    guard let first = parts.first, let last = parts.last, !first.isEmpty,
      parts.joined().allSatisfy({ ("0"..."9").contains($0) }),
      parts.dropFirst().dropLast().allSatisfy({ $0.count == 3 })
    else { return false }
    return parts.count > 1 && last.count == 2
      || hasCurrency && (parts.count == 1 || last.count == 3)
  }

  private static let currencies: Set<Character> = ["€", "$", "£", "¥", "￥", "円", "₹", "₩"]
}

extension RecognizedSheet {
  /// Why it is taken for the screen of a telephone: the time stands where telephones show it.
  fileprivate var clock: String? {
    guard width > 0, height * 10 >= width * 16,
      let first = lines.first(where: { !$0.text.isEmpty }), let bottom = first.bottom,
      bottom * 100 <= height * 7,
      let time = first.text.split(separator: " ").first(where: Self.isTime)
    else { return nil }
    return "“\(time)” stands at its upper edge, as the time does on telephones"
  }

  private static func isTime(_ word: Substring) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 2, (1...2).contains(parts[0].count),
      let hour = Int(parts[0]), let minute = Int(parts[1])
    else { return false }
    return (0..<24).contains(hour) && (0..<60).contains(minute)
  }
}

/// What receipts say: letters alone, in lower case and without accents.
private enum ReceiptWords {
  static let all: Set<String> = [
    // English
    "total", "subtotal", "tax", "vat", "cash", "change", "receipt", "visa", "mastercard", "tip",
    // German
    "summe", "gesamt", "zwischensumme", "mwst", "ust", "bar", "ruckgeld", "kassenbon", "quittung",
    "bon", "beleg", "betrag",
    // French, Italian, Spanish, Portuguese
    "montant", "tva", "especes", "totale", "iva", "contanti", "scontrino", "importe", "efectivo",
    "cambio", "troco",
    // Dutch, Danish, Swedish, Norwegian, Finnish
    "totaal", "btw", "kassabon", "moms", "summa", "kvitto", "kvittering", "yhteensa", "alv",
    // Polish, Czech
    "suma", "razem", "paragon", "celkem", "dph",
    // Russian, Ukrainian
    "итого", "итог", "ндс", "сума", "пдв",
    // Japanese, Chinese
    "合計", "小計", "領収書", "合计", "小计",
  ]
}
