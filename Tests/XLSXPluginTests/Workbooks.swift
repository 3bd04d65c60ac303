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
  static func storedZIP(_ files: [String: String]) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for (name, content) in files.sorted(by: { $0.key < $1.key }) {
      let data = Array(content.utf8)
      let fields =
        little(0, 4) + little(0, 4) + little(crc(data), 4) + little(data.count, 4)
        + little(data.count, 4) + little(name.utf8.count, 2) + little(0, 2)
      let offset = bytes.count
      bytes += [0x50, 0x4B, 3, 4] + little(20, 2) + fields + Array(name.utf8) + data
      directory +=
        [0x50, 0x4B, 1, 2] + little(20, 2) + little(20, 2) + fields + little(0, 6) + little(0, 4)
        + little(offset, 4) + Array(name.utf8)
    }
    let end =
      [0x50, 0x4B, 5, 6] + little(0, 4) + little(files.count, 2) + little(files.count, 2)
      + little(directory.count, 4) + little(bytes.count, 4) + little(0, 2)
    return bytes + directory + end
  }

  private static func crc(_ data: [UInt8]) -> Int {
    var crc: UInt32 = ~0
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return Int(~crc)
  }
}
