/// Changes entries of a ZIP archive and their fields (PKWARE, APPNOTE.TXT), and writes directory, offsets, sizes and, of
/// entries that are only stored, checksums anew.
struct ZIPMutator: Mutator {
  /// Changes the contents of entries that are only stored.
  var content: (any Mutator)?

  /// An entry, by its two headers without sizes, checksum and offset.
  private struct Entry {
    /// Version needed, flags, method, time, date.
    var fixed: [UInt8]
    var localName, localExtra, name, extra, comment, data: [UInt8]
    var crc, size: Int
    /// Version made by; the disk and the attributes within and without.
    var maker, attributes: [UInt8]
    /// What is said of the sizes instead of the truth.
    var lie: Int?

    var method: Int { Int(fixed[4]) | Int(fixed[5]) << 8 }
  }

  func mutate(_ bytes: [UInt8], _ lot: inout Lot) -> [UInt8]? {
    guard var entries = Self.entries(of: bytes) else { return nil }
    for _ in 0...lot.below(3) {
      guard let index = lot.index(of: entries) else { break }
      switch lot.below(8) {
      case 0: entries.insert(entries[index], at: lot.below(entries.count + 1))
      case 1: entries.remove(at: index)
      case 2: entries.swapAt(index, lot.below(entries.count))
      default: change(&entries[index], &lot)
      }
    }
    return Self.archive(entries)
  }

  private func change(_ entry: inout Entry, _ lot: inout Lot) {
    switch lot.below(12) {
    case 0:
      entry.fixed = Array((lot.changed(entry.fixed) + [UInt8](repeating: 0, count: 10)).prefix(10))
    case 1: entry.name = lot.changed(entry.name)
    case 2: entry.localName = lot.changed(entry.localName)
    case 3: entry.extra = lot.changed(entry.extra)
    case 4: entry.localExtra = lot.changed(entry.localExtra)
    case 5: entry.lie = Int(truncatingIfNeeded: lot.number() & 0xFFFF_FFFF)
    case 6:
      entry.name = lot.changed(entry.name)
      entry.localName = entry.name
    case 7:
      entry.attributes = Array(
        (lot.changed(entry.attributes) + [UInt8](repeating: 0, count: 8)).prefix(8))
    default: changeContent(&entry, &lot)
    }
  }

  private func changeContent(_ entry: inout Entry, _ lot: inout Lot) {
    let isStored = entry.method == 0
    let changed = isStored ? content?.mutate(entry.data, &lot) : nil
    entry.data = changed ?? lot.changed(entry.data, growth: 1024)
    guard isStored else { return }
    entry.crc = Checksum.crc32(entry.data)
    entry.size = entry.data.count
  }

  private static func entries(of bytes: [UInt8]) -> [Entry]? {
    let reader = ByteReader(bytes: bytes)
    let end = stride(from: bytes.count - 22, through: 0, by: -1).first {
      reader.little($0, 4) == 0x0605_4b50
    }
    guard let end, var place = reader.little(end + 16, 4) else { return nil }
    var entries: [Entry] = []
    while entries.count < 1000, reader.little(place, 4) == 0x0201_4b50,
      let entry = entry(at: place, reader),
      let size = reader.little(place + 28, 2), let extra = reader.little(place + 30, 2),
      let comment = reader.little(place + 32, 2)
    {
      entries.append(entry)
      place += 46 + size + extra + comment
    }
    return entries.isEmpty ? nil : entries
  }

  private static func entry(at place: Int, _ reader: ByteReader) -> Entry? {
    guard let nameSize = reader.little(place + 28, 2), let extraSize = reader.little(place + 30, 2),
      let commentSize = reader.little(place + 32, 2), let offset = reader.little(place + 42, 4),
      let packed = reader.little(place + 20, 4), let size = reader.little(place + 24, 4),
      let crc = reader.little(place + 16, 4),
      let name = reader.slice(place + 46, nameSize),
      let extra = reader.slice(place + 46 + nameSize, extraSize),
      let comment = reader.slice(place + 46 + nameSize + extraSize, commentSize),
      let fixed = reader.slice(place + 6, 10), let maker = reader.slice(place + 4, 2),
      let attributes = reader.slice(place + 34, 8),
      let localNameSize = reader.little(offset + 26, 2),
      let localExtraSize = reader.little(offset + 28, 2),
      let localName = reader.slice(offset + 30, localNameSize),
      let localExtra = reader.slice(offset + 30 + localNameSize, localExtraSize),
      let data = reader.slice(offset + 30 + localNameSize + localExtraSize, packed)
    else { return nil }
    return Entry(
      fixed: fixed, localName: localName, localExtra: localExtra, name: name, extra: extra,
      comment: comment, data: data, crc: crc, size: size, maker: maker,
      attributes: attributes, lie: nil)
  }

  private static func archive(_ entries: [Entry]) -> [UInt8] {
    var (result, directory) = ([UInt8](), [UInt8]())
    for entry in entries {
      let offset = result.count
      var sizes: [UInt8] = []
      sizes.append(little: entry.crc, 4)
      sizes.append(little: entry.data.count, 4)
      sizes.append(little: entry.lie ?? entry.size, 4)
      result += [0x50, 0x4b, 3, 4] + entry.fixed + sizes
      result.append(little: entry.localName.count, 2)
      result.append(little: entry.localExtra.count, 2)
      result += entry.localName + entry.localExtra + entry.data
      directory += [0x50, 0x4b, 1, 2] + entry.maker + entry.fixed + sizes
      for part in [entry.name, entry.extra, entry.comment] {
        directory.append(little: part.count, 2)
      }
      directory += entry.attributes
      directory.append(little: offset, 4)
      directory += entry.name + entry.extra + entry.comment
    }
    let start = result.count
    result += directory + [0x50, 0x4b, 5, 6, 0, 0, 0, 0]
    result.append(little: entries.count, 2)
    result.append(little: entries.count, 2)
    result.append(little: directory.count, 4)
    result.append(little: start, 4)
    return result + [0, 0]
  }
}
