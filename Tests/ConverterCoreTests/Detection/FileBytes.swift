import ConverterCore
import TestSupport

/// Bytes of files that tests build, and what the detector says about them.
func detect(_ bytes: [UInt8], named name: String? = nil) throws -> Detection {
  try Detector.complete.detect(InputFile(bytes: bytes, name: name))
}

func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.bigEndian) { Array($0) }
}

func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

/// Numbers that look random and are the same every time (SplitMix64).
struct Noise: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}

/// An ISO base media file with an `ftyp` box and an empty `meta` box.
func isoMedia(_ major: String, _ compatible: [String], minor: String = "\0\0\0\0") -> [UInt8] {
  let brands = ascii(major) + ascii(minor) + compatible.flatMap(ascii)
  return bigEndian(UInt32(8 + brands.count)) + ascii("ftyp") + brands
    + bigEndian(UInt32(12)) + ascii("meta") + zeros(4)
}

/// A PNG file of some chunks, without checksums.
func png(_ chunks: [(type: String, contents: [UInt8])]) -> [UInt8] {
  [0x89] + ascii("PNG\r\n\u{1A}\n")
    + chunks.flatMap {
      bigEndian(UInt32($0.contents.count)) + ascii($0.type) + $0.contents + zeros(4)
    }
}

/// A ZIP archive of stored members.
func zip(_ members: [(name: String, contents: String)], comment: String = "") -> [UInt8] {
  var file: [UInt8] = []
  var directory: [UInt8] = []
  for (name, contents) in members {
    let sizes =
      littleEndian(UInt32(0)) + littleEndian(UInt32(contents.utf8.count))
      + littleEndian(UInt32(contents.utf8.count))
    let offset = file.count
    file +=
      ascii("PK\u{3}\u{4}") + littleEndian(UInt16(20)) + zeros(8) + sizes
      + littleEndian(UInt16(name.utf8.count)) + zeros(2) + ascii(name) + ascii(contents)
    directory +=
      ascii("PK\u{1}\u{2}") + littleEndian(UInt16(20)) + littleEndian(UInt16(20))
      + zeros(8) + sizes + littleEndian(UInt16(name.utf8.count)) + zeros(12)
      + littleEndian(UInt32(offset)) + ascii(name)
  }
  return file + directory + ascii("PK\u{5}\u{6}") + zeros(4)
    + littleEndian(UInt16(members.count)) + littleEndian(UInt16(members.count))
    + littleEndian(UInt32(directory.count)) + littleEndian(UInt32(file.count))
    + littleEndian(UInt16(comment.utf8.count)) + ascii(comment)
}

func zip(_ names: String...) -> [UInt8] { zip(names.map { ($0, "contents of \($0)") }) }

/// A compound file of 512-byte sectors whose directory has these streams.
func compoundFile(_ streams: [String]) -> [UInt8] {
  var entries: [UInt8] = []
  for name in ["Root Entry"] + streams {
    let units = name.utf16.flatMap { littleEndian($0) }
    entries += units + zeros(64 - units.count) + littleEndian(UInt16(units.count + 2)) + zeros(62)
  }
  let sectors = max(1, (entries.count + 511) / 512)
  entries += zeros(sectors * 512 - entries.count)
  var header: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + zeros(22)
  header += littleEndian(UInt16(9)) + zeros(16) + littleEndian(UInt32(1)) + zeros(24)
  // The allocation table is sector 0, the directory follows it.
  header += littleEndian(UInt32(0)) + [UInt8](repeating: 0xFF, count: 108 * 4)
  var table = littleEndian(UInt32(0xFFFF_FFFD))
  for sector in 1...sectors {
    table += littleEndian(sector == sectors ? 0xFFFF_FFFE : UInt32(sector + 1))
  }
  return header + table + [UInt8](repeating: 0xFF, count: 512 - table.count) + entries
}

/// A little-endian TIFF file whose directory has these tags, each with a value of four bytes.
func tiff(_ tags: [(tag: UInt16, value: UInt32)], make: String? = nil) -> [UInt8] {
  let count = tags.count + (make == nil ? 0 : 1)
  let end = 8 + 2 + count * 12 + 4
  var entries: [UInt8] = []
  if let make {
    entries +=
      littleEndian(UInt16(271)) + littleEndian(UInt16(2))
      + littleEndian(UInt32(make.utf8.count + 1)) + littleEndian(UInt32(end))
  }
  for (tag, value) in tags {
    entries +=
      littleEndian(tag) + littleEndian(UInt16(4)) + littleEndian(UInt32(1))
      + littleEndian(value)
  }
  return [0x49, 0x49, 42, 0] + littleEndian(UInt32(8)) + littleEndian(UInt16(count)) + entries
    + zeros(4) + ascii(make ?? "") + zeros(8)
}

/// A tar archive of one empty file.
func tar(mark: String = "ustar\u{0}00") -> [UInt8] {
  var header = ascii("name.txt") + zeros(92) + ascii("0000644\0") + ascii("0000000\0")
  header += ascii("0000000\0") + ascii("00000000000\0") + ascii("00000000000\0")
  header += ascii("        ") + ascii("0") + zeros(100) + ascii(mark)
  header += zeros(512 - header.count)
  let octal = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
  let sum = String(repeating: "0", count: 6 - octal.count) + octal
  header.replaceSubrange(148..<156, with: ascii(sum) + [0, 0x20])
  return header + zeros(1024)
}
