import TestSupport
import Testing

/// A table as people of some country have it, and the encoding that an old program wrote it in.
struct Phrase: Sendable, CustomTestStringConvertible {
  /// As the C library calls it.
  let encoding: String
  /// As it is shown.
  let shown: String
  let text: String

  init(_ encoding: String, as shown: String? = nil, _ text: String) {
    self.encoding = encoding
    self.shown = shown ?? encoding
    self.text = text
  }

  var testDescription: String { "\(shown): \(text.prefix(24))" }
  var bytes: [UInt8] { legacy(text, encoding) }

  static let all = western + central + cyrillic + eastAsian + wide

  static let western = [
    Phrase(
      "CP1252", as: "windows-1252",
      "Name;Straße;Ort\nMüller;Hauptstr. 5;Köln\nGroß;Am Öhr 1;München\n"),
    Phrase(
      "CP1252", as: "windows-1252",
      "id,título,año\n1,El ingenioso hidalgo,1605\n2,Cien años de soledad,1967\n"),
    Phrase(
      "CP1252", as: "windows-1252", "article,prix\nthé vert,\"2,50 €\"\ncafé crème,\"3,20 €\"\n"),
    Phrase("CP1252", as: "windows-1252", "navn\tby\nSøren\tÅrhus\nPål\tTromsø\n"),
    Phrase("CP1252", as: "windows-1252", "quote\nIt’s “fine” – really…\n"),
    Phrase("CP1252", as: "windows-1252", "a,b,c\n1,2,3\n4,5,©\n"),
    Phrase("CP1252", as: "windows-1252", "Comune;Città;Perché\nForlì;Così è;più\n"),
    Phrase("CP1252", as: "windows-1252", "Nome;Cidade\nJoão;São Paulo\nConceição;Brasília\n"),
    Phrase("MACINTOSH", as: "MacRoman", "Name,Ort\rMüller,Köln\rGrößer,Düsseldorf\rJörg,Gießen\r"),
  ]

  static let central = [
    Phrase(
      "CP1250", as: "windows-1250",
      "miasto;ulica\nŁódź;Piotrkowska\nKraków;Świętego Krzyża\nGdańsk;Długa\n"),
    Phrase(
      "CP1250", as: "windows-1250", "jméno;město\nJiří Dvořák;Plzeň\nŽofie Černá;České Budějovice\n"
    ),
    Phrase(
      "CP1250", as: "windows-1250", "név;város\nGyőző;Székesfehérvár\nÖdön;Hódmezővásárhely\n"),
    Phrase(
      "ISO-8859-2", "miasto;ulica\nŁódź;Piotrkowska\nKraków;Świętego Krzyża\nGdańsk;Długa ścieżka\n"
    ),
  ]

  static let cyrillic = [
    Phrase("CP1251", as: "windows-1251", "имя;город\nИван Петров;Москва\nОльга;Санкт-Петербург\n"),
    Phrase("CP1251", as: "windows-1251", "№,Товар,Цена\n1,Молоко,65\n2,Хлеб ржаной,40\n"),
    Phrase("KOI8-R", "имя;город\nИван Петров;Москва\nОльга;Нижний Новгород\n"),
    Phrase("CP866", "имя;город\nИван Петров;Москва\nОльга;Нижний Новгород\n"),
  ]

  static let eastAsian = [
    Phrase("CP932", as: "Shift-JIS", "名前,住所\n山田太郎,東京都千代田区\n鈴木花子,大阪府大阪市\n"),
    Phrase("CP932", as: "Shift-JIS", "商品,価格\nﾃﾚﾋﾞ,39800\nソニーのカメラ,\"12,800\"\n表計算ソフト,980\n"),
    Phrase("EUC-JP", "名前,住所\n山田太郎,東京都千代田区のビル\n鈴木花子,大阪府大阪市です\n"),
    Phrase("GBK", "姓名,城市\n王小明,北京\n李雷,上海\n韩梅梅,广州市天河区\n"),
    Phrase("GBK", "产品;价格\n红茶;12,5\n绿茶（大）;15,0\n"),
    Phrase("CP949", as: "EUC-KR", "이름,도시\n홍길동,서울특별시\n김영희,부산광역시\n"),
    Phrase("CP950", as: "Big5", "姓名,城市\n王小明,臺北市\n林美麗,高雄市\n陳大文,臺中市西屯區\n"),
  ]

  static let wide = [
    Phrase("UTF-16LE", "a,b,c\n1,2,3\n4,5,ʤ\n"),
    Phrase("UTF-16BE", "Name;Größe\nMüller;1,80\n"),
    Phrase("UTF-16LE", "名前,住所\n山田太郎,東京都千代田区\n鈴木花子,大阪府大阪市\n"),
    Phrase("UTF-16BE", "имя;город\nИван Петров;Москва\n😀;Санкт-Петербург\n"),
    Phrase("UTF-32LE", "a,b,c\n1,2,3\n4,😀,ʤ\n"),
    Phrase("UTF-32BE", "a,b,c\n1,2,3\n4,😀,ʤ\n"),
    Phrase("UTF-8", "a,b,c\n1,2,3\n4,😀,ʤ\n"),
    Phrase("UTF-8", "prix\n2 €\n"),
  ]
}
