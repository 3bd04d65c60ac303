/// A box of ISO BMFF (ISO 14496-12), which HEIF, JPEG 2000 and JPEG XL are made of.
struct Box {
  var type: [UInt8]
  /// What stands before the boxes within it, or all that it holds.
  var data: [UInt8]
  var boxes: [Box] = []
  /// What is said of the size instead of the truth.
  var lie: UInt32?

  /// Boxes of boxes, and how many bytes stand before those.
  private static let containers: [String: Int] = [
    "meta": 4, "iprp": 0, "ipco": 0, "iref": 4, "dinf": 0, "dref": 8, "iinf": 6, "moov": 0,
    "trak": 0, "mdia": 0,
    "minf": 0, "stbl": 0, "stsd": 8, "grpl": 0, "udta": 0, "edts": 0, "jp2h": 0, "res ": 0,
    "asoc": 0, "jpch": 0,
    "jplh": 0, "uinf": 0,
  ]

  /// - Returns: all boxes; `nil` where what begins the bytes is none.
  static func boxes(in bytes: [UInt8], depth: Int = 0) -> [Box]? {
    let reader = ByteReader(bytes: bytes)
    var (boxes, place) = ([Box](), 0)
    while place < bytes.count {
      guard var size = reader.big(place, 4), let type = reader.slice(place + 4, 4) else {
        return nil
      }
      var header = 8
      if size == 1 {
        guard let long = reader.big(place + 8, 8) else { return nil }
        (size, header) = (long, 16)
      } else if size == 0 {
        size = bytes.count - place
      }
      guard size >= header,
        let data = reader.slice(place + header, min(size, bytes.count - place) - header)
      else { return nil }
      boxes.append(Box(type, data, depth: depth))
      place += min(size, bytes.count - place)
    }
    return boxes
  }

  private init(_ type: [UInt8], _ data: [UInt8], depth: Int) {
    self.type = type
    self.data = data
    let name = String(decoding: type, as: UTF8.self)
    // Entries of other versions of iinf are counted by four bytes.
    let isLong = name == "iinf" && data.first.map { $0 > 0 } == true
    guard depth < 10, let before = Self.containers[name].map({ isLong ? 8 : $0 }),
      before <= data.count,
      let boxes = Self.boxes(in: Array(data.dropFirst(before)), depth: depth + 1)
    else { return }
    self.data = Array(data.prefix(before))
    self.boxes = boxes
  }

  var bytes: [UInt8] {
    let content = data + boxes.flatMap(\.bytes)
    var result: [UInt8] = []
    result.append(big: lie.map { Int($0) } ?? content.count + 8, 4)
    return result + type + content
  }

  /// Changes one box of all those within.
  static func change(
    _ boxes: inout [Box], _ lot: inout Lot, _ body: (inout [Box], Int, inout Lot) -> Void
  ) {
    guard let index = lot.index(of: boxes) else { return }
    if boxes[index].boxes.isEmpty || lot.oneIn(4) {
      body(&boxes, index, &lot)
    } else {
      change(&boxes[index].boxes, &lot, body)
    }
  }
}
