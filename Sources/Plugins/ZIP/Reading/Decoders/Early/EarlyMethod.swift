import ConverterCore

/// How PKZIP 1 compressed, until 1993 (APPNOTE 5.1 and 5.3).
///
/// Reduce, of its versions before 1, is not among them: no program is at hand that a decoder could be compared with.
enum EarlyMethod {
  case shrink
  /// - Parameters:
  ///   - distanceBits: the bits of a distance that stand as they are.
  ///   - hasLiterals: whether literals have a code.
  case implode(distanceBits: Int, hasLiterals: Bool)

  /// `nil` for any other method.
  init?(_ record: CentralRecord) {
    switch record.method {
    case CompressionMethod.shrink: self = .shrink
    case CompressionMethod.implode:
      self = .implode(
        distanceBits: record.flags.contains(.largeWindow) ? 7 : 6,
        hasLiterals: record.flags.contains(.literalCode))
    default: return nil
    }
  }
}

/// Decodes the early methods, whole: what they compressed fitted on floppy disks.
///
/// No library of the system decodes them. None has a mark at its end.
final class EarlyDecoder: StreamDecoder {
  let mayLackEnd = true
  private let method: EarlyMethod
  private let byteCount: Int
  private let compressedByteCount: Int
  private let memory: Int
  private var input: [UInt8] = []
  private var content: [UInt8]?
  private var given = 0

  /// - Parameter memory: the most that both sizes together may come to.
  init(_ method: EarlyMethod, byteCount: Int, compressedByteCount: Int, memory: Int) {
    self.method = method
    self.byteCount = byteCount
    self.compressedByteCount = compressedByteCount
    self.memory = memory
  }

  func decode(
    _ input: Span<UInt8>, into output: inout MutableSpan<UInt8>
  ) throws(DecodingFailure) -> DecodingStep {
    guard byteCount <= memory, compressedByteCount <= memory - byteCount else {
      throw .needsMemory
    }
    self.input.append(input)
    guard self.input.count >= compressedByteCount else {
      return DecodingStep(consumed: input.count, produced: 0, isAtEnd: false)
    }
    if content == nil { content = try whole() }
    guard let content else { throw .damaged }
    let piece = content[given...].prefix(output.count)
    for (place, byte) in piece.enumerated() { output[place] = byte }
    given += piece.count
    return DecodingStep(consumed: input.count, produced: piece.count, isAtEnd: false)
  }

  private func whole() throws(DecodingFailure) -> [UInt8] {
    let input = input
    var bits = BitInput(input.span)
    var output = EarlyOutput(byteCount: byteCount)
    switch method {
    case .shrink:
      var table = ShrinkTable()
      try table.decode(&bits, into: &output)
    case .implode(let distanceBits, let hasLiterals):
      try ImplodeDecoder(&bits, distanceBits: distanceBits, hasLiterals: hasLiterals)
        .decode(&bits, into: &output)
    }
    return output.bytes
  }
}

/// What has been decoded, up to the size that is known.
struct EarlyOutput {
  private(set) var bytes: [UInt8] = []
  private let byteCount: Int

  init(byteCount: Int) {
    self.byteCount = byteCount
  }

  var isFull: Bool { bytes.count >= byteCount }

  mutating func append(_ byte: UInt8) {
    if !isFull { bytes.append(byte) }
  }

  /// Before the first byte there are zeros.
  mutating func copy(_ length: Int, from distance: Int) {
    for _ in 0..<length {
      append(distance <= bytes.count ? bytes[bytes.count - distance] : 0)
    }
  }
}
