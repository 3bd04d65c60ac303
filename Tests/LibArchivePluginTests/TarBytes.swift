/// Tar archives made by hand, also such that no program writes.
enum TarBytes {
  static let end = [UInt8](repeating: 0, count: 1024)

  struct Header {
    var name: [UInt8] = Array("a".utf8)
    var mode = "0000644"
    var size = "00000000000"
    var rawSize: [UInt8]?
    var time = "07000000000"
    var type: Character = "0"
    var link: [UInt8] = []
    var magic: [UInt8] = Array("ustar\u{0}00".utf8)
    var hasBadChecksum = false

    var bytes: [UInt8] {
      var block = [UInt8](repeating: 0, count: 512)
      func put(_ field: [UInt8], at offset: Int, _ length: Int) {
        block.replaceSubrange(
          offset..<offset + min(field.count, length), with: field.prefix(length))
      }
      put(name, at: 0, 100)
      put(Array(mode.utf8), at: 100, 8)
      put(Array("0000000".utf8), at: 108, 8)
      put(Array("0000000".utf8), at: 116, 8)
      put(rawSize ?? Array(size.utf8), at: 124, 12)
      put(Array(time.utf8), at: 136, 12)
      put(Array("        ".utf8), at: 148, 8)
      put([type.asciiValue ?? 0], at: 156, 1)
      put(link, at: 157, 100)
      put(magic, at: 257, 8)
      var sum = block.reduce(0) { $0 + Int($1) }
      if hasBadChecksum { sum += 1 }
      let digits = String(sum, radix: 8)
      put(
        Array((String(repeating: "0", count: 6 - digits.count) + digits + "\u{0} ").utf8), at: 148,
        8)
      return block
    }
  }

  static func padded(_ content: [UInt8]) -> [UInt8] {
    content + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  static func octal(_ number: Int) -> String {
    let digits = String(number, radix: 8)
    return String(repeating: "0", count: 11 - digits.count) + digits
  }

  static func file(_ name: String, _ content: [UInt8]) -> [UInt8] {
    file(Array(name.utf8), content)
  }

  static func file(_ name: [UInt8], _ content: [UInt8], type: Character = "0") -> [UInt8] {
    Header(name: name, size: octal(content.count), type: type).bytes + padded(content)
  }

  static func link(_ name: String, to target: String, type: Character) -> [UInt8] {
    Header(name: Array(name.utf8), type: type, link: Array(target.utf8)).bytes
  }

  /// An extended header of pax with one record, whose length is right unless it is given.
  static func pax(_ key: String, _ value: [UInt8], length: Int? = nil) -> [UInt8] {
    let rest = Array(" \(key)=".utf8) + value + [0x0A]
    var total = rest.count
    while String(total).utf8.count + rest.count != total {
      total = String(total).utf8.count + rest.count
    }
    let record = Array(String(length ?? total).utf8) + rest
    return file(Array("PaxHeader".utf8), record, type: "x")
  }
}
