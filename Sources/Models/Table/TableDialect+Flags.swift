public import ConverterCore

extension TableDialect {
  public static let section = "Reading tables"

  public static let flags: [OptionFlag] = [
    OptionFlag(
      "delimiter", .text, valueName: "character",
      help: "What stands between cells: , ; | tab comma semicolon pipe space, 0x1f.",
      takesHyphens: true
    ) { text, options throws(ConversionError) in
      options.reading.dialect.delimiter = try TypedCharacter.byte(
        parsing: text, for: "--delimiter")
    },
    mark("quote", \.quote, help: "What stands around cells: \", single, or none."),
    mark(
      "escape", \.escape,
      help: "What stands before a quote in a cell: backslash, or none (then quotes stand twice)."),
    lines("header", \.headerLines, help: "How many lines the header has."),
    OptionFlag("no-header", help: "The first row is a row: columns have numbers for names.") {
      options throws(ConversionError) in
      guard options.reading.dialect.headerLines == nil else {
        throw ConversionError(.usage, "--header and --no-header contradict each other")
      }
      options.reading.dialect.headerLines = 0
    },
    lines(
      "skip-lines", \.skippedLines,
      help: "Lines before the header that are no part of the table."),
    lines(
      "footer-lines", \.footerLines,
      help: "Lines below the last row that are no part of the table."),
  ]

  private static func mark(
    _ name: String, _ path: any WritableKeyPath<Self, Mark?> & Sendable, help: String
  ) -> OptionFlag {
    OptionFlag(name, .text, valueName: "character", help: help, takesHyphens: true) {
      text, options throws(ConversionError) in
      options.reading.dialect[keyPath: path] = try Mark(parsing: text, for: "--\(name)")
    }
  }

  private static func lines(
    _ name: String, _ path: any WritableKeyPath<Self, Int?> & Sendable, help: String
  ) -> OptionFlag {
    OptionFlag(name, .number, valueName: "n", help: help, takesHyphens: true) {
      $1.reading.dialect[keyPath: path] = Int($0)
    }
  }

  public func check() throws(ConversionError) {
    let numbers: [(name: ConversionOptions.Name, lines: Int?)] = [
      (.header, headerLines), (.skipLines, skippedLines), (.footerLines, footerLines),
    ]
    for (name, lines) in numbers {
      guard let lines, !(0...1_000_000).contains(lines) else { continue }
      throw ConversionError(
        .usage, "\(name.words) takes a number of lines, from 0 to 1000000")
    }
  }
}
