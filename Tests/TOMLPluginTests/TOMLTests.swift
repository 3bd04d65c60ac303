import ConverterCore
import TOMLPlugin
import Testing
import TreeModel
import TreeTestSupport

private func read(_ toml: [UInt8]) throws -> (json: String, context: ConversionContext) {
  let context = ConversionContext(registry: Registry())
  let tree = try TOMLReader().read(
    InputFile(bytes: toml), type: "public.toml", in: ReadingContext(context))
  let lines = try TreeJSON.lines(of: tree, in: context)
  #expect(lines.count == 1)
  return (lines.first ?? "", context)
}

private func json(_ toml: String) throws -> String { try read(Array(toml.utf8)).json }

@Suite struct TOMLTests {
  @Test(arguments: [
    ("", "{}"), ("# c\n\n", "{}"), ("a = 1", #"{"a":1}"#),
    ("\u{FEFF}a=1\r\nb=2\r\n", #"{"a":1,"b":2}"#),
    ("z = 1\na = 2\n", #"{"z":1,"a":2}"#),
    ("\"a b\" = 1\n'c.d' = 2\n\"\" = 3\n1.2 = 4\n", #"{"a b":1,"c.d":2,"":3,"1":{"2":4}}"#),
    ("a.b.c = 1\na . b . d = 2\na.\"e f\" = 3\n", #"{"a":{"b":{"c":1,"d":2},"e f":3}}"#),
    ("[a]\nb=1\n[c.d]\ne=2\n[c]\nf=3\n", #"{"a":{"b":1},"c":{"d":{"e":2},"f":3}}"#),
    ("[ a . \"b.c\" ] # d\nx=1", #"{"a":{"b.c":{"x":1}}}"#),
    (
      "[[a]]\nb=1\n[[a]]\n[a.c]\nd=2\n[[a.e]]\n[[a.e]]\nf=3",
      #"{"a":[{"b":1},{"c":{"d":2},"e":[{},{"f":3}]}]}"#
    ),
    (
      "[fruit]\napple.color = 1\napple.taste.sweet = true\n[fruit.apple.texture]\nsmooth = true\n",
      #"{"fruit":{"apple":{"color":1,"taste":{"sweet":true},"texture":{"smooth":true}}}}"#
    ),
    ("a = { b = 1, c.d = 2, e = {} }\nf = {}", #"{"a":{"b":1,"c":{"d":2},"e":{}},"f":{}}"#),
    ("a = [ 1, 'x', [2,], {b=[]}, # c\n\n true,\n]\n", #"{"a":[1,"x",[2],{"b":[]},true]}"#),
    ("a = [\n]\nb = [[[]]]", #"{"a":[],"b":[[[]]]}"#),
  ])
  func structure(toml: String, expected: String) throws {
    #expect(try json(toml) == expected)
  }

  @Test(arguments: [
    ("0", "0"), ("+99", "99"), ("-17", "-17"), ("-0", "0"), ("1_000_000", "1000000"),
    ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("0xDEAD_beef", "3735928559"), ("0o755", "493"), ("0b1101", "13"), ("0x00", "0"),
    ("0x7FFFFFFFFFFFFFFF", "9223372036854775807"),
    ("+1.0", "1.0"), ("3.1415", "3.1415"), ("-0.01", "-0.01"), ("5e+22", "5e+22"), ("1e06", "1e06"),
    ("-2E-2", "-2E-2"), ("6.626e-34", "6.626e-34"), ("224_617.445_991", "224617.445991"),
    ("-0.0", "-0.0"),
    ("true", "true"), ("false", "false"),
    ("inf", "\"inf\""), ("-nan", "\"-nan\""), ("+inf", "\"+inf\""),
    ("1979-05-27T07:32:00Z", "\"1979-05-27T07:32:00Z\""),
    ("1979-05-27 07:32:00.5-07:00", "\"1979-05-27 07:32:00.5-07:00\""),
    ("1979-05-27t07:32:00", "\"1979-05-27t07:32:00\""), ("1979-05-27", "\"1979-05-27\""),
    ("1979-05-27 # c", "\"1979-05-27\""), ("07:32:00.999999", "\"07:32:00.999999\""),
    ("2000-02-29", "\"2000-02-29\""),
    ("\"\"", "\"\""), ("'C:\\n'", #""C:\\n""#),
    ("\"a\\tb\\\"\\\\\\u00e9\\U0001F600\"", #""a\tb\"\\é😀""#),
    ("\"\\u0000\\u001f\"", #""\u0000\u001f""#), ("'\"'", #""\"""#), ("\"\ttab\"", #""\ttab""#),
    ("\"\"\"\none\ntwo\"\"\"", #""one\ntwo""#), ("\"\"\"a \\\n   \n  b\"\"\"", #""a b""#),
    ("\"\"\"\"two\"\" quotes\"\"\"\"\"", #""\"two\"\" quotes\"\"""#), ("''''a'''''", #""'a''""#),
    ("'''\nI [dw]on't \\n '''", #""I [dw]on't \\n ""#), ("\"\"\"\r\na\r\nb\"\"\"", #""a\r\nb""#),
    ("''''''", "\"\""), ("\"\"\"\"\"\"", "\"\""), ("\"\"\"a\\\\\n\"\"\"", #""a\\\n""#),
  ])
  func values(toml: String, expected: String) throws {
    #expect(try json("a = \(toml)\n") == "{\"a\":\(expected)}")
    #expect(try json("a = [\(toml)\n]") == "{\"a\":[\(expected)]}")
  }

  @Test(arguments: [
    ("a = 9223372036854775808", #"{"a":9223372036854775808}"#, "numbers"),
    ("a = 0xFFFFFFFFFFFFFFFF", #"{"a":18446744073709551615}"#, "numbers"),
    ("a = nan", #"{"a":"nan"}"#, "numbers"), ("a = 07:32:00", #"{"a":"07:32:00"}"#, "dates"),
    ("a = 1 # c", #"{"a":1}"#, "comments"),
  ])
  func ledger(toml: String, expected: String, what: String) throws {
    let (json, context) = try read(Array(toml.utf8))
    #expect(json == expected)
    #expect(context.ledger.map(\.what) == [what])
  }

  @Test(arguments: [
    // Named twice.
    ("a = 1\na = 2", "line 2, column 1 (byte 6): \"a\" is there already"),
    ("a = 1\n\"a\" = 2", "line 2, column 1 (byte 6): \"a\" is there already"),
    ("[a]\n[a]", "line 2, column 1 (byte 4): \"a\" is there already"),
    ("[a]\nb=1\n[a.b]", "line 3, column 1 (byte 8): \"b\" is there already"),
    ("a.b=1\n[a]", "line 2, column 1 (byte 6): \"a\" is there already"),
    ("[f]\na.t.s=1\n[f.a]", "line 3, column 1 (byte 12): \"a\" is there already"),
    ("[f]\na.t.s=1\n[f.a.t]", "line 3, column 1 (byte 12): \"t\" is there already"),
    (
      "[a.b.c]\nz=9\n[a]\nb.c.t=1", "line 4, column 1 (byte 16): \"b\" is there already, and cannot"
    ),
    ("[a]\nb={c=1}\n[a.b.d]", "line 3, column 4 (byte 15): \"b\" is complete: it stands in braces"),
    ("a={b=1}\na.c=2", "line 2, column 1 (byte 8): \"a\" is there already, and cannot be added to"),
    ("a=[]\n[[a]]", "line 2, column 1 (byte 5): \"a\" is there already, and is no array of tables"),
    ("[[a]]\n[a]", "line 2, column 1 (byte 6): \"a\" is there already"),
    ("[a]\n[[a]]", "line 2, column 1 (byte 4): \"a\" is there already, and is no array of tables"),
    ("a=[{}]\n[a.b]", "line 2, column 2 (byte 8): \"a\" is complete: it stands in brackets"),
    ("a=1\n[a.b]", "line 2, column 2 (byte 5): \"a\" is a value already, and no table"),
    ("a={b=1,b=2}", "line 1, column 8 (byte 7): \"b\" is there already"),
    ("a={b.c=1,b={}}", "line 1, column 10 (byte 9): \"b\" is there already"),
    // Not TOML.
    ("a", "line 1, column 2 (byte 1): expected \"=\" or \".\", but the file ends"),
    ("a =\n", "line 1, column 4 (byte 3): expected a value, but the line ends"),
    ("= 1", "line 1, column 1 (byte 0): expected a key, but found \"=\""),
    ("a = 1 b = 2", "line 1, column 7 (byte 6): expected the end of the line, but found \"b\""),
    ("[a", "line 1, column 3 (byte 2): expected \"]\" or \".\", but the file ends"),
    ("[[a]", "line 1, column 4 (byte 3): expected \"]]\" or \".\", but found \"]\""),
    ("[]", "line 1, column 2 (byte 1): expected a key, but found \"]\""),
    ("[ [a]]", "line 1, column 3 (byte 2): expected a key, but found \"[\""),
    ("a = [1 2]", "line 1, column 8 (byte 7): expected \",\" or \"]\", but found \"2\""),
    ("a = [,]", "line 1, column 6 (byte 5): expected a value, but found \",\""),
    ("a = {b=1,}", "line 1, column 10 (byte 9): expected a key, but found \"}\""),
    ("a = {b=1\n}", "line 1, column 9 (byte 8): expected \",\" or \"}\", but the line ends"),
    ("a = yes", "line 1, column 5 (byte 4): \"yes\" is no value: texts stand in quotes"),
    ("a = 01", "line 1, column 5 (byte 4): \"01\" is no value"), ("a = 1.", "line 1, column 5"),
    ("a = .5", "line 1, column 5"), ("a = 1__0", "line 1, column 5"),
    ("a = _1", "line 1, column 5"),
    ("a = 1_", "line 1, column 5"), ("a = +0x1", "line 1, column 5"),
    ("a = 0x", "line 1, column 5"),
    ("a = 0b2", "line 1, column 5"), ("a = 1e", "line 1, column 5"),
    ("a = 1_.5", "line 1, column 5"),
    ("a = Inf", "line 1, column 5"), ("a = --1", "line 1, column 5"),
    ("a = 0x_1", "line 1, column 5"),
    (
      "a = 1979-02-29", "line 1, column 5 (byte 4): \"1979-02-29\" is no date or time that there is"
    ),
    ("a = 1979-13-01", "line 1, column 5"), ("a = 24:00:00", "line 1, column 5"),
    ("a = 07:32", "line 1, column 5"),
    ("a = 1979-05-27T", "line 1, column 5"), ("a = 1979-05-27T07:32:00+25:00", "line 1, column 5"),
    ("a = \"x", "line 1, column 5 (byte 4): this text has no closing quote"),
    ("a = \"x\n\"", "line 1, column 7 (byte 6): expected a closing quote, but the line ends"),
    ("a = '''x", "line 1, column 8 (byte 7): this text has no closing quotes"),
    ("a = \"\\e\"", "line 1, column 6 (byte 5): this escape is not one of"),
    ("a = \"\\ud800\"", "line 1, column 6 (byte 5): there is no such character in Unicode"),
    ("a = \"\\u12\"", "line 1, column 10 (byte 9): expected 4 hexadecimal digits"),
    (
      "a = \"é\u{1}\"",
      "line 1, column 7 (byte 7): a control character (U+0001) is not allowed in a text"
    ),
    (
      "# \u{7F}",
      "line 1, column 3 (byte 2): a control character (U+007F) is not allowed in a comment"
    ),
    ("a = 1\r", "line 1, column 6 (byte 5): expected the end of the line"),
    ("é = 1", "line 1, column 1 (byte 0): expected a key, but found \"é\""),
    ("\"\"\"a\"\"\" = 1", "line 1, column 3 (byte 2): expected \"=\" or \".\""),
  ])
  func mistakes(toml: String, expected: String) throws {
    let error = #expect(throws: ConversionError.self) { try json(toml) }
    #expect(error?.code == .damagedInput)
    #expect(error?.message.hasPrefix(expected) == true, "\(error?.message ?? "")")
  }

  @Test func theLineIsShownWithACaret() throws {
    let error = #expect(throws: ConversionError.self) { try json("a = 1\nb = [1 2]\nc = 3\n") }
    #expect(
      error?.message == """
        line 2, column 8 (byte 13): expected "," or "]", but found "2"
          b = [1 2]
                 ^
        """)
  }

  @Test func invalidUTF8IsRefused() throws {
    let error = #expect(throws: ConversionError.self) { try read([0x61, 0x3D, 0x22, 0xFF, 0x22]) }
    #expect(
      error?.message.hasPrefix("line 1, column 4 (byte 3): the byte 0xFF is not UTF-8") == true)
  }

  @Test func anyDepthIsRead() throws {
    let depth = 100_000
    let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(try json("a = \(arrays)") == "{\"a\":\(arrays)}")
    let keys = Array(repeating: "k", count: depth).joined(separator: ".")
    #expect(try json("\(keys) = 1").count == 6 * depth + 1)
    #expect(try json("[\(keys)]").hasSuffix("{}" + String(repeating: "}", count: depth)))
    let tables = String(repeating: "{a=", count: depth) + "1" + String(repeating: "}", count: depth)
    #expect(try json("a = \(tables)").hasPrefix(#"{"a":{"a":{"a":"#))
  }

  @Test func everyTruncationEndsWell() throws {
    let text = Array(
      "[a.'b']\nc = [1, {d = \"\\u00e9\"}, '''x\n''', 1979-05-27 07:32:00Z] # é\n[[e]]\n".utf8)
    for count in 0..<text.count {
      do {
        _ = try read(Array(text.prefix(count)))
      } catch let error as ConversionError {
        #expect(error.code == .damagedInput)
      }
    }
  }

  @Test func limitsHold() throws {
    var limits = Limits.standard
    limits.input = 4
    let context = ConversionContext(registry: Registry(), limits: limits)
    let tree = try TOMLReader().read(
      InputFile(bytes: Array("a = 1".utf8)), type: "public.toml", in: ReadingContext(context))
    let error = #expect(throws: ConversionError.self) { try TreeJSON.lines(of: tree, in: context) }
    #expect(error?.code == .limitExceeded)
  }
}
