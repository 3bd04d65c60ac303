/// Changes boxes, and writes the sizes of those around them and the places of items (iloc) anew.
struct BoxMutator: Mutator {
  private static let types = [
    "ftyp", "meta", "mdat", "hdlr", "pitm", "iloc", "iinf", "infe", "iref", "dimg", "cdsc", "auxl",
    "thmb", "iprp",
    "ipco", "ipma", "ispe", "pixi", "colr", "hvcC", "av1C", "auxC", "irot", "imir", "clap", "clli",
    "mdcv", "idat",
    "grpl", "altr", "moov", "trak", "tkhd", "mdia", "minf", "stbl", "stsd", "stts", "stsc", "stsz",
    "stco", "jp2h",
    "ihdr", "bpcc", "pclr", "cmap", "cdef", "jp2c", "uuid", "jxlc", "jxlp", "jxll", "jbrd", "Exif",
    "xml ", "brob",
    "jhgm",
  ]

  func mutate(_ bytes: [UInt8], _ lot: inout Lot) -> [UInt8]? {
    guard var boxes = Box.boxes(in: bytes), boxes.count > 1 else { return nil }
    let before = Self.place(of: "mdat", in: boxes)
    for _ in 0...lot.below(3) { Box.change(&boxes, &lot, Self.change) }
    if let before, let now = Self.place(of: "mdat", in: boxes), !lot.oneIn(10) {
      Self.move(&boxes, from: before, by: now - before)
    }
    return boxes.flatMap(\.bytes)
  }

  private static func change(_ boxes: inout [Box], _ index: Int, _ lot: inout Lot) {
    switch lot.below(12) {
    case 0: boxes.insert(boxes[index], at: lot.below(boxes.count + 1))
    case 1: boxes.remove(at: index)
    case 2: boxes.swapAt(index, lot.below(boxes.count))
    case 3: boxes[index].type = lot.one(of: types).map { Array($0.utf8) } ?? boxes[index].type
    case 4: boxes[index].lie = UInt32(truncatingIfNeeded: lot.number())
    case 5: boxes[index].boxes.append(boxes[lot.below(boxes.count)])
    case 6, 7: writeNumber(&boxes[index].data, &lot)
    default: boxes[index].data = lot.changed(boxes[index].data)
    }
  }

  /// Numbers of boxes stand at even places and have 2, 4 or 8 bytes.
  private static func writeNumber(_ data: inout [UInt8], _ lot: inout Lot) {
    let size = 2 << lot.below(3)
    guard data.count >= size else { return }
    let place = lot.below((data.count - size) / 2 + 1) * 2
    var number: [UInt8] = []
    number.append(big: Int(truncatingIfNeeded: lot.number()), size)
    data.replaceSubrange(place..<place + size, with: number)
  }

  private static func place(of type: String, in boxes: [Box]) -> Int? {
    var place = 0
    for box in boxes {
      if box.type.elementsEqual(type.utf8) { return place }
      place += box.bytes.count
    }
    return nil
  }

  /// Adds to the places of items that lie behind `start`, where they have 4 bytes, as most have.
  private static func move(_ boxes: inout [Box], from start: Int, by distance: Int) {
    guard distance != 0 else { return }
    for index in boxes.indices where boxes[index].type.elementsEqual("meta".utf8) {
      for inner in boxes[index].boxes.indices
      where boxes[index].boxes[inner].type.elementsEqual("iloc".utf8) {
        move(&boxes[index].boxes[inner].data, from: start, by: distance)
      }
    }
  }

  private static func move(_ data: inout [UInt8], from start: Int, by distance: Int) {
    let reader = ByteReader(bytes: data)
    guard let version = reader.big(0, 1), let sizes = reader.big(4, 2), sizes >> 12 == 4 else {
      return
    }
    let (lengthSize, baseSize) = (sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version > 0 ? sizes & 15 : 0
    var place = version < 2 ? 8 : 10
    while place < data.count {
      place += (version < 2 ? 2 : 4) + (version > 0 ? 2 : 0) + 2 + baseSize
      guard let extents = reader.big(place, 2) else { return }
      place += 2
      for _ in 0..<extents {
        place += indexSize
        guard let offset = reader.big(place, 4) else { return }
        if offset > start {
          var moved: [UInt8] = []
          moved.append(big: offset + distance, 4)
          data.replaceSubrange(place..<place + 4, with: moved)
        }
        place += 4 + lengthSize
      }
    }
  }
}
