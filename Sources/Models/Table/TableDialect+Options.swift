public import ConverterCore

extension TableDialect {
  public static let name = "table dialect"
  public static let place = OptionPlace.reading
  public static let concernsReading = true
  public static let typeOfUnreadText: ContentType.ID? = "public.delimited-values-text"

  public static let options: [GroupOption<Self>] = [
    GroupOption(.delimiter) { value, dialect throws(ConversionError) in
      dialect.delimiter = try TypedCharacter.byte(
        parsing: value.text(of: "delimiter"), for: "\"delimiter\"")
    } value: {
      $0.delimiter.map { .string(TypedCharacter.text(of: $0)) }
    },
    mark(.quote, \.quote),
    mark(.escape, \.escape),
    lines(.header, \.headerLines),
    lines(.skipLines, \.skippedLines),
    lines(.footerLines, \.footerLines),
  ]

  private static func mark(
    _ name: ConversionOptions.Name, _ path: any WritableKeyPath<Self, Mark?> & Sendable
  ) -> GroupOption<Self> {
    let key = name.rawValue
    return GroupOption(name) { value, dialect throws(ConversionError) in
      dialect[keyPath: path] = try Mark(parsing: value.text(of: key), for: "\"\(key)\"")
    } value: { dialect in
      dialect[keyPath: path].map { .string($0.text) }
    }
  }

  private static func lines(
    _ name: ConversionOptions.Name, _ path: any WritableKeyPath<Self, Int?> & Sendable
  ) -> GroupOption<Self> {
    let key = name.rawValue
    return GroupOption(name) { value, dialect throws(ConversionError) in
      let number = try value.count(of: key)
      guard number <= 1_000_000 else {
        throw value.unsuited(to: key, "a number of lines up to 1000000")
      }
      dialect[keyPath: path] = number
    } value: { dialect in
      dialect[keyPath: path].map { .integer($0) }
    }
  }
}

extension ConversionOptions.Name {
  public static let delimiter = Self("delimiter", use: "tables in text (CSV)")
  public static let quote = Self("quote", use: "tables in text (CSV)")
  public static let escape = Self("escape", use: "tables in text (CSV)")
  public static let header = Self("header", use: "tables")
  public static let skipLines = Self("skipLines", use: "tables")
  public static let footerLines = Self("footerLines", use: "tables")
}
