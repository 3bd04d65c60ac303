import ConverterCore
import PropertyListPlugin
import Testing
import TreeModel
import TreeTestSupport

@Suite struct XMLTests {
  @Test(arguments: [
    ("<dict><key>a</key><integer>1</integer><key>b</key><true/></dict>", #"{"a":1,"b":true}"#),
    ("<array><false/><string>x</string><array/><dict/></array>", #"[false,"x",[],{}]"#),
    ("<array></array>", "[]"), ("<dict> </dict>", "{}"), ("<true></true>", "true"),
    ("<string/>", "\"\""), ("<string> a\n b </string>", #"" a\n b ""#),
    ("<string>&lt;&gt;&amp;&quot;&apos;&#233;&#x1F600;</string>", #""<>&\"'é😀""#),
    ("<string>a<![CDATA[<b>&amp;]]>c<!-- d -->e</string>", #""a<b>&amp;ce""#),
    ("<string>a\r\nb\rc&#13;</string>", #""a\nb\nc\r""#),
    ("<integer> -7 </integer>", "-7"), ("<integer>+007</integer>", "7"),
    ("<integer>-000</integer>", "0"),
    ("<integer>0xFF</integer>", "255"), ("<integer>-0x10</integer>", "-16"),
    ("<integer>123456789012345678901234567890</integer>", "123456789012345678901234567890"),
    ("<real>1.10</real>", "1.10"), ("<real>.5</real>", "0.5"), ("<real>5</real>", "5"),
    ("<real>+1e3</real>", "1000.0"),
    ("<real>nan</real>", "\"nan\""), ("<real>-Infinity</real>", "\"-inf\""),
    ("<date>2011-05-03T12:34:56Z</date>", "\"2011-05-03T12:34:56Z\""),
    ("<data>\n  aG\n  kA\n</data>", "\"aGkA\""), ("<data/>", "\"\""),
    ("<!-- c --><?x y?><string a='>' b=\"&gt;\">z</string>", "\"z\""),
  ])
  func values(xml: String, expected: String) throws {
    #expect(try json(document(xml)) == expected)
  }

  @Test func whatStandsAroundIsPassedOver() throws {
    let text = """
      \u{FEFF}<?xml version='1.0'?><!-- > -->
      <!DOCTYPE plist [ <!ENTITY a "]>"> <!-- " --> ]>
      <plist version="1.0" x:y = '1'  ><dict ><key >a</key ><string>b</string></dict></plist>
      <!-- after -->
      """
    #expect(try json(text) == #"{"a":"b"}"#)
    #expect(try json("<array><integer>1</integer></array>") == "[1]")
    #expect(try json("<plist><data> aG\nkA </data></plist>") == "\"aGkA\"")
  }

  @Test func utf16IsRead() throws {
    var bytes: [UInt8] = [0xFE, 0xFF]
    for unit in document("<string>é😀</string>").utf16 {
      bytes += [UInt8(unit >> 8), UInt8(unit & 255)]
    }
    #expect(try read(bytes).json == "\"é😀\"")
  }

  @Test(arguments: [
    ("", "line 1, column 1 (byte 0): the property list holds no value"),
    ("<plist></plist>", "line 1, column 8 (byte 7): the property list holds no value"),
    (
      "<plist><true/><true/></plist>",
      "line 1, column 15 (byte 14): a property list holds one value"
    ),
    (
      "<plist><true/></plist><true/>",
      "line 1, column 23 (byte 22): a property list holds one value"
    ),
    ("<plist><true/></plist>x", "line 1, column 23 (byte 22): expected a tag, but found text"),
    ("<plist><true/>", "line 1, column 15 (byte 14): the file ends before all elements are closed"),
    ("<dict>\n<string/></dict>", "line 2, column 1 (byte 7): expected <key> or </dict>"),
    ("<dict><key>a</key></dict>", "line 1, column 19 (byte 18): expected the value of a key"),
    (
      "<dict><key>a</key><key>b</key></dict>",
      "line 1, column 19 (byte 18): expected dict, array, string"
    ),
    ("<array></dict>", "line 1, column 8 (byte 7): </dict> closes nothing that is open"),
    (
      "<array><x/></array>",
      "line 1, column 8 (byte 7): expected dict, array, string, integer, real"
    ),
    ("<string>a</key>", "line 1, column 10 (byte 9): expected </string>"),
    ("<string>a<b/></string>", "line 1, column 10 (byte 9): expected </string>"),
    ("<string>a", "line 1, column 1 (byte 0): <string> is not closed before the file ends"),
    (
      "<string>&nbsp;</string>",
      "line 1, column 9 (byte 8): &nbsp; stands for nothing that is known"
    ),
    ("<string>&#0;</string>", "line 1, column 9 (byte 8): &#0; stands for nothing"),
    ("<string>&#xD800;</string>", "line 1, column 9"),
    ("<string>a & b</string>", "line 1, column 11 (byte 10): \"&\" begins"),
    ("<string>\u{1}</string>", "line 1, column 9 (byte 8): a control character is not allowed"),
    ("<integer>1.5</integer>", "line 1, column 1 (byte 0): \"1.5\" is no integer"),
    ("<integer/>", "line 1, column 1 (byte 0): \"\" is no integer"),
    ("<integer>0x</integer>", "line 1, column 1"),
    ("<real>x</real>", "line 1, column 1 (byte 0): \"x\" is no number"),
    ("<real>0x1p3</real>", "line 1, column 1"),
    (
      "<date>2011-02-29T00:00:00Z</date>",
      "line 1, column 1 (byte 0): \"2011-02-29T00:00:00Z\" is no date"
    ),
    ("<date>2011</date>", "line 1, column 1"),
    ("<data>a</data>", "line 1, column 1 (byte 0): the data is no base64"),
    ("<data>aGk</data>", "line 1, column 1"),
    ("<true>x</true>", "line 1, column 1 (byte 0): <true> holds nothing"),
    ("<!-- x", "line 1, column 1 (byte 0): this comment has no end"),
    ("<!DOCTYPE [ ", "line 1, column 1"),
    ("<string><![CDATA[a]]</string>", "line 1, column 9 (byte 8): this CDATA section has no end"),
    ("<plist a=b>", "line 1, column 10 (byte 9): expected a value in quotes"),
    ("<", "line 1, column 2 (byte 1): expected the name"),
  ])
  func mistakes(xml: String, expected: String) throws {
    let error = #expect(throws: ConversionError.self) { try json(xml) }
    #expect(error?.code == .damagedInput)
    #expect(error?.message.hasPrefix(expected) == true, "\(error?.message ?? "")")
  }

  @Test func entitiesThatAFileDefinesAreNotExpanded() throws {
    let text =
      "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><plist><string>&x;</string></plist>"
    let error = #expect(throws: ConversionError.self) { try json(text) }
    #expect(error?.message.contains("&x; stands for nothing that is known") == true)
  }

  @Test func isWrittenAsOnMacOS() throws {
    let text = try xml(#"{"a":1,"b":[1.50,true,"<&>"],"c":{},"d":[],"e":{"f":"g\rh"}}"#)
    #expect(
      text
        == document(
          """
          <dict>
          \t<key>a</key>
          \t<integer>1</integer>
          \t<key>b</key>
          \t<array>
          \t\t<real>1.50</real>
          \t\t<true/>
          \t\t<string>&lt;&amp;&gt;</string>
          \t</array>
          \t<key>c</key>
          \t<dict/>
          \t<key>d</key>
          \t<array/>
          \t<key>e</key>
          \t<dict>
          \t\t<key>f</key>
          \t\t<string>g&#13;h</string>
          \t</dict>
          </dict>
          """))
    #expect(try json(text) == #"{"a":1,"b":[1.50,true,"<&>"],"c":{},"d":[],"e":{"f":"g\rh"}}"#)
  }

  @Test(arguments: [
    (#"{"a":null,"b":1}"#, "<dict>\n\t<key>b</key>\n\t<integer>1</integer>\n</dict>", "null"),
    ("[null]", "<array>\n\t<string></string>\n</array>", "null"),
    (#"{"a":null}"#, "<dict/>", "null"),
    (
      "[12345678901234567890123]", "<array>\n\t<string>12345678901234567890123</string>\n</array>",
      "numbers"
    ),
    ("[\"\\u0000\"]", "<array>\n\t<string>\u{FFFD}</string>\n</array>", "text"),
    ("[\"\\ud800\"]", "<array>\n\t<string>\u{FFFD}</string>\n</array>", "text"),
    ("[\"\\uffff\"]", "<array>\n\t<string>\u{FFFD}</string>\n</array>", "text"),
  ])
  func whatCannotBeSaidIsNoted(json: String, expected: String, what: String) throws {
    let (bytes, context) = try write(TreeJSON.tree(json), "xml")
    #expect(String(decoding: bytes, as: UTF8.self) == document(expected))
    #expect(context.ledger.map(\.what) == [what])
  }

  @Test func nothingButNullIsRefused() throws {
    let error = #expect(throws: ConversionError.self) { try xml("null") }
    #expect(error?.code == .unsupportedContent)
  }

  @Test func severalValuesBecomeAnArray() throws {
    #expect(try json(try xml("1\n{\"a\":2}", isSequence: true)) == #"[1,{"a":2}]"#)
  }

  @Test func anyDepthIsReadAndWritten() throws {
    let depth = 50_000
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(try json(try xml(nested)) == nested)
  }

  @Test func everyTruncationEndsWell() throws {
    let text = Array(try xml(#"{"a":[1.5,"é&"],"b":{"c":true}}"#).utf8)
    let last = text.count - "</plist>\n".utf8.count
    for count in 0...last {
      let error = #expect(throws: ConversionError.self) { try read(Array(text.prefix(count))) }
      #expect(error?.code == .damagedInput)
    }
  }
}
