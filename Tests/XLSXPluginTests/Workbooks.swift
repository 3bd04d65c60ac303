import ConverterCore
import Foundation
import TableModel
import TableTestSupport
import TestSupport
import XLSXPlugin
import ZIPPlugin

enum Workbooks {
  static func context(
    table: String? = nil, headerLines: Int? = nil, skipped: Int? = nil, limits: Limits = .standard
  ) throws -> ConversionContext {
    var registry = Registry()
    try ZIPPlugin.register(in: &registry)
    try XLSXPlugin.register(in: &registry)
    var reading = ReadingOptions()
    reading.table = table
    reading.dialect.headerLines = headerLines
    reading.dialect.skippedLines = skipped
    return ConversionContext(registry: registry, limits: limits, reading: reading, threads: 2)
  }

  static let type: ContentType.ID = "org.openxmlformats.spreadsheetml.sheet"

  static func read(_ bytes: [UInt8], in context: ConversionContext) throws -> Table {
    try context.table(in: InputFile(bytes: bytes), as: type)
  }

  static func write(
    _ table: Table, _ settings: [String: String] = [:], in context: ConversionContext
  ) throws -> [UInt8] {
    try table.written(by: XLSXWriter(), as: type, set: settings, in: context)
  }

  static let hasOpenpyxl: Bool = {
    let result = try? Program.run("/usr/bin/env", ["python3", "-c", "import openpyxl"])
    return result?.status == 0
  }()

  /// What a script prints that has `openpyxl`, and the workbook's path as `path`.
  static func python(_ script: String, path: String) throws -> String {
    let program = "import sys, datetime, openpyxl\npath = sys.argv[1]\n" + script
    let result = try Program.run("/usr/bin/env", ["python3", "-c", program, path])
    guard result.status == 0 else { throw ConversionError(.internalError, result.error) }
    return result.text
  }

  /// A workbook that a script made; it has `book` and its first sheet as `sheet`.
  static func made(by script: String) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    let path = scratch.file("a.xlsx")
    _ = try python(
      "book = openpyxl.Workbook()\nsheet = book.active\n" + script + "\nbook.save(path)", path: path
    )
    return try scratch.bytes("a.xlsx")
  }

  /// A workbook of a sheet's XML by hand.
  static func sheet(_ data: String, parts: [String: String] = [:]) throws -> [UInt8] {
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    var files = [
      "xl/workbook.xml":
        "<workbook xmlns:r=\"\(office)\"><sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"a\"/></sheets></workbook>",
      "xl/_rels/workbook.xml.rels":
        "<Relationships><Relationship Id=\"a\" Type=\"\(office)/worksheet\" Target=\"s.xml\"/></Relationships>",
      "xl/s.xml": data.hasPrefix("<!")
        ? data : "<worksheet><sheetData>\(data)</sheetData></worksheet>",
    ]
    files.merge(parts) { $1 }
    return storedZIP(files)
  }

  /// A ZIP archive whose entries are stored.
  static func storedZIP(_ files: [String: String]) -> [UInt8] { StoredZIP(files).bytes }
}
