/// A file in Microsoft's format of attachments (winmail.dat), put together after [MS-OXTNEF].
public struct TinyTNEF {
  /// Attributes as they stand in the file, with their checksums.
  private var body: [UInt8] = []

  /// The signature and a key.
  public static let head: [UInt8] = [0x78, 0x9F, 0x3E, 0x22, 0x34, 0x12]

  /// - Parameter codePage: of all texts that are not Unicode; `nil` leaves it unsaid.
  public init(codePage: Int? = 1252) {
    message(0x89006, [0, 0, 1, 0])
    guard let codePage else { return }
    message(0x69007, Self.number(codePage, 4) + Self.number(0, 4))
  }

  public var bytes: [UInt8] { Self.head + body }

  /// An attribute of the message.
  public mutating func message(_ tag: Int, _ data: [UInt8]) {
    body += Self.attribute(tag, data, level: 1)
  }

  /// An attribute of the attachment that was begun last.
  public mutating func attachment(_ tag: Int, _ data: [UInt8]) {
    body += Self.attribute(tag, data, level: 2)
  }

  /// Anything at all.
  public mutating func append(_ bytes: [UInt8]) { body += bytes }

  /// The attribute that begins an attachment.
  ///
  /// - Parameter kind: 1 for a file, 2 for an OLE object.
  public mutating func beginAttachment(kind: Int = 1) {
    attachment(0x69002, Self.number(kind, 2) + [UInt8](repeating: 0xFF, count: 4) + zeros(8))
  }

  /// An attachment as Outlook writes a file.
  ///
  /// - Parameters:
  ///   - title: in the code page of the file.
  ///   - date: year, month, day, hour, minute, second.
  public mutating func file(
    _ title: [UInt8], _ content: [UInt8], date: [Int]? = nil, properties: [Property] = []
  ) {
    beginAttachment()
    if let date { attachment(0x38013, Self.date(date)) }
    attachment(0x6800F, content)
    attachment(0x18010, title + [0])
    if !properties.isEmpty { attachment(0x69005, Self.block(properties)) }
  }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  public static func attribute(_ tag: Int, _ data: [UInt8], level: UInt8) -> [UInt8] {
    let sum = data.reduce(0) { $0 + Int($1) }
    return [level] + number(tag, 4) + number(data.count, 4) + data + number(sum, 2)
  }

  /// The same with the right checksum behind each attribute, as far as attributes can be found.
  public static func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var position = head.count
    while position + 11 <= bytes.count {
      let count = bytes[position + 5..<position + 9].reversed().reduce(0) { $0 << 8 | Int($1) }
      let data = position + 9
      guard count <= bytes.count - data - 2 else { break }
      let sum = bytes[data..<data + count].reduce(0) { $0 + Int($1) }
      bytes.replaceSubrange(data + count..<data + count + 2, with: number(sum, 2))
      position = data + count + 2
    }
    return bytes
  }

  public static func date(_ parts: [Int]) -> [UInt8] { (parts + [0]).flatMap { number($0, 2) } }

  public static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

extension TinyTNEF {
  /// A MAPI property as it stands in a block of them.
  public struct Property {
    public let bytes: [UInt8]

    /// - Parameters:
    ///   - id: the number of the property.
    ///   - type: how its value is laid out.
    ///   - name: what follows for numbers from 0x8000 on.
    ///   - value: the value, with the numbers of values and bytes before it, not yet filled up.
    public init(_ id: Int, type: Int, name: [UInt8] = [], value: [UInt8]) {
      bytes = number(type, 2) + number(id, 2) + name + padded(value)
    }

    public static func long(_ id: Int, _ value: Int) -> Property {
      Property(id, type: 3, value: number(value, 4))
    }

    /// - Parameter time: in units of 100 ns since 1601.
    public static func time(_ id: Int, _ time: Int) -> Property {
      Property(id, type: 0x40, value: number(time, 8))
    }

    public static func unicode(_ id: Int, _ text: String) -> Property {
      sized(id, 0x1F, text.utf16.flatMap { number(Int($0), 2) } + [0, 0])
    }

    public static func string8(_ id: Int, _ text: [UInt8]) -> Property {
      sized(id, 0x1E, text + [0])
    }

    public static func binary(_ id: Int, _ data: [UInt8]) -> Property { sized(id, 0x102, data) }

    /// - Parameter interface: the number that tells messages (0x20307) from storages (0xB).
    public static func object(_ id: Int, interface: Int, _ data: [UInt8]) -> Property {
      let identifier = number(interface, 4) + [0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46]
      return sized(id, 0xD, identifier + data)
    }

    private static func sized(_ id: Int, _ type: Int, _ data: [UInt8]) -> Property {
      Property(id, type: type, value: number(1, 4) + number(data.count, 4) + data)
    }
  }

  /// Properties with their number before them.
  public static func block(_ properties: [Property]) -> [UInt8] {
    number(properties.count, 4) + properties.flatMap(\.bytes)
  }

  /// Filled up to a multiple of four.
  public static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }
}

extension TinyTNEF {
  /// Rich text as [MS-OXRTFCP] compresses it (LZFu).
  public static func compressed(rtf: [UInt8]) -> [UInt8] {
    var window = Array(rtfStart.utf8)
    let start = window.count
    window += rtf
    var coded: [UInt8] = []
    var position = start
    var isEnded = false
    while !isEnded {
      var flags: UInt8 = 0
      var run: [UInt8] = []
      for bit in 0..<8 where !isEnded {
        let (place, length) = longestMatch(window, position)
        if position == window.count {
          flags |= 1 << UInt8(bit)
          run += [UInt8(truncatingIfNeeded: position >> 4), UInt8(position & 0xF) << 4]
          isEnded = true
        } else if length >= 2 {
          flags |= 1 << UInt8(bit)
          run += [
            UInt8(truncatingIfNeeded: place >> 4), UInt8(place & 0xF) << 4 | UInt8(length - 2),
          ]
          position += length
        } else {
          run.append(window[position])
          position += 1
        }
      }
      coded += [flags] + run
    }
    return number(coded.count + 12, 4) + number(rtf.count, 4) + Array("LZFu".utf8)
      + number(crc32(coded), 4) + coded
  }

  /// Rich text in the same frame, as it is (MELA).
  public static func stored(rtf: [UInt8]) -> [UInt8] {
    number(rtf.count + 12, 4) + number(rtf.count, 4) + Array("MELA".utf8) + number(0, 4) + rtf
  }

  /// Where in the last 4096 bytes the longest part of what follows stands, up to 17 bytes.
  private static func longestMatch(_ window: [UInt8], _ position: Int) -> (Int, Int) {
    var best = (place: 0, length: 0)
    for place in max(0, position - 4000)..<position {
      var length = 0
      while length < 17, position + length < window.count,
        window[place + length] == window[position + length]
      {
        length += 1
      }
      if length > best.length { best = (place & 0xFFF, length) }
    }
    return best
  }

  /// As [MS-OXRTFCP] 2.1.3.2 has it: begun with 0, not turned over.
  public static func crc32(_ bytes: [UInt8]) -> Int {
    var crc: UInt32 = 0
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return Int(crc)
  }

  /// What the window holds before the first byte.
  private static let rtfStart =
    #"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern "#
    + #"\fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"#
    + "\r\n" + #"\par \pard\plain\f0\fs20\b\i\u\tab\tx"#
}

extension TinyTNEF {
  /// `fixtures/winmail.dat`: bodies of all three kinds, two files, an OLE object, and a message with a file.
  public static var winmail: TinyTNEF {
    var inner = TinyTNEF()
    inner.message(
      0x69003, block([.unicode(0x37, "Anlagen / Bilder"), .unicode(0x1000, "Siehe Bild.")]))
    inner.file(Array("pixel.gif".utf8), gif, date: [2026, 2, 2, 8, 0, 0])
    var outer = TinyTNEF()
    outer.message(0x18004, Array("Vertr".utf8) + [0xE4] + Array("ge\0".utf8))
    outer.message(0x38005, date([2026, 2, 3, 4, 5, 6]))
    outer.message(
      0x69003,
      block([
        .unicode(0x37, "Verträge"), .time(0x39, fileTime(1_770_091_506)), .long(0x3FDE, 65001),
        .string8(0x1000, Array("Gr".utf8) + [0xFC, 0xDF] + Array("e\r\n".utf8)),
        .binary(0x1013, Array("<html><body><p>Grüße</p></body></html>".utf8)),
        .binary(0x1009, compressed(rtf: Array(rtf.utf8))),
      ]))
    outer.file(
      Array("VERTRA~1.TXT".utf8), Array("eins\r\n".utf8), date: [2026, 2, 1, 12, 30, 0],
      properties: [
        .long(0x3705, 1), .unicode(0x3707, "Verträge 契約.txt"),
        .time(0x3008, fileTime(1_769_945_400)),
      ])
    outer.file(Array("Pr".utf8) + [0xFC] + Array("fung.csv".utf8), Array("a;b\r\n1;2\r\n".utf8))
    outer.beginAttachment(kind: 2)
    outer.attachment(0x18010, Array("Tabelle\0".utf8))
    outer.attachment(
      0x69005,
      block([
        .long(0x3705, 6),
        .object(0x3701, interface: 0xB, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
      ]))
    outer.beginAttachment()
    outer.attachment(
      0x69005,
      block([
        .long(0x3705, 5), .unicode(0x3001, "Anlagen / Bilder"),
        .object(0x3701, interface: 0x20307, inner.bytes),
      ]))
    return outer
  }

  /// - Parameter seconds: since 1970.
  public static func fileTime(_ seconds: Int) -> Int { (seconds + 11_644_473_600) * 10_000_000 }

  /// What `body.rtf` of the fixture holds.
  public static let rtf =
    #"{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl {\f0\fswiss Arial;}}{\colortbl\red0\green0\blue0;}"#
    + #"\pard\plain\f0\fs20 Gr\'fc\'dfe, Gr\'fc\'dfe, Gr\'fc\'dfe\par }"#

  /// A picture of one pixel.
  public static let gif: [UInt8] =
    Array("GIF89a".utf8) + [
      1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2,
      0x44, 1, 0, 0x3B,
    ]
}
