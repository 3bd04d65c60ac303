import ArchiveModel
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
      "CP437", "Fotos/Weihnachten bei Großmutter.jpg", "Fotos/Frühstück.jpg", "Fotos/Schönbrunn.jpg",
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
    print(computer.shown, decoder.encoding as Any, decoded == computer.names ? "" : "WRONG \(decoded)")
    #expect(decoded == computer.names)
    #expect(decoder.encoding?.name == computer.shown)
  }
}
