import ConverterCore

/// Finds where the last lines of a text begin.
struct LastLines {
  private let number: Int

  init(_ number: Int) { self.number = number }

  func start(in source: any TextSource, of input: InputFile) throws(ConversionError) -> Int {
    source is PlainText ? try backwards(input) : try forwards(source)
  }

  /// Reads from the end on.
  private func backwards(_ input: InputFile) throws(ConversionError) -> Int {
    var end = input.byteCount
    var found = 0
    var following: UInt8?
    while end > 0 {
      let start = max(0, end - 1 << 16)
      let bytes = try input.read(at: start, count: end - start)
      guard !bytes.isEmpty else { break }
      for index in bytes.indices.reversed() {
        let place = start + index
        if Self.endsLine(bytes[index], before: following), place + 1 < input.byteCount {
          // The line end that a text ends with begins no line.
          let isLast = bytes[index] == 0x0D && following == 0x0A && place + 2 == input.byteCount
          if !isLast { found += 1 }
          if found == number { return place + 1 }
        }
        following = bytes[index]
      }
      end = start
    }
    return 0
  }

  /// Whether a byte is the end of a line: of CR LF that is the LF.
  private static func endsLine(_ byte: UInt8, before following: UInt8?) -> Bool {
    byte == 0x0A || byte == 0x0D && following != 0x0A
  }

  /// Reads everything, and keeps the last places.
  private func forwards(_ source: any TextSource) throws(ConversionError) -> Int {
    var starts: [Int] = [0]
    var place = 0
    var isAfterReturn = false
    let stream = try source.open(at: 0)
    let buffer = ByteBuffer(capacity: 1 << 16)
    while try stream.read(into: buffer, atMost: 1 << 16) {
      for index in 0..<buffer.count {
        let byte = buffer.span[index]
        if isAfterReturn, byte != 0x0A { starts.append(place) }
        place += 1
        isAfterReturn = byte == 0x0D
        if byte == 0x0A { starts.append(place) }
      }
      buffer.removeAll()
      if starts.count > 4 * (number + 2) { starts.removeFirst(starts.count - number - 2) }
    }
    if starts.last == place { starts.removeLast() }
    return starts.count >= number ? starts[starts.count - number] : 0
  }

  /// How many bytes a text has.
  static func length(of source: any TextSource) throws(ConversionError) -> Int {
    let stream = try source.open(at: 0)
    let buffer = ByteBuffer(capacity: 1 << 18)
    var length = 0
    while try stream.read(into: buffer, atMost: 1 << 18) {
      length += buffer.count
      buffer.removeAll()
    }
    return length
  }
}
