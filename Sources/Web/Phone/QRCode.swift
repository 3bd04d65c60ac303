/// A QR code (ISO/IEC 18004) of bytes, of versions 1 to 10, with correction of medium strength: 15 of 100 modules may be unreadable.
struct QRCode: Sendable, Equatable {
  /// Rows of modules; `true` is dark.
  private(set) var modules: [[Bool]]
  /// Which modules belong to the patterns that a reader looks for, and so are not masked.
  private var isFixed: [[Bool]]
  private let version: Int

  var side: Int { modules.count }

  /// Chooses the smallest version that holds the text, and the mask that is read best.
  ///
  /// - Parameter text: its UTF-8 is encoded.
  /// - Returns: `nil` for more than 213 bytes.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let blocks = QRBlocks.all.first(where: { $0.capacity >= bytes.count }) else { return nil }
    version = blocks.version
    let side = 17 + 4 * version
    modules = [[Bool]](repeating: [Bool](repeating: false, count: side), count: side)
    isFixed = modules
    drawPatterns()
    draw(blocks.codewords(of: bytes))
    let drawn = self
    var best = Int.max
    for mask in 0..<8 {
      var masked = drawn
      masked.apply(mask)
      masked.drawFormat(mask)
      let penalty = masked.penalty
      if penalty < best { (modules, best) = (masked.modules, penalty) }
    }
  }

  /// The dark modules as a path of SVG, a unit each, with a margin of four modules around them.
  var path: String {
    var path = ""
    for (y, row) in modules.enumerated() {
      var x = 0
      while x < side {
        guard row[x] else {
          x += 1
          continue
        }
        let end = row[x...].firstIndex(of: false) ?? side
        path += "M\(x + 4) \(y + 4)h\(end - x)v1h-\(end - x)z"
        x = end
      }
    }
    return path
  }

  // MARK: Patterns

  private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
    modules[y][x] = isDark
    isFixed[y][x] = true
  }

  private mutating func drawPatterns() {
    for place in 0..<side {
      fix(6, place, place.isMultiple(of: 2))
      fix(place, 6, place.isMultiple(of: 2))
    }
    for (x, y) in [(3, 3), (side - 4, 3), (3, side - 4)] { drawFinder(x, y) }
    let places = alignmentPlaces
    for x in places {
      for y in places {
        let isCorner =
          (x == 6 && y == 6) || (x == 6 && y == side - 7) || (x == side - 7 && y == 6)
        if !isCorner { drawAlignment(x, y) }
      }
    }
    // Their modules are kept free until the mask is known.
    drawFormat(0)
    drawVersion()
  }

  /// - Parameter x: of the middle.
  private mutating func drawFinder(_ x: Int, _ y: Int) {
    for dy in -4...4 {
      for dx in -4...4 {
        let (px, py) = (x + dx, y + dy)
        guard (0..<side).contains(px), (0..<side).contains(py) else { continue }
        let distance = max(abs(dx), abs(dy))
        fix(px, py, distance != 2 && distance != 4)
      }
    }
  }

  private mutating func drawAlignment(_ x: Int, _ y: Int) {
    for dy in -2...2 {
      for dx in -2...2 { fix(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
    }
  }

  private var alignmentPlaces: [Int] {
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    let step = (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).map { side - 7 - $0 * step }.reversed()
  }

  /// Says twice how strong the correction is, and which mask was applied.
  private mutating func drawFormat(_ mask: Int) {
    // Medium correction is 00.
    let data = mask
    let rest = (0..<10).reduce(data) { rest, _ in (rest << 1) ^ ((rest >> 9) * 0x537) }
    let bits = (data << 10 | rest) ^ 0x5412
    func bit(_ place: Int) -> Bool { bits >> place & 1 == 1 }
    for place in 0...5 { fix(8, place, bit(place)) }
    fix(8, 7, bit(6))
    fix(8, 8, bit(7))
    fix(7, 8, bit(8))
    for place in 9..<15 { fix(14 - place, 8, bit(place)) }
    for place in 0..<8 { fix(side - 1 - place, 8, bit(place)) }
    for place in 8..<15 { fix(8, side - 15 + place, bit(place)) }
    fix(8, side - 8, true)
  }

  private mutating func drawVersion() {
    guard version >= 7 else { return }
    let rest = (0..<12).reduce(version) { rest, _ in (rest << 1) ^ ((rest >> 11) * 0x1f25) }
    let bits = version << 12 | rest
    for place in 0..<18 {
      let (a, b) = (side - 11 + place % 3, place / 3)
      fix(a, b, bits >> place & 1 == 1)
      fix(b, a, bits >> place & 1 == 1)
    }
  }

  // MARK: Content

  /// From the lower right corner, two columns at a time, up and down.
  private mutating func draw(_ codewords: [UInt8]) {
    var place = 0
    for right in stride(from: side - 1, through: 1, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
      let isUpward = (right + 1) & 2 == 0
      for step in 0..<side {
        let y = isUpward ? side - 1 - step : step
        for x in [right, right - 1] where !isFixed[y][x] && place < codewords.count * 8 {
          modules[y][x] = codewords[place >> 3] >> UInt8(7 - place & 7) & 1 == 1
          place += 1
        }
      }
    }
  }

  private mutating func apply(_ mask: Int) {
    for y in 0..<side {
      for x in 0..<side where !isFixed[y][x] && Self.isInverted(x, y, mask) {
        modules[y][x].toggle()
      }
    }
  }

  private static func isInverted(_ x: Int, _ y: Int, _ mask: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }

  // MARK: How well it is read

  /// The lower, the better: long runs, blocks, what looks like a finder pattern, and too much of one colour cost.
  private var penalty: Int {
    let columns = (0..<side).map { x in modules.map { $0[x] } }
    var penalty = (modules + columns).reduce(0) { $0 + Self.penalty(of: $1) }
    for y in 1..<side {
      for x in 1..<side {
        let dark = modules[y][x]
        if modules[y - 1][x] == dark, modules[y][x - 1] == dark, modules[y - 1][x - 1] == dark {
          penalty += 3
        }
      }
    }
    let darkCount = modules.reduce(0) { $0 + $1.count(where: \.self) }
    return penalty + abs(darkCount * 20 - side * side * 10) / (side * side) * 10
  }

  private static let finder = [true, false, true, true, true, false, true]
  private static let quiet = [Bool](repeating: false, count: 4)

  private static func penalty(of line: [Bool]) -> Int {
    var (penalty, run) = (0, 1)
    for place in 1...line.count {
      if place < line.count, line[place] == line[place - 1] {
        run += 1
      } else {
        if run >= 5 { penalty += run - 2 }
        run = 1
      }
    }
    for pattern in [finder + quiet, quiet + finder] {
      for start in 0...line.count - pattern.count
      where line[start..<start + pattern.count].elementsEqual(pattern) { penalty += 40 }
    }
    return penalty
  }
}
