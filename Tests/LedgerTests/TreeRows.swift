import TestSupport

/// Numbers that few programs can hold.
enum TinyTree {
  static let digits = "123456789012345678901234567890"
  /// 64 bits are the most.
  static let digitsOfTOML = "9223372036854775807"
}

extension FormatRow {
  private typealias F = TreeFeature

  private static func lacking(_ features: Feature...) -> [Feature] {
    Array(Set(F.all).subtracting(features))
  }

  private static let json = """
    [{"id": \(TinyTree.digits), "\(F.values.marker)": "\(F.values.marker)", "empty": null,
      "in": {"deep": "\(F.nesting.marker)"}}]
    """

  private static let repeated = """
    [{"a": "\(F.repeatedKeys.marker)1", "a": "\(F.repeatedKeys.marker)2"}]
    """

  private static func propertyList(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">\(body)</plist>
    """
  }

  private static let list = propertyList(
    """
    <array><!-- \(F.comments.marker) --><dict><key>v</key><string>\(F.values.marker)</string>
    <key>in</key><dict><key>deep</key><string>\(F.nesting.marker)</string></dict>
    <key>when</key><date>2026-02-03T04:05:06Z</date><key>bytes</key><data>WnE=</data>
    </dict></array>
    """)

  /// Formats of trees.
  static let trees: [FormatRow] = [
    FormatRow(
      .tree, ["public.json"],
      lacks: lacking(F.values, F.nesting, F.repeatedKeys, F.bigNumbers, F.nulls),
      [
        Sample("values", "json", [F.values, F.nesting, F.bigNumbers, F.nulls], text: json),
        Sample("repeated", "json", [F.repeatedKeys], text: repeated),
      ]),
    FormatRow(
      .tree, ["public.ndjson"],
      lacks: lacking(F.values, F.nesting, F.repeatedKeys, F.bigNumbers, F.nulls, F.severalValues),
      [
        Sample(
          "values", "ndjson", [F.values, F.nesting, F.bigNumbers, F.nulls, F.severalValues],
          text: """
            {"id": \(TinyTree.digits), "a": "\(F.values.marker)", "empty": null}
            {"id": 2, "a": "\(F.severalValues.marker)", "in": {"deep": "\(F.nesting.marker)"}}

            """),
        Sample(
          "repeated", "ndjson", [F.repeatedKeys],
          text: String(repeated.dropFirst().dropLast()) + "\n{\"a\": \"x\"}\n"),
      ]),
    FormatRow(
      .tree, ["org.json5.json5", "com.microsoft.jsonc"],
      lacks: lacking(
        F.values, F.nesting, F.comments, F.repeatedKeys, F.bigNumbers, F.nulls),
      [
        Sample(
          "values", "json5", [F.values, F.nesting, F.bigNumbers, F.nulls, F.comments],
          text: "// \(F.comments.marker)\n\(json)"),
        Sample("repeated", "json5", [F.repeatedKeys], text: "// x\n" + repeated),
      ]),
    FormatRow(
      .tree, ["public.yaml"], lacks: [],
      [
        Sample(
          "values", "yaml", [F.values, F.nesting, F.bigNumbers, F.nulls, F.comments],
          text: """
            # \(F.comments.marker)
            - id: \(TinyTree.digits)
              v: \(F.values.marker)
              empty: null
              in: {deep: \(F.nesting.marker)}

            """),
        Sample(
          "several", "yaml", [F.severalValues],
          text: "---\na: 1\n---\na: \(F.severalValues.marker)\n"),
        Sample(
          "graph", "yaml", [F.aliases, F.tags, F.dates, F.data, F.otherKeys],
          text: """
            - a: &\(F.aliases.marker) {x: 1}
              b: *\(F.aliases.marker)
              c: !\(F.tags.marker) x
              d: !!timestamp 2026-02-03T04:05:06Z
              e: !!binary WnE=
              1: number

            """),
        Sample(
          "repeated", "yaml", [F.repeatedKeys],
          text: "- a: \(F.repeatedKeys.marker)1\n  a: \(F.repeatedKeys.marker)2\n"),
      ]),
    FormatRow(
      .tree, ["public.toml"],
      lacks: lacking(F.values, F.nesting, F.comments, F.dates, F.bigNumbers),
      [
        Sample(
          "values", "toml", [F.values, F.nesting, F.comments, F.dates, F.bigNumbers],
          text: """
            # \(F.comments.marker)
            v = "\(F.values.marker)"
            id = \(TinyTree.digitsOfTOML)
            when = 2026-02-03T04:05:06Z
            [in]
            deep = "\(F.nesting.marker)"

            """)
      ]),
    FormatRow(
      .tree,
      [
        "com.apple.xml-property-list", "com.apple.binary-plist", "com.apple.property-list",
      ], lacks: lacking(F.values, F.nesting, F.comments, F.dates, F.data),
      [
        Sample("list", "plist", [F.values, F.nesting, F.comments, F.dates, F.data], text: list)
      ]),
  ]
}
