import ConverterCore
import TestSupport
import Testing

@Suite struct DetectorTextTests {
  /// What is called text, and is but for a few bytes, is left to its reader, which says where they are.
  @Test(arguments: [
    ("{\"a\": 1}\0", "a.json", "public.json"),
    ("{\"a\": 1}" + String(repeating: "\0", count: 600), "a.json", "public.json"),
    ("x = \"\u{1}\"\n", "a.toml", "public.toml"), ("\u{1}\u{2}\u{3}\u{4}", "a.toml", "public.toml"),
    ("{\"a\": 1}\0", "a.bin", "public.data"),
  ])
  func nearlyText(text: String, name: String, type: String) throws {
    let input = InputFile(bytes: Array(text.utf8), name: name)
    let detection = try Detector.complete.detect(input)
    #expect(detection.type.id.rawValue == type)
  }

  static let plain: [(String, ContentType.ID)] = [
    ("Hello, world.\n", .plainText), ("x", .plainText), ("Grüße aus Köln\n", .plainText),
    ("a, b and c\nd, e and f\ng, h and i\n", .plainText),
    ("let a = 1;\nlet b = 2;\nlet c = 3;\n", .plainText), ("12345\n67890\n", .plainText),
    ("{ this is not JSON }", .plainText), ("[section]\nkey = value\n", "public.ini"),
    ("<3 you all, and 2 > 1", .plainText), ("Note: this\nis prose.\n", .plainText),
    ("{\"a\": [1, 2.5e3, true, null, \"x\\\"y\"]}", "public.json"), ("[]", "public.json"),
    ("  {}\r\n", "public.json"), ("\u{FEFF}{\"a\":1}", "public.json"),
    ("{\"a\":1}\n{\"a\":2}\n", "public.ndjson"), ("{\n\"a\":1}\n{\"a\":\n2} []", "public.ndjson"),
    ("[1,2]\r\n[3,4]\r\n\r\n", "public.ndjson"),
    ("{\"a\":1}\n{\"a\":\n", .plainText), ("{\"a\":1,}", .plainText), ("{\"a\":1", .plainText),
    ("a,b,c\n1,2,3\n4,5,6\n", "public.comma-separated-values-text"),
    ("a,b,c\r1,2,3\r4,5,6\r", "public.comma-separated-values-text"),
    ("a;b;c\n1;2,5;3\n4;5,5;6\n", "public.comma-separated-values-text"),
    ("a\tb\n1\t2\n3\t4\n5\t6\n", "public.tab-separated-values-text"),
    ("a|b|c\n1|2|3\n4|5|6\n7|8|9\n", "public.delimited-values-text"),
    ("a || b\nc || d\ne || f\n", .plainText),
    ("a,b\n1,\"x, y\nz\"\n3,\"4 \"\"5\"\"\"\n6,7\n", "public.comma-separated-values-text"),
    ("<?xml version=\"1.0\"?>\n<a/>", "public.xml"), ("<a><b/></a>", "public.html"),
    ("<config xmlns=\"urn:x\"></config>", "public.xml"), ("<foo><bar/></foo>", "public.xml"),
    ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\"/>", "public.svg-image"),
    (
      "<?xml version='1.0'?><!-- a > b --><!DOCTYPE svg [<!ENTITY x '>'>]>\n<svg:svg xmlns:svg='s'/>",
      "public.svg-image"
    ),
    ("<!DOCTYPE html>\n<title>x</title>", "public.html"), ("<HTML><BODY>", "public.html"),
    ("<p>Hello</p>", "public.html"),
    (
      "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"></html>", "public.xhtml"
    ),
    ("<plist version=\"1.0\"><dict/></plist>", "com.apple.xml-property-list"),
    ("<rss version=\"2.0\"></rss>", "public.rss"),
    ("<feed xmlns=\"http://www.w3.org/2005/Atom\"></feed>", "org.ietf.atom"),
    ("<kml xmlns=\"http://www.opengis.net/kml/2.2\"></kml>", "com.google.earth.kml"),
    ("<gpx version=\"1.1\"></gpx>", "com.topografix.gpx"),
    ("<FictionBook></FictionBook>", "org.fictionbook.fb2"),
    (
      "<xsl:stylesheet xmlns:xsl=\"http://www.w3.org/1999/XSL/Transform\"></xsl:stylesheet>",
      "org.w3.xslt"
    ),
    ("<book xmlns=\"http://docbook.org/ns/docbook\"></book>", "org.oasis-open.docbook"),
    ("From: a@b.c\nTo: d@e.f\nSubject: x\n\nHello", "com.apple.mail.email"),
    ("Received: from x\n\tby y\nDate: now\nX-Foo: 1\n\nHello", "com.apple.mail.email"),
    ("Subject: only one field\n\nHello", .plainText),
    ("From a@b.c Mon Jun  1 04:28:28 2009\nFrom: a@b.c\n\nHi\n", "public.mbox"),
    ("From now on, all is well.\nSo it is.\n", .plainText),
    ("BEGIN:VCARD\r\nVERSION:4.0\r\n", "public.vcard"),
    ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", "com.apple.ical.ics"),
    ("#!/bin/sh\necho\n", "public.shell-script"),
    ("#!/usr/bin/env -S python3 -u\nprint()\n", "public.python-script"),
    ("#!/opt/strange\n", "public.script"), ("#!\n", .plainText),
    ("-----BEGIN CERTIFICATE-----\nMIIB\n", "public.pem-certificate"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIB\n", "public.pem-private-key"),
    ("-----BEGIN PGP MESSAGE-----\n\n", "org.openpgp.armored"),
    ("WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n", "org.w3.webvtt"),
    ("1\n00:00:01,000 --> 00:00:02,000\nHi\n", "public.subrip"),
    ("diff --git a/x b/x\n", "public.patch-file"),
    ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n", "public.patch-file"),
    ("{\\rtf1\\ansi Hi}", "public.rtf"), ("%!PS-Adobe-3.0\n", "com.adobe.postscript"),
    ("%!PS-Adobe-3.0 EPSF-3.0\n", "com.adobe.encapsulated-postscript"),
    ("solid x\n facet normal 0 0 1\n", "public.standard-tesselated-geometry-format"),
    ("solid ground\nbelow us\n", .plainText), ("0\nSECTION\n2\nHEADER\n", "com.autodesk.dxf"),
    ("ISO-10303-21;\nHEADER;\n", "org.iso.step"), ("#EXTM3U\n", "public.m3u-playlist"),
  ]

  @Test(arguments: plain)
  func readsTextWithoutName(_ text: String, _ type: ContentType.ID) throws {
    let detection = try detect(ascii(text))
    #expect(detection.type.id == type, "\(detection.evidence)")
    #expect(detection.mismatch == nil)
  }

  static let named: [(String, String, ContentType.ID)] = [
    ("# Title\n\nText.\n", "a.md", "net.daringfireball.markdown"),
    ("a: 1\n", "a.yaml", "public.yaml"), ("a = 1\n", "a.toml", "public.toml"),
    ("one column\nonly\n", "a.csv", "public.comma-separated-values-text"),
    ("a\tb\n1\t2\n", "a.csv", "public.comma-separated-values-text"),
    ("a,b,c\n1,2,3\n4,5,6\n", "a.txt", "public.comma-separated-values-text"),
    ("a|b|c\nd|e|f\ng|h|i\nprose\n", "a.txt", .plainText),
    ("a,b,c\n1,2,3\n4,5,6\n", "a.log", "public.log"),
    ("a,b,c\n1,2,3\n4,5,6\n", "a.py", "public.python-script"),
    ("{broken", "a.json", "public.json"), ("{\"a\":1}", "a.ndjson", "public.ndjson"),
    ("{\n\"a\":1}", "a.ndjson", "public.ndjson"), ("{\"a\":1}", "a.json5", "org.json5.json5"),
    ("{\"a\":1}", "a.jsonc", "com.microsoft.jsonc"), ("// x\n{a:1,}", "a.json5", "org.json5.json5"),
    ("/* x */ {}", "a.jsonc", "com.microsoft.jsonc"), ("// x\n{}", "a.json", "public.json"),
    ("42", "a.json", "public.json"), ("\"x\"", "a.json", "public.json"),
    ("null\n", "a.json", "public.json"),
    ("-1.5e3", "a.json", "public.json"),
    ("{\"type\":\"Feature\"}", "a.geojson", "public.geojson"),
    ("{\"type\":\"Feature\"}", "a.txt", "public.json"), ("{}", "a.gltf", "org.khronos.gltf"),
    ("all:\n\techo\n", "Makefile", "public.make-source"),
    ("FROM debian\n", "Dockerfile", "com.docker.dockerfile"),
    ("cmake_minimum_required()\n", "CMakeLists.txt", "org.cmake.source"),
    ("let a: Int? = nil\n", "a.ts", "com.microsoft.typescript"),
    ("Subject: x\n\nHi", "a.eml", "com.apple.mail.email"),
    ("From a@b.c Mon Jun  1 04:28:28 2009\nFrom: a@b.c\n\nHi\n", "a.eml", "com.apple.mail.email"),
    ("From a@b.c Mon Jun  1 04:28:28 2009\nFrom: a@b.c\n\nHi\n", "a", "public.mbox"),
    ("<?xml version=\"1.0\"?><a/>", "a.drawio", "net.jgraph.drawio"),
    ("<?xml version=\"1.0\"?><plist><dict/></plist>", "a.webloc", "com.apple.webloc"),
    ("<p>x</p>", "a.html", "public.html"), ("no tags", "a.html", "public.html"),
    ("<svg/>", "a.svg", "public.svg-image"),
    ("ply\nformat ascii 1.0\n", "a.ply", "public.polygon-file-format"),
    ("a,b\n\u{0},2\n1,2\n", "a.csv", "public.comma-separated-values-text"),
  ]

  @Test(arguments: named)
  func namesSpecialiseText(_ text: String, _ name: String, _ type: ContentType.ID) throws {
    let detection = try detect(ascii(text), named: name)
    #expect(detection.type.id == type, "\(detection.evidence)")
    #expect(detection.mismatch == nil)
  }

  static let encodings: [(bytes: [UInt8], String)] = [
    (ascii("a,b\n"), "ASCII text"), (ascii("é\n"), "UTF-8 text"),
    ([0xEF, 0xBB, 0xBF] + ascii("a\n"), "UTF-8 text with a byte order mark"),
    ([0xFF, 0xFE] + "grün".utf16.flatMap { littleEndian($0) }, "UTF-16 text, little-endian"),
    ([0xFE, 0xFF] + "grün".utf16.flatMap { bigEndian($0) }, "UTF-16 text, big-endian"),
    ("no mark here".utf16.flatMap { littleEndian($0) }, "UTF-16 text, little-endian"),
    ("no mark here".utf16.flatMap { bigEndian($0) }, "UTF-16 text, big-endian"),
    (
      [0, 0, 0xFE, 0xFF] + "ab".unicodeScalars.flatMap { bigEndian($0.value) },
      "UTF-32 text, big-endian"
    ),
    (ascii("a long enough text ") + [0xA9], "text in an 8-bit or multi-byte encoding"),
  ]

  @Test(arguments: encodings)
  func namesEncodings(_ bytes: [UInt8], _ observation: String) throws {
    let detection = try detect(bytes)
    #expect(detection.type.id == .plainText)
    #expect(detection.evidence.first?.observation == observation)
  }

  @Test func looksThroughEncodings() throws {
    let wide: [UInt8] = [0xFF, 0xFE] + "{\"a\":1}".utf16.flatMap { littleEndian($0) }
    #expect(try detect(wide).type.id == "public.json")
    let table: [UInt8] = [0xFE, 0xFF] + "a;b;c\r\n1;2;3\r\n4;5;6".utf16.flatMap { bigEndian($0) }
    #expect(try detect(table).type.id == "public.comma-separated-values-text")
    let page = "<?xml version='1.0' encoding='UTF-16'?><svg/>".utf16.flatMap { bigEndian($0) }
    #expect(try detect([0xFE, 0xFF] + page).type.id == "public.svg-image")
  }

  /// Nothing but delimiters, digits and line ends is Latin; the name says that it is text.
  @Test(arguments: [false, true])
  func looksThroughUnmarkedWideText(isBigEndian: Bool) throws {
    let text = "名前,住所,値\n山田太郎,東京都千代田区,1\n鈴木花子,大阪府大阪市,2\n"
    let bytes = text.utf16.flatMap { isBigEndian ? bigEndian($0) : littleEndian($0) }
    #expect(try detect(bytes, named: "a.csv").type.id == "public.comma-separated-values-text")
    #expect(try detect(bytes).type.id != "public.comma-separated-values-text")
  }

  @Test func allowsSeparatorsAmongControls() throws {
    let text = ascii("a\u{1F}b\u{1F}c\n1\u{1F}2\u{1F}3\n")
    #expect(try detect(text, named: "a.csv").type.id == "public.comma-separated-values-text")
  }

  /// A character, a record or a value may be cut where the sample ends.
  @Test func looksAtTheBeginningOfLongText() throws {
    let line = "{\"name\":\"Grüße\",\"values\":[1,2,3]}"
    let lines = [String](repeating: line, count: 5000)
    #expect(try detect(ascii("[" + lines.joined(separator: ",\n") + "]")).type.id == "public.json")
    #expect(try detect(ascii("[" + lines.joined(separator: ",") + "]")).type.id == "public.json")
    #expect(try detect(ascii(lines.joined(separator: "\n"))).type.id == "public.ndjson")
    let table = [String](repeating: "ä,ö,ü,ß", count: 20_000).joined(separator: "\n")
    for shift in 0..<4 {
      let text = ascii(String(repeating: "x", count: shift) + table)
      #expect(try detect(text).type.id == "public.comma-separated-values-text")
    }
  }

  @Test func deepNestingIsNoDanger() throws {
    let deep = String(repeating: "[", count: 200_000)
    #expect(try detect(ascii(deep)).type.id == "public.json")
    let closed = String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000)
    #expect(try detect(ascii(closed)).type.id == "public.json")
    let tags = String(repeating: "<a ", count: 50_000)
    #expect(try detect(ascii(tags)).type.id == "public.html")
  }
}
