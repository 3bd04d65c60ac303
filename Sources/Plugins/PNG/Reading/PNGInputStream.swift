import ConverterCore

/// The bytes that libpng decodes: parts of the file, one after the other.
///
/// libpng sees only header, palette, transparency, picture data and end. What else a file holds is
/// looked at by ``PNGInformation``, within its own bounds.
final class PNGInputStream {
  enum Part {
    case file(Range<Int>)
    case bytes([UInt8])
  }

  /// Why a read failed, if it did.
  private(set) var failure: ConversionError?

  private let input: InputFile
  private let context: ConversionContext
  private var parts: ArraySlice<Part>
  private var buffer: [UInt8] = []
  private var used = 0

  private static let bufferSize = 1 << 17

  init(_ parts: [Part], of input: InputFile, in context: ConversionContext) {
    self.input = input
    self.context = context
    self.parts = parts[...]
  }

  /// The next bytes, at least one and at most so many; `nil` when they end or cannot be read.
  func next(atMost most: Int) -> ArraySlice<UInt8>? {
    if used == buffer.count {
      guard refill() else { return nil }
    }
    let first = used
    used += min(most, buffer.count - first)
    return buffer[first..<used]
  }

  /// Takes the next bytes into the buffer, at least one.
  private func refill() -> Bool {
    used = 0
    buffer = []
    while buffer.isEmpty {
      guard let part = parts.popFirst() else { return false }
      switch part {
      case .bytes(let bytes):
        buffer = bytes
      case .file(let range):
        let end = min(range.upperBound, range.lowerBound + Self.bufferSize)
        if end < range.upperBound {
          parts.insert(.file(end..<range.upperBound), at: parts.startIndex)
        }
        do {
          // A highly compressed piece can keep libpng busy for long.
          try context.checkpoint()
          buffer = try input.read(at: range.lowerBound, count: end - range.lowerBound)
        } catch {
          failure = error
          return false
        }
        guard buffer.count == end - range.lowerBound else {
          failure = ConversionError(.readFailed, "became shorter while it was read")
          return false
        }
      }
    }
    return true
  }
}
