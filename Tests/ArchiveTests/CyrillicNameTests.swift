import ArchiveModel
import ConverterCore
import TestSupport
import Testing

/// Russian names in the encodings that were in use side by side, which differ in little but their order.
@Suite struct CyrillicNameTests {
  /// Words of a dictionary, of which the model has seen none.
  private static let words = [
    "безумолчный", "сталкиваемый", "свыкнуться", "лесоторговец", "разбинтоваться", "перегребший",
    "мира", "эпизодец", "монархистский", "протолкаться", "дослуживать", "тектонический",
    "согнать", "кормилец", "священный", "пермь", "таксидермист", "прохиндей", "столкнуть",
    "доспехи", "хатенка", "очищать", "надыбавший", "страница", "заново", "вмерзший",
    "разворошить", "боявшийся", "татаро", "шиит", "малонаселенный", "развеселенный",
    "разогнаться", "попрем", "опиравшийся", "саркозин", "ослушавшийся", "вытер", "отрастить",
    "общественница", "рысачок", "фабрикование", "юрисдикция", "абсорбируются", "неоцененный",
    "быстрешенький", "увлажниться", "тонкость", "намывший", "пролагать", "мешхед", "оттопырить",
    "педагогичность", "сочувствен", "светящий", "кукование", "анкетный", "русинский",
    "чеботарный", "согласующий", "натаскивание", "подумывавший", "причиняющийся", "удивший",
    "нелегированный", "затупляемый", "колебля", "кондиция", "везший", "пропаяет", "грузившийся",
    "высокоумие", "разгонят", "присоединение", "рослость", "посещающийся", "метущий",
    "волейбольный", "берлин", "рыбоподъемник", "радиальный", "сардер", "терм", "амебообразный",
    "целительница", "склепать", "вагонетка", "евангелический", "поревешь", "новогвинейский",
    "солжешь", "поза", "стирающийся", "процентщица", "молодайка", "людмила", "прополоскавший",
    "поболее", "сующийся", "сальвадор", "перемножавший", "гоминьдан", "подожмем", "двигатель",
    "приписанный", "гигрофил", "отпивавшийся", "анадырцев", "разочтется", "вмешенный",
    "отводимый", "бобок", "рассаживаемый", "нападательный", "прикрякивающий", "потеплеют",
    "беззастенчивый", "раскованный", "нейробионика", "аметист",
  ]

  private enum Style: CaseIterable { case lower, capital, upper, title }

  private static func name(_ random: inout Xorshift, _ style: Style) -> String {
    let count = [1, 1, 2, 3][random.below(4)]
    var name = (0..<count).map { _ in words[random.below(words.count)] }
    switch style {
    case .lower: break
    case .capital: name[0] = name[0].withCapital
    case .upper: name = name.map { $0.uppercased() }
    case .title: name = name.map(\.withCapital)
    }
    let number = random.below(3) == 0 ? " \(random.below(2024))" : ""
    return name.joined(separator: " ") + number + [".txt", ".doc", ".jpg", ""][random.below(4)]
  }

  /// Of a single name nearly all are told, of several all.
  @Test(arguments: ["KOI8-R", "CP1251", "CP866", "MAC-CYRILLIC"], [(1, 95), (3, 99), (10, 100)])
  func areToldApart(encoding: String, names: (count: Int, percent: Int)) throws {
    var random = Xorshift(state: 41)
    var right = 0
    var wrong: [String] = []
    for round in 0..<100 {
      let style = Style.allCases[round % 4]
      let expected = (0..<names.count).map { _ in Self.name(&random, style) }
      let raw = expected.map { legacy($0, encoding) }
      let decoder = try NameDecoder(guessingFrom: raw, override: nil)
      let decoded = raw.map { String(decoding: decoder.decode($0), as: UTF8.self) }
      if decoded == expected { right += 1 } else { wrong.append("\(expected[0]): \(decoded[0])") }
    }
    #expect(right >= names.percent, "\(wrong)")
  }
}

private struct Xorshift {
  var state: UInt64

  mutating func below(_ count: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 16) % count
  }
}

extension String {
  fileprivate var withCapital: String { prefix(1).uppercased() + dropFirst() }
}
