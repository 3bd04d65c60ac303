import CZlib

/// An archive of which every field can be set, also to what no writer would write.
struct SyntheticArchive {
  /// Fields that stand before the content and in the directory.
  struct Header {
    var name: [UInt8]
    var flags = 0
    var method = 0
    var time = 0x5821_0000
    var checksum = 0
    var compressed = 0
    var size = 0
    var extra: [UInt8] = []
  }

  struct Entry {
    var local: Header
    var central: Header
    var data: [UInt8]
    var descriptor: [UInt8] = []
    var host = 3
    var attributes = 0o100644 << 16
    var comment: [UInt8] = []
    var disk = 0
    /// Where the directory says that it is; where it is, if `nil`.
    var offset: Int?

    init(_ name: [UInt8], data: [UInt8], method: Int, content: [UInt8], flags: Int = 0) {
      var header = Header(name: name)
      header.method = method
      header.flags = flags
      header.checksum = crc(content)
      header.compressed = data.count
      header.size = content.count
      local = header
      central = header
      self.data = data
    }

    /// Stored without compression.
    init(_ name: String, _ content: String = "", flags: Int = 0) {
      self.init(
        Array(name.utf8), data: Array(content.utf8), method: 0, content: Array(content.utf8),
        flags: flags)
    }

    init(deflated name: String, _ content: [UInt8]) {
      self.init(Array(name.utf8), data: deflate(content), method: 8, content: content)
    }

    /// The same, with sizes and checksum behind the content.
    func withDescriptor(signature: Bool = true, large: Bool = false) -> Entry {
      var copy = self
      copy.local.flags |= 8
      copy.central.flags |= 8
      (copy.local.checksum, copy.local.compressed, copy.local.size) = (0, 0, 0)
      copy.descriptor =
        (signature ? little(0x0807_4b50, 4) : []) + little(central.checksum, 4)
        + little(central.compressed, large ? 8 : 4) + little(central.size, large ? 8 : 4)
      return copy
    }
  }

  var prefix: [UInt8] = []
  var entries: [Entry] = []
  /// Between the directory and its end.
  var between: [UInt8] = []
  var comment: [UInt8] = []
  var suffix: [UInt8] = []
  /// Whether the end has numbers of 64 bits.
  var isZIP64 = false
  var disk = 0
  var count: Int?
  var directoryOffset: Int?
  var directoryByteCount: Int?
  /// Where the end with numbers of 64 bits is said to be.
  var zip64Offset: Int?

  init(_ entries: [Entry] = []) { self.entries = entries }

  var bytes: [UInt8] {
    var file = prefix
    var directory: [UInt8] = []
    for entry in entries {
      let offset = file.count - prefix.count
      file += Self.local(entry.local) + entry.data + entry.descriptor
      directory += Self.central(entry, offset: entry.offset ?? offset)
    }
    let start = directoryOffset ?? file.count - prefix.count
    file += directory + between
    let size = directoryByteCount ?? directory.count
    let count = count ?? entries.count
    if isZIP64 {
      let record = zip64Offset ?? file.count - prefix.count
      file += little(0x0606_4b50, 4) + little(44, 8)
      file += little(45, 2) + little(45, 2)
      file += little(disk, 4) + little(0, 4)
      for number in [count, count, size, start] { file += little(number, 8) }
      file += little(0x0706_4b50, 4) + little(0, 4)
      file += little(record, 8) + little(1, 4)
    }
    file += little(0x0605_4b50, 4) + little(isZIP64 ? 0 : disk, 2)
    file += little(0, 2)
    for _ in 0..<2 { file += little(isZIP64 ? 0xFFFF : count, 2) }
    file += little(isZIP64 ? 0xFFFF_FFFF : size, 4)
    file += little(isZIP64 ? 0xFFFF_FFFF : start, 4)
    return file + little(comment.count, 2) + comment + suffix
  }

  private static func common(_ header: Header) -> [UInt8] {
    little(header.flags, 2) + little(header.method, 2)
      + little(header.time, 4) + little(header.checksum, 4)
      + little(header.compressed, 4) + little(header.size, 4)
      + little(header.name.count, 2) + little(header.extra.count, 2)
  }

  static func local(_ header: Header) -> [UInt8] {
    little(0x0403_4b50, 4) + little(20, 2) + common(header) + header.name
      + header.extra
  }

  static func central(_ entry: Entry, offset: Int) -> [UInt8] {
    little(0x0201_4b50, 4) + [20, UInt8(entry.host)] + little(20, 2)
      + common(entry.central) + little(entry.comment.count, 2)
      + little(entry.disk, 2) + little(0, 2)
      + little(entry.attributes, 4) + little(offset, 4)
      + entry.central.name + entry.central.extra + entry.comment
  }
}

/// A number, least significant byte first.
func little(_ number: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

/// An extra field.
func field(_ identifier: Int, _ content: [UInt8]) -> [UInt8] {
  little(identifier, 2) + little(content.count, 2) + content
}

func crc(_ content: [UInt8]) -> Int { Int(crc32_z(0, content, content.count)) }

/// zlib's deflate, without a header.
func deflate(_ content: [UInt8], level: Int32 = 6) -> [UInt8] {
  var stream = z_stream()
  _ = fairy_zlib_deflate_raw(&stream, level)
  defer { deflateEnd(&stream) }
  var content = content
  var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(content.count))))
  let count = output.count
  content.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = uInt(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = uInt(output.count)
      _ = deflate(&stream, Z_FINISH)
    }
  }
  return Array(output.prefix(count - Int(stream.avail_out)))
}
