import ArchiveModel
import ConverterCore
import TestSupport
import Testing

/// Names as people have them, and the encoding that an old program wrote them in.
struct NamesOfAComputer: Sendable, CustomTestStringConvertible {
  let encoding: String
  /// As the decoder calls it.
  let shown: String
  let names: [String]

  init(_ encoding: String, as shown: String? = nil, _ names: String...) {
    self.encoding = encoding
    self.shown = shown ?? encoding
    self.names = names
  }

  var testDescription: String { "\(shown): \(names[0])" }

  static let all = western + cyrillic + japanese + chinese + korean

  static let western = [
    NamesOfAComputer("CP437", "Größe.txt"),
    NamesOfAComputer("CP437", "für Oma.jpg"),
    NamesOfAComputer("CP437", "Müller"),
    NamesOfAComputer("CP437", "Übersicht.pdf"),
    NamesOfAComputer("CP437", "Änderungen 2019.doc"),
    NamesOfAComputer("CP437", "Öl.txt"),
    NamesOfAComputer("CP437", "STRAßENBAHN.TXT"),
    NamesOfAComputer("CP437", "café.txt"),
    NamesOfAComputer("CP437", "été 2004.jpg"),
    NamesOfAComputer("CP437", "Crème brûlée.odt"),
    NamesOfAComputer("CP437", "déjà vu/reçu à payer.pdf"),
    NamesOfAComputer("CP437", "Señor Muñoz.doc"),
    NamesOfAComputer("CP437", "più bello.txt"),
    NamesOfAComputer("CP437", "Smörgåsbord.txt"),
    NamesOfAComputer(
      "CP437", "Fotos/Weihnachten bei Großmutter.jpg", "Fotos/Frühstück.jpg",
      "Fotos/Schönbrunn.jpg",
      "Rechnungen/März.pdf", "Rechnungen/Gebühren.pdf"),
    NamesOfAComputer("CP850", "Ação.txt"),
    NamesOfAComputer("CP850", "Informações/Relatório São Paulo.doc"),
    NamesOfAComputer("CP850", "København/Smørrebrød.jpg", "København/Blåbær.jpg"),
    NamesOfAComputer("CP850", "À propos.txt", "Être.txt"),
    NamesOfAComputer("CP850", "ÍNDICE.TXT", "Ópera.mp3"),
    NamesOfAComputer("CP1252", as: "windows-1252", "Größe.txt", "Übung für Anfänger.doc"),
    NamesOfAComputer("CP1252", as: "windows-1252", "Málaga – días de playa.jpg", "Cataluña.jpg"),
  ]

  static let cyrillic = [
    NamesOfAComputer("CP866", "привет.txt"),
    NamesOfAComputer("CP866", "ПРИВЕТ", "привет"),
    NamesOfAComputer("CP866", "Договор.doc"),
    NamesOfAComputer("CP866", "Фото"),
    NamesOfAComputer("CP866", "Новая папка/Копия отчёта №3.xls"),
    NamesOfAComputer("CP866", "ЧИТАЙ МЕНЯ.TXT"),
    NamesOfAComputer("CP866", "Мумий Тролль - Владивосток 2000.mp3", "Земфира - Искала.mp3"),
    NamesOfAComputer("CP866", "Отпуск/Море и горы.jpg", "Отпуск/Бабушка.jpg", "Счёт за июль.pdf"),
    NamesOfAComputer("KOI8-R", "привет.txt"),
    NamesOfAComputer("KOI8-R", "Договор.doc", "Отчёт за июль.xls"),
    NamesOfAComputer("KOI8-R", "ЧИТАЙ МЕНЯ.TXT"),
    NamesOfAComputer("MAC-CYRILLIC", as: "MacCyrillic", "Новая папка/Моя семья.jpg"),
    NamesOfAComputer("MAC-CYRILLIC", as: "MacCyrillic", "Фотография.jpg", "Письмо.doc"),
    NamesOfAComputer("CP1251", as: "windows-1251", "Привет, мир.txt"),
    NamesOfAComputer("CP1251", as: "windows-1251", "Курсовая работа.doc", "Приложение.xls"),
    NamesOfAComputer("CP1251", as: "windows-1251", "Київ – столиця України.jpg", "Львів.jpg"),
  ]

  static let japanese = [
    NamesOfAComputer("CP932", as: "Shift-JIS", "表だよ/一覧表.txt", "表だよ/漢字.txt"),
    NamesOfAComputer("CP932", as: "Shift-JIS", "日本語.txt"),
    NamesOfAComputer("CP932", as: "Shift-JIS", "写真"),
    NamesOfAComputer("CP932", as: "Shift-JIS", "新しいフォルダ/テスト.txt"),
    NamesOfAComputer("CP932", as: "Shift-JIS", "ソース"),
    NamesOfAComputer("CP932", as: "Shift-JIS", "はじめにお読みください.txt"),
    NamesOfAComputer("CP932", as: "Shift-JIS", "東京タワー.jpg", "桜島の噴火.jpg", "鎌倉大仏.jpg"),
    NamesOfAComputer("CP932", as: "Shift-JIS", "ﾃｽﾄ結果.csv", "売上ﾃﾞｰﾀ.csv"),
    NamesOfAComputer("CP932", as: "Shift-JIS", "議事録_2023年4月.docx", "企画書【最終】.pptx"),
  ]

  static let chinese = [
    NamesOfAComputer("GBK", "七个房间.txt"),
    NamesOfAComputer("GBK", "新建文件夹/说明.txt"),
    NamesOfAComputer("GBK", "照片"),
    NamesOfAComputer("GBK", "北京欢迎你.mp3", "青花瓷.mp3", "菊花台.mp3"),
    NamesOfAComputer("GBK", "简历.doc"),
    NamesOfAComputer("GBK", "红楼梦/第一回　甄士隐梦幻识通灵.txt", "三国演义/桃园结义.txt"),
    NamesOfAComputer("GBK", "使用前必读.htm"),
    NamesOfAComputer("GBK", "QQ截图20231001.png"),
    NamesOfAComputer("BIG5", as: "Big5", "新增資料夾/說明書.txt", "會議紀錄.doc"),
    NamesOfAComputer("BIG5", as: "Big5", "臺灣旅遊照片.jpg", "國立故宮博物院.jpg"),
  ]

  static let korean = [
    NamesOfAComputer("CP949", as: "EUC-KR", "한글.txt"),
    NamesOfAComputer("CP949", as: "EUC-KR", "새 폴더/사진.jpg"),
    NamesOfAComputer("CP949", as: "EUC-KR", "안녕하세요.hwp"),
    NamesOfAComputer("CP949", as: "EUC-KR", "봄날은 간다.mp3", "벚꽃 엔딩.mp3"),
    NamesOfAComputer("CP949", as: "EUC-KR", "연말정산 간소화 자료.pdf"),
    NamesOfAComputer("CP949", as: "EUC-KR", "홍길동_이력서.docx"),
  ]
}

@Suite("Encodings of names are guessed")
struct NameGuessTests {
  @Test("from names as people have them", arguments: NamesOfAComputer.all)
  func guesses(_ computer: NamesOfAComputer) throws {
    let raw = computer.names.map { legacy($0, computer.encoding) }
    let decoder = try NameDecoder(guessingFrom: raw, override: nil)
    let decoded = raw.map { String(decoding: decoder.decode($0), as: UTF8.self) }
    #expect(decoded == computer.names)
    #expect(decoder.encoding?.name == computer.shown)
  }

  @Test("the more names there are, the surer")
  func confidence() throws {
    let one = try NameDecoder(guessingFrom: [legacy("Öl.txt", "CP437")], override: nil)
    let names = ["Öl.txt", "Käse.txt", "Müsli.txt", "Brötchen.txt", "Nüsse.txt", "Äpfel.txt"]
    let many = try NameDecoder(
      guessingFrom: names.map { legacy($0, "CP437") }, override: nil)
    let (few, more) = (one.encoding?.confidence ?? 0, many.encoding?.confidence ?? 0)
    #expect(0.3 < few && few < 0.9)
    #expect(more > 0.95 && more < 1)
  }

  @Test("not where there is nothing to guess")
  func nothing() throws {
    let decoder = try NameDecoder(guessingFrom: [Array("a.txt".utf8), []], override: nil)
    #expect(decoder.encoding == nil)
    #expect(decoder.decode(Array("a\\b".utf8)) == Array("a\\b".utf8))
  }

  @Test("to be UTF-8 where they are")
  func utf8() throws {
    let names = ["Größe", "日本", "é"].map { Array($0.utf8) }
    for name in names {
      let decoder = try NameDecoder(guessingFrom: [name], override: nil)
      #expect(decoder.encoding?.name == "UTF-8")
      #expect(decoder.decode(name) == name)
    }
  }

  @Test("apart from names that are UTF-8 among others that are not")
  func mixture() throws {
    let old = legacy("表だよ", "CP932")
    let new = Array("日本語".utf8)
    let decoder = try NameDecoder(guessingFrom: [old, new], override: nil)
    #expect(decoder.encoding?.name == "Shift-JIS")
    #expect(decoder.decode(old) == Array("表だよ".utf8))
    #expect(decoder.decode(new) == new)
  }

  @Test(
    "with all bytes of CP437 as CP437, which the specification has", arguments: [0x80, 0x81, 0x71])
  func allBytes(first: Int) throws {
    // As libzip's test file has them: the second half of them without ASCII.
    let ascii = stride(from: 0x01, to: 0x71, by: 16).map { ($0..<$0 + 16).map { UInt8($0) } }
    let names =
      stride(from: first, to: 0xF1 + first & 0x0F, by: 16).map { start in
        (start..<min(start + 16, 0x100)).map { UInt8($0) }
      } + ascii
    let decoder = try NameDecoder(guessingFrom: names, override: nil)
    #expect(decoder.encoding?.name == "CP437")
    #expect((decoder.encoding?.confidence ?? 1) < 0.7)
    #expect(decoder.decode([0xB0, 0xB1, 0xB2]) == Array("░▒▓".utf8))
  }

  @Test("fast")
  func manyNames() throws {
    let names = (0..<100_000).map { legacy("Новая папка/Файл номер \($0).txt", "CP866") }
    var decoder: NameDecoder?
    let guessing = try processorTime {
      decoder = try NameDecoder(guessingFrom: names, override: nil)
    }
    let decoding = processorTime { for name in names { _ = decoder?.decode(name) } }
    #expect(decoder?.encoding?.name == "CP866")
    #expect(guessing + decoding < .seconds(1))
  }
}

@Suite("Names are decoded")
struct NameDecoderTests {
  @Test(
    "as the user says, whatever they look like",
    arguments: [
      ("cp866", "CP866", "Ярлык"), ("IBM866", "CP866", "Ярлык"), ("shift_jis", "Shift-JIS", "ソ表"),
      ("sjis", "Shift-JIS", "能"), ("gb18030", "gb18030", "㐀"), ("euc-kr", "EUC-KR", "한"),
      ("koi8-r", "koi8-r", "Ярлык"), ("ISO-8859-2", "ISO-8859-2", "Łódź"), ("utf-8", "UTF-8", "é"),
    ])
  func override(given: String, shown: String, text: String) throws {
    let raw = legacy(text, given == "shift_jis" ? "CP932" : given)
    let decoder = try NameDecoder(guessingFrom: [], override: given)
    #expect(decoder.encoding == NameEncoding(name: shown, confidence: 1))
    #expect(decoder.decode(raw) == Array(text.utf8))
    #expect(decoder.decode(Array("a.txt".utf8)) == Array("a.txt".utf8))
  }

  @Test(
    "not in encodings that there are not",
    arguments: [
      "klingon", "", "UTF-8//TRANSLIT", "../x", "a b", String(repeating: "A", count: 100),
    ])
  func unknown(name: String) {
    let error = failure { () throws(ConversionError) in
      try NameDecoder(guessingFrom: [], override: name)
    }
    #expect(error?.code == .usage)
  }

  @Test("with bytes kept that have no character")
  func undecodable() throws {
    let japanese = try NameDecoder(guessingFrom: [], override: "shift-jis")
    #expect(
      japanese.decode([0x41, 0x95, 0x5C, 0x85, 0x86, 0x42, 0x95]) == [0x41] + Array("表".utf8) + [
        0x85, 0x86, 0x42, 0x95,
      ])
    let western = try NameDecoder(guessingFrom: [], override: "windows-1252")
    #expect(western.decode([0x81, 0xE9]) == [0x81, 0xC3, 0xA9])
  }

  @Test(
    "in normal form C",
    arguments: [
      ("e\u{301}", "é"), ("A\u{30A}", "Å"), ("\u{212B}", "Å"), ("か\u{3099}", "が"),
      ("\u{1112}\u{1161}\u{11AB}", "한"), ("a\u{316}\u{301}", "á\u{316}"), ("q\u{301}", "q\u{301}"),
      ("ﬁ", "ﬁ"), ("日本語", "日本語"), ("plain", "plain"), ("\u{2126}", "Ω"), ("\u{F900}", "豈"),
      ("\u{2F800}", "丽"), ("👨\u{200D}👩", "👨\u{200D}👩"), ("й", "й"), ("и\u{306}", "й"),
    ])
  func normalForm(text: String, normal: String) {
    #expect(Array(text.utf8).inNormalFormC == Array(normal.utf8))
  }

  @Test("and left alone where they are not UTF-8")
  func invalid() {
    let bytes: [UInt8] = [0x65, 0xCC, 0x81, 0xFF]
    #expect(bytes.inNormalFormC == bytes)
    #expect([0xE2].inNormalFormC == [0xE2])
  }

  @Test("the same by our tables as by the C library's")
  func tables() throws {
    for name in ["CP437", "CP850", "CP866", "windows-1251", "windows-1252"] {
      let decoder = try NameDecoder(guessingFrom: [], override: name)
      for byte in UInt8(0x80)...0xFF {
        let text = decoder.decode([byte])
        guard text != [byte] else { continue }
        let library = name.hasPrefix("w") ? "CP" + name.suffix(4) : name
        #expect(legacy(String(decoding: text, as: UTF8.self), library) == [byte])
      }
    }
  }
}
