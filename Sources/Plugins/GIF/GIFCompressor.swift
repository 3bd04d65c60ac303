import ConverterCore

/// Codes indices as GIF does: LZW with codes of growing size, in blocks of up to 255 bytes (GIF89a, appendix F).
///
/// When all 4096 codes are taken they stay in use for as long as they do better than those before them did while they
/// were learnt: to begin anew would cost as much again. Drawings become a tenth smaller by that.
///
/// A place in the table is 13 bits of a hash, and goes on within ``tableSize``. A block begins at a byte of the
/// output, which is not taken from there before the block is closed.
@safe final class GIFCompressor {
  private let output: ByteBuffer
  private let clear: Int
  /// Bits of an index.
  private let indexBits: Int
  private var bits: Int
  private var next: Int
  /// The code of what has not been written yet; none before the first index.
  private var prefix = -1
  /// Open addressing: a code (12 bits) with the index that follows it (8), and the code of both (12).
  private let entries: UnsafeMutablePointer<UInt32>
  private var pending: UInt64 = 0
  private var pendingBits = 0
  /// Where the length of the block at hand stands.
  private var block: Int
  /// Codes since the last look at how well the full table fits.
  private var windowCodes = 0
  /// Indices and the bits that they took: since the table was empty, or, once it is full, since the last look.
  private var taken = 0
  private var spentBits = 0
  /// The same when the table became full.
  private var learnt = (indices: 0, bits: 1)

  private static let tableSize = 1 << 13
  /// No entry has this: no code follows itself.
  private static let free = UInt32.max
  /// Codes between two looks at a full table.
  private static let window = 128

  /// - Parameters:
  ///   - indexBits: 2…8, enough for each index.
  ///   - output: where the size of the codes goes, the blocks and the empty one behind them.
  init(indexBits: Int, into output: ByteBuffer) {
    self.output = output
    self.indexBits = indexBits
    clear = 1 << indexBits
    bits = indexBits + 1
    next = clear + 2
    unsafe entries = .allocate(capacity: Self.tableSize)
    unsafe entries.initialize(repeating: Self.free, count: Self.tableSize)
    output.append(UInt8(truncatingIfNeeded: indexBits))
    block = output.count
    output.append(0)
    put(clear)
  }

  deinit {
    unsafe entries.deallocate()
  }

  /// - Parameter indices: `count` of them.
  func add(_ indices: UnsafePointer<UInt8>, count: Int) {
    var position = 0
    if prefix < 0, count > 0 {
      prefix = unsafe Int(indices[0])
      position = 1
    }
    var prefix = prefix
    let entries = unsafe entries
    while position < count {
      let index = unsafe indices[position]
      position &+= 1
      taken &+= 1
      let key = UInt32(truncatingIfNeeded: prefix) &<< 8 | UInt32(index)
      var place = Int((key &* 0x9E37_79B1) &>> 19)
      var entry = unsafe entries[place]
      while entry &>> 12 != key, entry != Self.free {
        place = (place &+ 1) & (Self.tableSize &- 1)
        entry = unsafe entries[place]
      }
      if entry != Self.free {
        prefix = Int(entry & 0xFFF)
        continue
      }
      put(prefix)
      spentBits &+= bits
      grow()
      prefix = Int(index)
      if next < 4096 {
        unsafe entries[place] = key &<< 12 | UInt32(truncatingIfNeeded: next)
        next &+= 1
        if next == 4096 {
          learnt = (taken, spentBits)
          (taken, spentBits) = (0, 0)
        }
      } else {
        windowCodes &+= 1
        if windowCodes == Self.window { judge() }
      }
    }
    self.prefix = prefix
  }

  /// The blocks that are full, which leave the buffer.
  func takeFinished() -> [UInt8] {
    let finished = unsafe Array(output.bytes.prefix(block))
    output.removeFirst(block)
    block = 0
    return finished
  }

  /// Writes what is left, and the empty block.
  func finish() {
    if prefix >= 0 {
      put(prefix)
      grow()
    }
    put(clear + 1)
    while pendingBits > 0 {
      append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits -= 8
    }
    closeBlock()
    // A block that has nothing in it is the end.
    if unsafe output.start[block] != 0 { output.append(0) }
  }

  /// One bit more once the decoder, which is a code behind, needs it.
  @inline(__always)
  private func grow() {
    if next == 1 &<< bits, bits < 12 { bits &+= 1 }
  }

  /// Begins anew if the full table no longer does as well as one that is being learnt.
  private func judge() {
    if taken * learnt.bits < learnt.indices * spentBits { startOver() }
    (windowCodes, taken, spentBits) = (0, 0, 0)
  }

  private func startOver() {
    put(clear)
    bits = indexBits + 1
    next = clear + 2
    unsafe entries.update(repeating: Self.free, count: Self.tableSize)
  }

  @inline(__always)
  private func put(_ code: Int) {
    pending |= UInt64(truncatingIfNeeded: code) &<< UInt64(truncatingIfNeeded: pendingBits)
    pendingBits &+= bits
    while pendingBits >= 8 {
      append(UInt8(truncatingIfNeeded: pending))
      pending &>>= 8
      pendingBits &-= 8
    }
  }

  @inline(__always)
  private func append(_ byte: UInt8) {
    if output.count &- block == 256 {
      closeBlock()
      block = output.count
      output.append(0)
    }
    output.append(byte)
  }

  private func closeBlock() {
    unsafe output.start[block] = UInt8(truncatingIfNeeded: output.count - block - 1)
  }
}
