public import ConverterCore
public import SystemPackage

/// Finds inputs that would be written to the same output, with eight bytes of memory an output.
///
/// The first pass over all outputs keeps a hash of each, with a key of this process alone, so that
/// names cannot be made to collide. Where hashes occur twice, ``possibleDuplicates()`` starts a second pass, which
/// compares the paths themselves. `a.jpg`, `./a.jpg`, `x/../a.jpg` and the absolute path are one output.
public struct DistinctOutputs {
  /// In pieces, so that growing never holds them twice.
  private var pieces: [[UInt64]] = []
  private var path = LexicalPath()

  private static let pieceSize = 1 << 16

  public init() {}

  public mutating func add(_ output: FilePath) {
    path.assign(output)
    if (pieces.last?.count ?? Self.pieceSize) == Self.pieceSize {
      var piece: [UInt64] = []
      piece.reserveCapacity(Self.pieceSize)
      pieces.append(piece)
    }
    pieces[pieces.count - 1].append(path.hash)
  }

  /// Ends the first pass.
  ///
  /// - Returns: what to look for in the second pass; `nil` when all outputs are distinct.
  public consuming func possibleDuplicates() -> PossibleDuplicates? {
    var hashes = Array(pieces.joined())
    pieces = []
    hashes.sort()
    var repeated: Set<UInt64> = []
    for index in hashes.indices.dropFirst() where hashes[index] == hashes[index - 1] {
      repeated.insert(hashes[index])
      // These are enough: that so many hashes are all equal by chance does not happen.
      if repeated.count == PossibleDuplicates.maximum { break }
    }
    return repeated.isEmpty ? nil : PossibleDuplicates(hashes: repeated)
  }

  /// The second pass.
  public struct PossibleDuplicates {
    fileprivate static let maximum = 10_000
    fileprivate let hashes: Set<UInt64>
    private var inputs: [[UInt8]: Request.Input] = [:]
    private var path = LexicalPath()

    fileprivate init(hashes: Set<UInt64>) {
      self.hashes = hashes
    }

    /// Takes the outputs in their order again.
    ///
    /// - Returns: the earlier input that would be written to the same output.
    public mutating func rival(of input: Request.Input, for output: FilePath) -> Request.Input? {
      path.assign(output)
      guard hashes.contains(path.hash) else { return nil }
      if let earlier = inputs[path.bytes] { return earlier }
      inputs[path.bytes] = input
      return nil
    }
  }
}

extension LexicalPath {
  fileprivate var hash: UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: bytes.span)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
