/// Changes chunks of a PNG (ISO 15948), and writes their sizes and checksums anew.
struct PNGMutator: Mutator {
  private struct Chunk {
    var type, data: [UInt8]
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let types = [
    "IHDR", "PLTE", "tRNS", "IDAT", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI", "sBIT",
    "pHYs", "bKGD",
    "tEXt", "zTXt", "iTXt", "eXIf", "tIME", "acTL", "fcTL", "fdAT", "IEND",
  ]

  func mutate(_ bytes: [UInt8], _ lot: inout Lot) -> [UInt8]? {
    guard bytes.starts(with: Self.signature), var chunks = Self.chunks(of: bytes) else {
      return nil
    }
    for _ in 0...lot.below(3) {
      guard let index = lot.index(of: chunks) else { break }
      switch lot.below(8) {
      case 0: chunks.insert(chunks[index], at: lot.below(chunks.count + 1))
      case 1: chunks.remove(at: index)
      case 2: chunks.swapAt(index, lot.below(chunks.count))
      case 3:
        chunks[index].type = lot.one(of: Self.types).map { Array($0.utf8) } ?? chunks[index].type
      default: chunks[index].data = lot.changed(chunks[index].data)
      }
    }
    return chunks.reduce(into: Self.signature) { result, chunk in
      result.append(big: chunk.data.count, 4)
      result += chunk.type + chunk.data
      result.append(big: Checksum.crc32(chunk.type + chunk.data), 4)
    }
  }

  private static func chunks(of bytes: [UInt8]) -> [Chunk]? {
    let reader = ByteReader(bytes: bytes)
    var (chunks, place) = ([Chunk](), signature.count)
    while let size = reader.big(place, 4), let type = reader.slice(place + 4, 4) {
      let rest = bytes.count - place - 8
      chunks.append(Chunk(type: type, data: reader.slice(place + 8, min(size, rest)) ?? []))
      place += 12 + min(size, rest)
    }
    return chunks.isEmpty ? nil : chunks
  }
}
