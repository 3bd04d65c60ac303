/// An HEIF file put together by hand, so that a test can say exactly what is wrong or unusual in it.
struct Specimen {
  struct Item {
    var id: Int
    var type: String
    var data: [UInt8]
    var isHidden = false
    /// 0 in the file, 1 in the idat box, 2 in another item.
    var method = 0
    /// In how many parts the data lies.
    var parts = 1
    var contentType = ""
    /// Offsets and lengths in the item that the first `iloc` reference names; for method 2.
    var taken: [(offset: Int, length: Int)] = []
  }

  var brand = "heic"
  var items: [Item] = []
  /// Whole boxes, in the order of their indices.
  var properties: [[UInt8]] = []
  /// Index from 1, and whether it is essential.
  var associations: [(item: Int, properties: [(index: Int, essential: Bool)])] = []
  var references: [(type: String, from: Int, to: [Int])] = []
  var primary: Int? = 1
  var locationVersion = 1
  var hasWideIdentifiers = false
  var hasWideAssociations = false
  /// Boxes to be added to the meta box.
  var furtherBoxes: [UInt8] = []

  /// Adds an item with properties of its own.
  mutating func add(_ item: Item, _ boxes: [[UInt8]]) {
    items.append(item)
    let first = properties.count + 1
    properties += boxes
    associations.append((item.id, boxes.indices.map { (first + $0, false) }))
  }

  var bytes: [UInt8] {
    let fileType = box("ftyp", Array(brand.utf8) + be(0, 4) + Array("mif1heic".utf8))
    let length = meta(dataOffset: 0).count
    let payload = items.filter { $0.method == 0 }.flatMap(\.data)
    return fileType + meta(dataOffset: fileType.count + length + 8) + box("mdat", payload)
  }

  private var idWidth: Int { hasWideIdentifiers ? 4 : 2 }

  private func meta(dataOffset: Int) -> [UInt8] {
    var content = fullBox("hdlr", be(0, 4) + Array("pict".utf8) + be(0, 13))
    if let primary {
      content += fullBox("pitm", version: hasWideIdentifiers ? 1 : 0, be(primary, idWidth))
    }
    content += location(dataOffset)
    content += fullBox(
      "iinf", version: hasWideIdentifiers ? 1 : 0,
      be(items.count, hasWideIdentifiers ? 4 : 2)
        + items.flatMap { item in
          fullBox(
            "infe", version: hasWideIdentifiers ? 3 : 2, flags: item.isHidden ? 1 : 0,
            be(item.id, idWidth) + be(0, 2) + Array(item.type.utf8) + [0]
              + (item.type == "mime" ? Array(item.contentType.utf8) + [0, 0] : []))
        })
    if !references.isEmpty {
      content += fullBox(
        "iref", version: hasWideIdentifiers ? 1 : 0,
        references.flatMap { reference in
          box(
            reference.type,
            be(reference.from, idWidth) + be(reference.to.count, 2)
              + reference.to.flatMap { be($0, idWidth) })
        })
    }
    let association = fullBox(
      "ipma", version: hasWideIdentifiers ? 1 : 0, flags: hasWideAssociations ? 1 : 0,
      be(associations.count, 4)
        + associations.flatMap { item, properties in
          be(item, idWidth) + be(properties.count, 1)
            + properties.flatMap { index, essential in
              hasWideAssociations
                ? be(index | (essential ? 0x8000 : 0), 2) : be(index | (essential ? 0x80 : 0), 1)
            }
        })
    content += box("iprp", box("ipco", properties.flatMap { $0 }) + association)
    let idat = items.filter { $0.method == 1 }.flatMap(\.data)
    if !idat.isEmpty { content += box("idat", idat) }
    return fullBox("meta", content + furtherBoxes)
  }

  private func location(_ dataOffset: Int) -> [UInt8] {
    var (fileOffset, idatOffset) = (0, 0)
    let hasIndices = items.contains { $0.method == 2 }
    var entries: [UInt8] = []
    for item in items {
      entries += be(item.id, locationVersion == 2 ? 4 : 2)
      if locationVersion > 0 { entries += be(item.method, 2) }
      let base = item.method == 0 ? dataOffset : 0
      entries += be(0, 2) + be(base, 4)
      if item.method == 2 {
        entries += be(item.taken.count, 2)
        entries += item.taken.flatMap { be(1, 4) + be($0.offset, 4) + be($0.length, 4) }
        continue
      }
      entries += be(item.parts, 2)
      for part in 0..<item.parts {
        if hasIndices { entries += be(0, 4) }
        let start = item.data.count * part / item.parts
        let end = item.data.count * (part + 1) / item.parts
        entries += be((item.method == 0 ? fileOffset : idatOffset) + start, 4)
        entries += be(end - start, 4)
      }
      if item.method == 0 { fileOffset += item.data.count } else { idatOffset += item.data.count }
    }
    return fullBox(
      "iloc", version: locationVersion,
      be(hasIndices ? 0x4444 : 0x4440, 2) + be(items.count, locationVersion == 2 ? 4 : 2) + entries)
  }
}

/// A big-endian number; negative ones in two's complement.
func be(_ value: Int, _ width: Int) -> [UInt8] {
  (0..<width).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
}

func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
  be(content.count + 8, 4) + Array(type.utf8) + content
}

func fullBox(_ type: String, version: Int = 0, flags: Int = 0, _ content: [UInt8]) -> [UInt8] {
  box(type, be(version << 24 | flags, 4) + content)
}

/// - Precondition: an even number of hexadecimal digits.
func bytes(hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
