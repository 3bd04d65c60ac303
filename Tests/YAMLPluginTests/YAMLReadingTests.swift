import ConverterCore
import Testing
import TreeModel
import YAMLPlugin

@Suite struct YAMLReadingTests {
  @Test(arguments: [
    ("a: 1\nb: [x, y]\nc: {d: e}\n", #"{"a":1,"b":["x","y"],"c":{"d":"e"}}"#),
    ("- 1\n- - 2\n  - 3\n-\n", "[1,[2,3],null]"),
    ("plain", #""plain""#), ("'it''s'", #""it's""#), ("\"a\\tb\\u00e9\\\"\"", #""a\tbé\"""#),
    ("|\n  one\n  two\n", #""one\ntwo\n""#), (">-\n  one\n  two\n", #""one two""#),
    ("{}", "{}"), ("[]", "[]"), ("", "null"), ("# nothing\n", "null"), ("---\n", "null"),
    ("\u{FEFF}a: 1", #"{"a":1}"#),
    ("{\"a\":1,\"b\":[true,null]}", #"{"a":1,"b":[true,null]}"#),
    ("? a\n: b\n", #"{"a":"b"}"#), ("? a\n", #"{"a":null}"#),
    ("a: 😀 ü\n", #"{"a":"😀 ü"}"#),
  ])
  func values(yaml: String, expected: String) throws {
    #expect(try json(yaml) == [expected])
  }

  @Test(arguments: [
    // The core schema of 1.2.
    ("null", "null"), ("Null", "null"), ("~", "null"), ("nUll", "\"nUll\""),
    ("true", "true"), ("TRUE", "true"), ("False", "false"), ("tRue", "\"tRue\""),
    ("0", "0"), ("-0", "-0"), ("12345678901234567890123", "12345678901234567890123"),
    ("+12", "12"), ("1.50", "1.50"), ("1e5", "1e5"), ("1E+05", "1E+05"), (".5", "0.5"),
    ("-.5", "-0.5"), ("5.", "5.0"), ("+1.e3", "1.0e3"), ("0x1F", "31"), ("0o17", "15"),
    ("0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "340282366920938463463374607431768211455"),
    ("0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0", "\"0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0\""),
    // Texts: what 1.1 takes for booleans, dates, numbers in other bases.
    ("no", "\"no\""), ("NO", "\"NO\""), ("yes", "\"yes\""), ("on", "\"on\""), ("y", "\"y\""),
    ("1:30", "\"1:30\""), ("1_000", "\"1_000\""), ("2020-01-02", "\"2020-01-02\""),
    ("0x", "\"0x\""), ("0o8", "\"0o8\""), ("0b1", "\"0b1\""), ("+", "\"+\""), (".", "\".\""),
    ("1e", "\"1e\""), ("1.2.3", "\"1.2.3\""), ("-a", "\"-a\""), (".e5", "\".e5\""),
    ("+0x1F", "\"+0x1F\""), ("01234", "\"01234\""), (".inf", "\".inf\""), ("-.INF", "\"-.INF\""),
    (".nan", "\".nan\""),
    // Quotes and tags.
    ("'1'", "\"1\""), ("\"true\"", "\"true\""), ("!!str 1", "\"1\""), ("!!int '7'", "7"),
    ("! 5", "\"5\""), ("!!float 1", "1"), ("!!binary aGk=", "\"aGk=\""), ("!local 5", "5"),
    ("!local '5'", "\"5\""), ("!!null ''", "null"),
  ])
  func scalars(yaml: String, expected: String) throws {
    #expect(try json("a: \(yaml)\n") == ["{\"a\":\(expected)}"])
  }

  @Test(arguments: [
    ("a: &x 1\nb: *x\n", #"{"a":1,"b":1}"#),
    ("a: &x [1, {b: 2}]\nc: [*x, *x]\n", #"{"a":[1,{"b":2}],"c":[[1,{"b":2}],[1,{"b":2}]]}"#),
    ("a: &x {k: &y v}\nb: *y\nc: *x\n", #"{"a":{"k":"v"},"b":"v","c":{"k":"v"}}"#),
    ("- &x 1\n- &x 2\n- *x\n", "[1,2,2]"), ("&k key: *k\n", #"{"key":"key"}"#),
    ("a: &x 12\n*x : b\n", #"{"a":12,"12":"b"}"#),
    ("- &a [1]\n- &b [*a, *a]\n- *b\n", "[[1],[[1],[1]],[[1],[1]]]"),
    ("&a a: &b b\n*b : *a\n", #"{"a":"b","b":"a"}"#),
    ("- &x {&k key: 1, &n 2: *k}\n- *x\n- *n\n", #"[{"key":1,"2":"key"},{"key":1,"2":"key"},2]"#),
    ("a: {<<: [{&k p: 1, q: [2]}]}\nb: *k\n", #"{"a":{"p":1,"q":[2]},"b":"p"}"#),
  ])
  func aliases(yaml: String, expected: String) throws {
    #expect(try json(yaml) == [expected])
  }

  @Test(arguments: [
    ("- &a {x: 1, y: 2}\n- {<<: *a, y: 3}\n", #"[{"x":1,"y":2},{"y":3,"x":1}]"#),
    ("- &a {x: 1}\n- {x: 2, <<: *a}\n", #"[{"x":1},{"x":2}]"#),
    (
      "- &a {x: 1}\n- &b {x: 2, z: [3]}\n- {<<: [*a, *b]}\n",
      #"[{"x":1},{"x":2,"z":[3]},{"x":1,"z":[3]}]"#
    ),
    ("a: {<<: {p: 1}, q: 2}\n", #"{"a":{"q":2,"p":1}}"#),
    ("- &a {x: 1}\n- &b {<<: *a, y: 2}\n- {<<: *b}\n", #"[{"x":1},{"y":2,"x":1},{"y":2,"x":1}]"#),
    ("a: {<<: [{p: 1}, {p: 2, r: 3}], q: 2}\n", #"{"a":{"q":2,"p":1,"r":3}}"#),
    ("a: &x {<<: {p: 1}, q: 2}\nb: *x\n", #"{"a":{"q":2,"p":1},"b":{"q":2,"p":1}}"#),
    (
      "- &x {<<: [{<<: {p: 1}, q: 2}, {<<: [{r: 3}]}]}\n- *x\n",
      #"[{"q":2,"p":1,"r":3},{"q":2,"p":1,"r":3}]"#
    ),
    ("- {<<: &m {p: &n [1]}, q: *n}\n- *m\n", #"[{"q":[1],"p":[1]},{"p":[1]}]"#),
    ("'<<': {p: 1}\n", #"{"<<":{"p":1}}"#),
  ])
  func mergeKeys(yaml: String, expected: String) throws {
    #expect(try json(yaml) == [expected])
  }

  @Test(arguments: [
    ("a\n---\nb\n", ["\"a\"", "\"b\""]), ("---\na\n...\n---\nb\n...\n", ["\"a\"", "\"b\""]),
    ("%YAML 1.2\n---\na: 1\n", [#"{"a":1}"#]),
    ("---\n---\n", ["null", "null"]), ("# c\n---\n# d\na: 1\n...\n# e\n", [#"{"a":1}"#]),
    ("---\r\na: 1\r\n---\r\nb: 2\r\n", [#"{"a":1}"#, #"{"b":2}"#]),
    ("a: |\n  --- x\nb: ---y\n", [#"{"a":"--- x\n","b":"---y"}"#]),
  ])
  func documents(yaml: String, expected: [String]) throws {
    #expect(try json(yaml) == expected)
  }

  @Test func anchorsEndWithTheirDocument() throws {
    let error = #expect(throws: ConversionError.self) { try json("a: &x 1\n---\nb: *x\n") }
    #expect(error?.message.hasPrefix("line 3, column 4 (byte 15): nothing is named by &x") == true)
  }

  @Test(arguments: [
    ("# c\na: 1 # d\n", "comments", LedgerEntry.Action.dropped),
    ("1: a\n", "keys", .changed), ("a: 007\n", "numbers", .changed),
    ("a: .nan\n", "numbers", .changed),
    ("a: !Ref b\n", "tags", .dropped), ("a: !!set {b}\n", "tags", .dropped),
    ("a: !!binary aGk=\n", "binary", .changed),
    ("a: &x 1\nb: *x\nc: *x\n", "aliases", .changed),
    ("a:\n  <<: {b: 1}\n", "aliases", .changed),
  ])
  func ledger(yaml: String, what: String, action: LedgerEntry.Action) throws {
    let ledger = try read(Array(yaml.utf8)).context.ledger
    #expect(ledger.map(\.what) == [what])
    #expect(ledger.map(\.action) == [action])
  }

  @Test(arguments: [
    "a: 'x # y'\nb: |\n  # z\nc: x#y\n", "a: \"#\"\n", "a: !!str 1\nb: !!map {}\n", "a: yes\n",
    "ü: \"# é\"\nb: 'é'\n",
  ])
  func nothingIsNotedWithoutReason(yaml: String) throws {
    let context = try read(Array(yaml.utf8)).context
    #expect(context.ledger == [])
    #expect(context.warnings == [])
  }

  @Test func repeatedKeysAreKeptWithAWarningOrRefused() throws {
    let text = Array("a: 1\nb: 2\na: 3\n".utf8)
    let (lines, context) = try read(text)
    #expect(lines == [#"{"a":1,"b":2,"a":3}"#])
    #expect(context.warnings.count == 1)
    #expect(context.warnings[0].contains("the key \"a\" is there twice"))
    let error = #expect(throws: ConversionError.self) { try read(text, isStrict: true) }
    #expect(error?.code == .damagedInput)
  }

  @Test func repetitionIsFoundAmongMany() throws {
    let many = (0..<50).map { "k\($0): 1\n" }.joined()
    #expect(try read(Array(many.utf8)).context.warnings == [])
    #expect(try read(Array((many + "k7: 2\n").utf8)).context.warnings.count == 1)
  }

  @Test func utf16IsRead() throws {
    let text = "a: ü # c\n---\nb: 1\n"
    var little: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { little += [UInt8(unit & 255), UInt8(unit >> 8)] }
    #expect(try read(little).lines == [#"{"a":"ü"}"#, #"{"b":1}"#])
  }
}
