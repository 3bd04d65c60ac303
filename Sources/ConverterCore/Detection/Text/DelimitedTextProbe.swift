/// Tables in text: CSV (RFC 4180), TSV, and their cousins with semicolons and bars.
enum DelimitedTextProbe: TextProbe {
  static let obligatory: [ContentType.ID] = []

  private static let delimiters: [(byte: UInt8, name: String)] = [
    (UInt8(ascii: ","), "commas"), (UInt8(ascii: ";"), "semicolons"), (0x09, "tabs"),
    (UInt8(ascii: "|"), "bars"),
  ]

  static func examine(_ text: TextSample) -> [TypeFinding] {
    let best = delimiters.compactMap { delimiter -> (shape: Shape, name: String, byte: UInt8)? in
      guard text.bytes.contains(delimiter.byte) else { return nil }
      let shape = Shape(text, delimiter: delimiter.byte)
      return shape.confidence > 0 ? (shape, delimiter.name, delimiter.byte) : nil
    }
    .max {
      ($0.shape.confidence, $0.shape.fields) < ($1.shape.confidence, $1.shape.fields)
    }
    guard let best else { return [] }
    let type: ContentType.ID =
      switch best.byte {
      case 0x09: "public.tab-separated-values-text"
      case UInt8(ascii: "|"): "public.delimited-values-text"
      default: "public.comma-separated-values-text"
      }
    let observation =
      "\(best.shape.agreeing) of \(best.shape.records) records have \(best.shape.fields) fields "
      + "between \(best.name)"
    return [TypeFinding(.structure, type, best.shape.confidence, observation)]
  }

  /// How regularly a delimiter divides a text.
  private struct Shape {
    private(set) var records = 0
    /// The commonest number of fields, and how many records have it.
    private(set) var fields = 0
    private(set) var agreeing = 0
    private(set) var confidence = 0.0

    init(_ text: TextSample, delimiter: UInt8) {
      var census: [Int: Int] = [:]
      var spaced = 0
      var delimiters = 0
      var doubled = 0
      var terminated = 0
      var sentences = 0
      var hasQuotes = false
      var scanner = Scanner(text.bytes, from: text.start, delimiter: delimiter)
      while records < 200, let record = scanner.next(isWhole: text.isWhole) {
        if record.isEmpty { continue }
        records += 1
        census[record.fields, default: 0] += 1
        spaced += record.spaced
        doubled += record.doubled
        delimiters += record.fields - 1
        terminated += record.isTerminated ? 1 : 0
        sentences += record.endsSentence ? 1 : 0
        hasQuotes = hasQuotes || record.hasQuotes
      }
      guard records > 0,
        let common = census.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), common.key > 1
      else { return }
      (fields, agreeing) = common
      // "let a = 1;" has no second field.
      if fields == 2, terminated * 2 >= records { return }
      // "a || b" is a program's.
      if delimiter == UInt8(ascii: "|"), doubled * 2 >= records { return }
      let regularity = Double(agreeing) / Double(records)
      // Prose has a blank behind each comma and few of them in a line; a list of words has not.
      let isProse =
        delimiter != 0x09 && !hasQuotes && fields < 5 && spaced * 10 >= delimiters * 9
        // Sentences do not all have as many commas.
        && !(regularity == 1 && records >= (fields > 2 ? 4 : 10) && sentences * 4 < records)
      switch (records, fields) {
      case (1, 3...): confidence = hasQuotes ? 0.6 : 0.3
      case (1, _): confidence = 0
      case (2...3, 2): confidence = regularity == 1 ? 0.6 : 0
      default:
        confidence =
          regularity == 1
          ? 0.84 : regularity >= 0.9 ? 0.8 : regularity >= 0.7 && fields > 2 ? 0.6 : 0
      }
      if isProse { confidence *= 0.4 }
    }
  }

  /// Cuts text into records; a delimiter or a line end within quotes does not count.
  private struct Scanner {
    struct Record {
      var fields = 1
      /// Delimiters with a blank behind them.
      var spaced = 0
      /// Delimiters with another one behind them, and a blank behind that.
      var doubled = 0
      var hasQuotes = false
      var isEmpty = true
      /// Whether the last field is empty.
      var isTerminated = false
      /// Whether it ends as a sentence does.
      var endsSentence = false
    }

    private let bytes: [UInt8]
    private let delimiter: UInt8
    private var position: Int

    init(_ bytes: [UInt8], from position: Int, delimiter: UInt8) {
      self.bytes = bytes
      self.position = position
      self.delimiter = delimiter
    }

    /// `nil` at the end, or where the sample cuts a record.
    mutating func next(isWhole: Bool) -> Record? {
      guard position < bytes.count else { return nil }
      var record = Record()
      var isAtFieldStart = true
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        if byte == 0x0A || byte == 0x0D {
          if byte == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
          return record
        }
        record.isEmpty = false
        record.isTerminated = byte == delimiter
        record.endsSentence = ".!?".utf8.contains(byte)
        if byte == delimiter {
          record.fields += 1
          if position < bytes.count, bytes[position] == 0x20 { record.spaced += 1 }
          if position + 1 < bytes.count, bytes[position] == delimiter, bytes[position + 1] == 0x20 {
            record.doubled += 1
          }
          isAtFieldStart = true
        } else if byte == UInt8(ascii: "\""), isAtFieldStart {
          record.hasQuotes = true
          isAtFieldStart = false
          guard skipQuoted() else { return nil }
        } else if byte != 0x20 {
          isAtFieldStart = false
        }
      }
      return isWhole ? record : nil
    }

    /// To behind the closing quote; doubled quotes are part of the field.
    private mutating func skipQuoted() -> Bool {
      while position < bytes.count {
        defer { position += 1 }
        guard bytes[position] == UInt8(ascii: "\"") else { continue }
        if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "\"") {
          position += 1
          continue
        }
        return true
      }
      return false
    }
  }
}
