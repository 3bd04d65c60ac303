internal import Synchronization

/// An encoding of text, as the user names it or as it is guessed.
package struct Charset: Sendable {
  package enum Conversion: Sendable {
    case utf8
    case utf16(bigEndian: Bool)
    case utf32(bigEndian: Bool)
    case table(CodePage)
    case library(IconvHandle)
  }

  /// As it is shown, and as `--encoding` takes it.
  package let name: String
  package let conversion: Conversion

  /// The encoding that the user means; `nil` for one that is not known.
  package init?(named name: String) {
    let key = String(name.uppercased().filter { $0 != "-" && $0 != "_" })
    if let known = Known.allCases.first(where: { $0.names.contains(key) }) {
      self.init(known)
      return
    }
    guard let handle = IconvHandle(name) else { return nil }
    self.init(name: name, conversion: Self.conversion(by: handle))
  }

  init(name: String, conversion: Conversion) {
    self.name = name
    self.conversion = conversion
  }

  /// Those of the list that were asked for. The library takes a millisecond to load one and tell its characters.
  private static let opened = Mutex<[Known: Conversion]>([:])

  /// - Returns: `nil` where the C library lacks it.
  package init?(_ known: Known) {
    let conversion = Self.opened.withLock { opened -> Conversion? in
      if let conversion = opened[known] { return conversion }
      let conversion = Self.conversion(of: known)
      opened[known] = conversion
      return conversion
    }
    guard let conversion else { return nil }
    // Threads would wait for each other over one converter; what is loaded opens another at once.
    if case .library(let handle) = conversion, let own = IconvHandle(handle.encoding) {
      self.init(name: known.rawValue, conversion: .library(own))
    } else {
      self.init(name: known.rawValue, conversion: conversion)
    }
  }

  private static func conversion(of known: Known) -> Conversion? {
    switch known {
    case .utf8: .utf8
    case .utf16LE: .utf16(bigEndian: false)
    case .utf16BE: .utf16(bigEndian: true)
    case .utf32LE: .utf32(bigEndian: false)
    case .utf32BE: .utf32(bigEndian: true)
    case .cp437: .table(.cp437)
    case .cp850: .table(.cp850)
    case .cp866: .table(.cp866)
    case .windows1251: .table(.windows1251)
    case .windows1252: .table(.windows1252)
    case .latin1: .table(.latin1)
    case .windows1250, .latin2, .koi8R, .macRoman, .macCyrillic, .shiftJIS, .gbk, .eucKR,
      .eucJP, .big5, .iso2022JP:
      IconvHandle(known.libraryName).map(Self.conversion(by:))
    }
  }

  /// A table is a hundred times as fast as the library, where a byte is a character.
  private static func conversion(by handle: IconvHandle) -> Conversion {
    CodePage(handle).map { .table($0) } ?? .library(handle)
  }

  /// The encodings that are known without the C library's list, among them all that are guessed.
  package enum Known: String, CaseIterable, Sendable {
    case utf8 = "UTF-8"
    case utf16LE = "UTF-16LE"
    case utf16BE = "UTF-16BE"
    case utf32LE = "UTF-32LE"
    case utf32BE = "UTF-32BE"
    case cp437 = "CP437"
    case cp850 = "CP850"
    case cp866 = "CP866"
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1252 = "windows-1252"
    case latin1 = "ISO-8859-1"
    case latin2 = "ISO-8859-2"
    case koi8R = "KOI8-R"
    case macRoman = "MacRoman"
    case macCyrillic = "MacCyrillic"
    case shiftJIS = "Shift-JIS"
    case gbk = "GBK"
    case eucKR = "EUC-KR"
    case eucJP = "EUC-JP"
    case big5 = "Big5"
    case iso2022JP = "ISO-2022-JP"

    /// In capitals, without hyphens.
    fileprivate var names: [String] {
      switch self {
      case .utf8: ["UTF8"]
      // Without a word on the order it is that of Windows; a mark at the beginning overrules any name.
      case .utf16LE: ["UTF16LE", "UTF16", "UCS2", "UCS2LE", "UNICODE"]
      case .utf16BE: ["UTF16BE", "UCS2BE"]
      case .utf32LE: ["UTF32LE", "UTF32", "UCS4", "UCS4LE"]
      case .utf32BE: ["UTF32BE", "UCS4BE"]
      case .cp437: ["CP437", "IBM437", "437"]
      case .cp850: ["CP850", "IBM850", "850"]
      case .cp866: ["CP866", "IBM866", "866"]
      case .windows1250: ["WINDOWS1250", "CP1250", "1250"]
      case .windows1251: ["WINDOWS1251", "CP1251", "1251"]
      case .windows1252: ["WINDOWS1252", "CP1252", "1252", "ANSI"]
      case .latin1: ["ISO88591", "LATIN1", "L1"]
      case .latin2: ["ISO88592", "LATIN2", "L2"]
      // The library knows it by its name, and it is shown as the user writes it.
      case .koi8R: []
      case .macRoman: ["MACROMAN", "MACINTOSH", "MAC"]
      case .macCyrillic: ["MACCYRILLIC", "XMACCYRILLIC"]
      case .shiftJIS: ["SHIFTJIS", "SJIS", "CP932", "MS932", "WINDOWS31J", "932"]
      case .gbk: ["GBK", "CP936", "GB2312", "GB231280", "EUCCN", "936"]
      case .eucKR: ["EUCKR", "CP949", "UHC", "949"]
      case .eucJP: ["EUCJP"]
      case .big5: ["BIG5", "CP950", "950"]
      case .iso2022JP: ["ISO2022JP", "JIS"]
      }
    }

    /// What systems write under these names has the extensions of Windows; its backslash is a backslash.
    fileprivate var libraryName: String {
      switch self {
      case .windows1250: "CP1250"
      case .macRoman: "MACINTOSH"
      case .macCyrillic: "MAC-CYRILLIC"
      case .shiftJIS: "CP932"
      // What it lacks of GB18030 is written under its name, too.
      case .gbk: "GB18030"
      case .eucKR: "CP949"
      case .big5: "CP950"
      default: rawValue
      }
    }
  }

  package var isUTF8: Bool {
    if case .utf8 = conversion { true } else { false }
  }

  /// Whether reading can begin at any character, for what a byte means does not depend on what came long before.
  package var isStateless: Bool {
    switch conversion {
    case .utf8, .utf16, .utf32, .table: true
    // What its bytes mean depends on the last escape.
    case .library: Known(rawValue: name).map { $0 != .iso2022JP } ?? false
    }
  }

  /// The same encoding in the order of bytes that a mark at the beginning of the file says.
  package func following(markOf head: [UInt8]) -> Charset {
    guard let (known, _) = TextEncodingGuess.mark(of: head), let marked = Charset(known) else {
      return self
    }
    return switch (conversion, marked.conversion) {
    case (.utf16, .utf16), (.utf32, .utf32): marked
    default: self
    }
  }

  /// The text in UTF-8; bytes that have no character stay as they are.
  ///
  /// It is for short texts by themselves, such as names; ``TextDecoder`` is for files.
  package func decode(_ raw: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(raw.count * 3)
    switch conversion {
    case .utf8: return raw
    case .utf16(let bigEndian): Self.decode(raw, bigEndian ? "UTF-16BE" : "UTF-16LE", into: &text)
    case .utf32(let bigEndian): Self.decode(raw, bigEndian ? "UTF-32BE" : "UTF-32LE", into: &text)
    case .table(let page): page.decode(raw, into: &text)
    case .library(let handle): handle.decode(raw, into: &text)
    }
    return text
  }

  private static func decode(_ raw: [UInt8], _ name: String, into text: inout [UInt8]) {
    guard let handle = IconvHandle(name) else { return text += raw }
    handle.decode(raw, into: &text)
  }
}
