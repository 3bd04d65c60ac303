/// A tar archive made by hand (POSIX.1-1988 ustar), also such as no program writes.
struct TarBytes {
  private(set) var bytes: [UInt8] = []

  /// - Parameter things: `a=text` is a file, `d/` a folder, `l>target` a symbolic and `h~target` a hard link,
  ///   `c!3` something of the type 3.
  init(_ things: String...) {
    for thing in things { add(thing) }
    bytes += [UInt8](repeating: 0, count: 1024)
  }

  private mutating func add(_ thing: String) {
    let mark = thing.firstIndex { "=>~!".contains($0) } ?? thing.endIndex
    let rest = thing[mark...].dropFirst()
    switch mark < thing.endIndex ? thing[mark] : "/" {
    case "=": add(thing[..<mark], type: "0", content: Array(rest.utf8))
    case ">": add(thing[..<mark], type: "2", link: rest)
    case "~": add(thing[..<mark], type: "1", link: rest)
    case "!": add(thing[..<mark], type: rest.first ?? "3")
    default: add(thing[...], type: "5")
    }
  }

  private mutating func add(
    _ name: Substring, type: Character, link: Substring = "", content: [UInt8] = []
  ) {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: some StringProtocol, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    put(name, at: 0)
    put(type == "5" ? "0000755" : "0000644", at: 100)
    put("0000000\u{0}0000000", at: 108)
    put(Self.octal(content.count), at: 124)
    put(Self.octal(ZIPBytes.modified), at: 136)
    put("        ", at: 148)
    put(String(type), at: 156)
    put(link, at: 157)
    put("ustar\u{0}00", at: 257)
    put("0000001\u{0}0000003", at: 329)
    put("\(Self.octal(header.reduce(0) { $0 + Int($1) }).suffix(6))\u{0} ", at: 148)
    bytes += header + content + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  /// Eleven digits.
  private static func octal(_ number: Int) -> String {
    let digits = String(number, radix: 8)
    return String(repeating: "0", count: 11 - digits.count) + digits
  }
}
