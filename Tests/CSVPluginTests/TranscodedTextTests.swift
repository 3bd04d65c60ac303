import CharacterEncodings
import ConverterCore
import TableModel
import TestSupport
import Testing

@testable import CSVPlugin

@Suite("Files of other encodings")
struct TranscodedTextTests {
  /// What a table in `encoding` needs to be guessed from: words of its language.
  static let words: [(encoding: String, shown: String, words: [String])] = [
    ("UTF-16LE", "UTF-16LE", ["Größe", "日本語", "😀"]), ("UTF-16BE", "UTF-16BE", ["имя", "x", "ʤ"]),
    ("UTF-32LE", "UTF-32LE", ["Größe", "日本語", "😀"]),
    ("CP1252", "windows-1252", ["Müller & Söhne", "Straße", "Käse"]),
    ("CP1250", "windows-1250", ["Łódź", "Święty Krzyż", "żółć"]),
    ("CP1251", "windows-1251", ["Москва", "Иван Петров", "Ольга"]),
    ("CP932", "Shift-JIS", ["東京都", "山田太郎です", "表ソ能"]),
    ("EUC-JP", "EUC-JP", ["東京都のビル", "山田です", "カメラ"]),
    ("GBK", "GBK", ["北京", "王小明", "广州市天河区"]), ("CP949", "EUC-KR", ["서울특별시", "홍길동", "부산"]),
    ("CP950", "Big5", ["臺北市", "王小明", "功許蓋"]),
  ]

  private static func text(_ words: [String], rows: Int) -> String {
    "id;\(words[0]);quoted\n"
      + (0..<rows).map { "\($0);\(words[$0 % words.count]);\"\(words[1]);\n\(words[2])\"\n" }
      .joined()
  }

  @Test("are read as their text", arguments: words.indices)
  func reads(index: Int) throws {
    let (encoding, shown, words) = Self.words[index]
    let text = Self.text(words, rows: 40)
    let expected = try Opened(text)
    let opened = try Opened(legacy(text, encoding))
    #expect(opened.columns == expected.columns)
    #expect(try opened.rows() == expected.rows())
    #expect(opened.table.findings.first { $0.key == "encoding" }?.json == .string(shown))
    #expect(opened.context.warnings == [])
    #expect(try opened.written() == expected.written())
  }

  @Test("are read from any place", arguments: ["UTF-16LE", "CP932", "ISO-2022-JP", "CP1252"])
  func seeks(encoding: String) throws {
    let words = encoding == "CP1252" ? ["é", "Müller", "ß"] : ["東京都", "山田a", "x"]
    let text = Array(Self.text(words, rows: 60_000).utf8)
    let input = InputFile(bytes: legacy(String(decoding: text, as: UTF8.self), encoding))
    let charset = try #require(Charset(named: encoding))
    let source = TranscodedText(
      input, charset, in: ConversionContext(registry: Registry()))
    let buffer = ByteBuffer()
    func read(at offset: Int, _ count: Int) throws -> [UInt8] {
      let stream = try source.open(at: offset)
      buffer.removeAll()
      while buffer.count < count, try stream.read(into: buffer, atMost: count - buffer.count) {}
      return Array(buffer.bytes)
    }
    #expect(try read(at: 0, .max) == text)
    for offset in [
      0, 1, 2_000, 65_536, 1 << 20, (1 << 20) + 7, text.count - 3, text.count, text.count + 9,
    ] {
      let end = min(text.count, offset + 500)
      #expect(try read(at: offset, 500) == Array(text[min(offset, end)..<end]), "\(offset)")
    }
  }

  @Test("say what has no character, or fail where they are strict")
  func replacements() throws {
    var reading = ReadingOptions(encoding: "ASCII")
    let bytes: [UInt8] = Array("a,b\n1,".utf8) + [0xE9, 0xE8, 0x0A]
    let opened = try Opened(bytes, reading: reading)
    #expect(try opened.rows() == [["1", "\u{FFFD}\u{FFFD}"]])
    #expect(
      opened.context.warnings == [
        "2 bytes have no character in ASCII, the first at offset 6; U+FFFD stands for each "
          + "(--encoding names another encoding)"
      ])
    reading.isStrict = true
    let strict = try Opened(bytes, reading: reading)
    let error = #expect(throws: ConversionError.self) { try strict.rows() }
    #expect(error?.code == .damagedInput)
  }

  @Test("UTF-8 with faults stays as it is")
  func faults() throws {
    let good = String(repeating: "größer,日本,1\n", count: 30)
    let bytes = Array(("a,b,c\n" + good + "x").utf8) + [0xFF, 0x2C, 0xC3, 0x2C, 0x32, 0x0A]
    let opened = try Opened(bytes)
    #expect(try opened.written() == bytes)
  }
}

@Suite("Hostile texts")
struct HostileTextTests {
  /// Real files and made-up ones with bytes changed, cut and repeated: any answer, but an answer, and one that
  /// holds together.
  @Test("have a dialect that lies within them")
  func mutations() throws {
    var random = Seeded(state: 99)
    var seeds = (1...6).map {
      SyntheticTable(delimiter: [",", ";", "\t"][$0 % 3], seed: UInt64($0)).bytes
    }
    seeds += TranscodedTextTests.words.map { legacy($0.words.joined(separator: ","), $0.encoding) }
    seeds += try TestSupport.Sample.present(["fixtures/others/csv", "csv"], name: \.self)
      .flatMap(TestSupport.Sample.files(in:)).map { Array(try $0.bytes().prefix(4000)) }
    let marks = Array(",;\t|\"'\\\n\r #\u{0}".utf8) + [0xFF, 0xFE, 0xEF, 0x81]
    for round in 0..<1500 {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<(1 + random.next() % 12) where !bytes.isEmpty {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.insert(marks[Int(random.next() % UInt64(marks.count))], at: place)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 9))
        default: bytes = Array(bytes[place...]) + bytes[..<place]
        }
      }
      let context = ConversionContext(registry: Registry())
      let (dialect, source) = try DialectGuess.guess(
        InputFile(bytes: bytes), type: "public.comma-separated-values-text", in: context)
      let length = try LastLines.length(of: source)
      #expect(dialect.start <= dialect.rowsStart && dialect.rowsStart <= length)
      if let end = dialect.rowsEnd { #expect(dialect.rowsStart <= end && end <= length) }
      #expect(dialect.delimiter != dialect.quote && dialect.delimiter < 0x80)
      for finding in dialect.findings {
        #expect(finding.confidence >= 0 && finding.confidence <= 1)
      }
    }
  }
}
