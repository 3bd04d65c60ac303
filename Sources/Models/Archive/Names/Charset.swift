/// An encoding that names can have.
struct Charset: Sendable {
  enum Conversion: Sendable {
    case utf8
    case table(CodePage)
    case library(IconvHandle)
  }

  /// As it is shown, and as `--encoding` takes it.
  let name: String
  let conversion: Conversion

  /// The encoding that the user means; `nil` for one that is not known.
  init?(named name: String) {
    let key = String(name.uppercased().filter { $0 != "-" && $0 != "_" })
    if let known = Known.allCases.first(where: { $0.names.contains(key) }) {
      self.init(known)
      return
    }
    guard let handle = IconvHandle(name) else { return nil }
    self.init(name: name, conversion: .library(handle))
  }

  private init(name: String, conversion: Conversion) {
    self.name = name
    self.conversion = conversion
  }

  /// - Returns: `nil` where the C library lacks it.
  init?(_ known: Known) {
    let conversion: Conversion
    switch known {
    case .utf8: conversion = .utf8
    case .cp437: conversion = .table(.cp437)
    case .cp850: conversion = .table(.cp850)
    case .cp866: conversion = .table(.cp866)
    case .windows1251: conversion = .table(.windows1251)
    case .windows1252: conversion = .table(.windows1252)
    case .shiftJIS, .gbk, .eucKR, .big5:
      guard let handle = IconvHandle(known.libraryName) else { return nil }
      conversion = .library(handle)
    }
    self.init(name: known.rawValue, conversion: conversion)
  }

  /// The encodings that are guessed.
  enum Known: String, CaseIterable {
    case utf8 = "UTF-8"
    case cp437 = "CP437"
    case cp850 = "CP850"
    case cp866 = "CP866"
    case windows1251 = "windows-1251"
    case windows1252 = "windows-1252"
    case shiftJIS = "Shift-JIS"
    case gbk = "GBK"
    case eucKR = "EUC-KR"
    case big5 = "Big5"

    /// In capitals, without hyphens.
    fileprivate var names: [String] {
      switch self {
      case .utf8: ["UTF8"]
      case .cp437: ["CP437", "IBM437", "437"]
      case .cp850: ["CP850", "IBM850", "850"]
      case .cp866: ["CP866", "IBM866", "866"]
      case .windows1251: ["WINDOWS1251", "CP1251", "1251"]
      case .windows1252: ["WINDOWS1252", "CP1252", "1252"]
      case .shiftJIS: ["SHIFTJIS", "SJIS", "CP932", "MS932", "WINDOWS31J", "932"]
      case .gbk: ["GBK", "CP936", "GB2312", "EUCCN", "936"]
      case .eucKR: ["EUCKR", "CP949", "UHC", "949"]
      case .big5: ["BIG5", "CP950", "950"]
      }
    }

    /// What systems write under these names has the extensions of Windows; its backslash is a backslash.
    fileprivate var libraryName: String {
      switch self {
      case .shiftJIS: "CP932"
      case .gbk: "GBK"
      case .eucKR: "CP949"
      case .big5: "CP950"
      default: rawValue
      }
    }
  }

  /// The text in UTF-8; bytes that have no character stay as they are.
  func decode(_ raw: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(raw.count * 3)
    switch conversion {
    case .utf8: return raw
    case .table(let page): page.decode(raw, into: &text)
    case .library(let handle): handle.decode(raw, into: &text)
    }
    return text
  }
}
