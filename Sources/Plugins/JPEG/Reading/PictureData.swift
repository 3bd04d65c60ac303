internal import ConverterCore

/// What of a JPEG stream its pixels depend on.
extension [UInt8] {
  /// Takes all else out of a stream that begins with its first marker: applications' segments and comments, wherever
  /// they stand, thumbnails in JFIF's segment, bytes of no segment, and what follows the end.
  mutating func keepPictureData() {
    var walk = PictureDataWalk(self)
    self = []
    walk.run()
    self = walk.bytes
  }
}

/// One pass over a stream (ITU-T T.81, annex B), which moves what stays to the front.
private struct PictureDataWalk {
  private(set) var bytes: [UInt8]
  /// Where the next byte is read, and where the next one that stays goes: never before.
  private var position = 0
  private var end = 0
  private var isBehindHeader = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Leaves what stays in ``bytes``.
  mutating func run() {
    keep(2)
    walk()
    bytes.removeSubrange(end...)
  }

  private mutating func walk() {
    while let marker = nextMarker() {
      if marker == .endOfImage {
        put(0xFF, marker.rawValue)
        return
      }
      guard marker.hasPayload else { continue }
      guard let length = bytes.number(at: position, width: 2, .big), length >= 2,
        position + length <= bytes.count
      else { return }
      keepSegment(marker, length: length)
      guard marker == .startOfScan else { continue }
      isBehindHeader = true
      keepScan()
    }
  }

  /// Leaves out what is no marker; `nil` at the end.
  private mutating func nextMarker() -> JPEGMarker? {
    while position < bytes.count {
      position = bytes.span.firstOffset(of: 0xFF, from: position) ?? bytes.count
      while position < bytes.count, bytes[position] == 0xFF { position += 1 }
      guard position < bytes.count else { return nil }
      let marker = JPEGMarker(rawValue: bytes[position])
      position += 1
      if marker.rawValue != 0 { return marker }
    }
    return nil
  }

  /// - Parameter length: of the payload and the field that says it.
  private mutating func keepSegment(_ marker: JPEGMarker, length: Int) {
    let next = position + length
    defer { position = next }
    // What decoders look at of both, and no more.
    let most =
      switch marker {
      case .app0 where begins(with: JPEGSignature.jfif): 16
      case .app14 where begins(with: JPEGSignature.adobe): 14
      case _ where marker.isPictures: length
      default: 0
      }
    guard most > 0, length >= most, !isBehindHeader || marker.isPictures else { return }
    put(0xFF, marker.rawValue)
    put(UInt8(most >> 8), UInt8(most & 0xFF))
    position += 2
    keep(most - 2)
    guard marker == .app0 else { return }
    // A thumbnail of 0×0 pixels.
    (bytes[end - 2], bytes[end - 1]) = (0, 0)
  }

  private func begins(with signature: [UInt8]) -> Bool {
    bytes[(position + 2)...].starts(with: signature)
  }

  /// Entropy-coded data up to the next marker but those of restarts.
  private mutating func keepScan() {
    while position < bytes.count {
      let next = bytes.span.firstOffset(of: 0xFF, from: position) ?? bytes.count
      keep(next - position)
      guard position + 1 < bytes.count else { return }
      switch bytes[position + 1] {
      // A stuffed byte, a restart, and what only damaged data has.
      case 0...0xBF, 0xD0...0xD7: keep(2)
      // A fill byte.
      case 0xFF: position += 1
      default: return
      }
    }
  }

  private mutating func keep(_ count: Int) {
    let count = min(count, bytes.count - position)
    precondition(count >= 0 && end <= position)
    if end < position {
      // Both places and what is moved lie within the bytes: it reaches no further than their end, and goes back.
      unsafe bytes.withUnsafeMutableBufferPointer { all in
        guard let start = all.baseAddress else { return }
        unsafe (start + end).update(from: start + position, count: count)
      }
    }
    end += count
    position += count
  }

  private mutating func put(_ first: UInt8, _ second: UInt8) {
    (bytes[end], bytes[end + 1]) = (first, second)
    end += 2
  }
}

extension JPEGMarker {
  /// Whether pixels depend on it whatever else there is: frames, scans and their tables.
  fileprivate var isPictures: Bool {
    switch rawValue {
    // DHT, DAC, SOS, DQT, DRI.
    case 0xC4, 0xCC, 0xDA, 0xDB, 0xDD: true
    default: isFrame
    }
  }
}
