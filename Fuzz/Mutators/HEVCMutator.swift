import CHEVCStreams

/// Changes the units of a coded picture, each behind its size in two bytes, or makes another picture.
struct HEVCMutator: Mutator {
  func mutate(_ bytes: [UInt8], _ lot: inout Lot) -> [UInt8]? {
    var units = Self.units(of: bytes, sizeBytes: 2)
    if units.isEmpty || lot.oneIn(20) {
      units = Self.stream(lot.next() % 100_000)
    } else {
      change(&units, &lot)
    }
    return units.flatMap { unit in
      var size: [UInt8] = []
      size.append(big: min(unit.count, 0xFFFF), 2)
      return size + unit.prefix(0xFFFF)
    }
  }

  private func change(_ units: inout [[UInt8]], _ lot: inout Lot) {
    let index = lot.below(units.count)
    switch lot.below(12) {
    case 0: units.insert(units[index], at: lot.below(units.count + 1))
    case 1: units.remove(at: index)
    case 2: units.swapAt(index, lot.below(units.count))
    case 3:
      // The sets of another stream.
      let others = Self.stream(lot.next() % 100_000)
      units[index] = lot.one(of: others) ?? units[index]
    default:
      // The header stays: without it the rest is not read.
      units[index] = units[index].prefix(2) + lot.changed(Array(units[index].dropFirst(2)))
    }
  }

  private static func units(of bytes: [UInt8], sizeBytes: Int) -> [[UInt8]] {
    let reader = ByteReader(bytes: bytes)
    var (units, place) = ([[UInt8]](), 0)
    while let size = reader.big(place, sizeBytes) {
      let start = place + sizeBytes
      guard let unit = reader.slice(start, min(size, bytes.count - start)) else { break }
      units.append(unit)
      place = start + unit.count
    }
    return units
  }

  /// A valid stream of one picture.
  private static func stream(_ seed: UInt64) -> [[UInt8]] {
    var kind = fairy_hevc_stream_kind()
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fairy_hevc_make_stream(seed, &bytes, bytes.count, &kind)
    return units(of: Array(bytes.prefix(count)), sizeBytes: 4)
  }
}
