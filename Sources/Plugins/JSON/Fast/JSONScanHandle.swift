private import CVectors
import ConverterCore
import TreeModel

/// Cuts a file of JSON into pieces, each behind a bracket, a comma or a colon.
///
/// One thread at a time uses it.
@safe final class JSONScanHandle {
  private let input: InputFile
  private let isSequence: Bool
  private let limits: Limits
  private let pieceSize: Int
  private let layout: JSONLines
  private let isPlain: Bool
  private var scan = unsafe fairy_json_scan()
  /// Bytes behind the last piece.
  private let rest = ByteBuffer(capacity: 64)
  private var unread = 0
  private var expectation = JSONState.Expectation.next
  private var hasValue = false
  private var isOver = false
  private(set) var hasMark = false

  /// Blocks of 64 bytes between two looks at how much the layout may need, and how much is too much.
  private static let blocksAtOnce = 64
  private static let mostOutput = 1 << 24

  /// - Parameter isPlain: whether it does without vectors.
  init(
    _ input: InputFile, isSequence: Bool, layout: JSONLines, limits: Limits, pieceSize: Int,
    isPlain: Bool
  ) {
    self.input = input
    self.isSequence = isSequence
    self.layout = layout
    self.limits = limits
    self.pieceSize = max(1, pieceSize)
    self.isPlain = isPlain
  }

  deinit { unsafe fairy_json_scan_free(&scan) }

  /// Fills `piece` with what comes next.
  ///
  /// - Returns: `false` where nothing does.
  func claim(_ piece: JSONPieceHandle) throws(ConversionError) -> Bool {
    if isOver { return false }
    if unread == 0 { try skipMark() }
    begin(piece)
    var scanned = 0
    var wanted = pieceSize - piece.bytes.count
    while true {
      let isEnd = try read(wanted, into: piece)
      scanned = scanBlocks(of: piece, from: scanned, isEnd: isEnd)
      if unsafe scan.is_wrong != 0 {
        piece.isBroken = true
        return end(piece, at: piece.bytes.count, isLast: true)
      }
      if isEnd, scanned * 64 >= piece.bytes.count {
        piece.isBroken = unsafe scan.in_string != 0
        return end(piece, at: piece.bytes.count, isLast: true)
      }
      let isOutside = isSequence && piece.state.containers.depth == 0
      let cut = unsafe scan.operators_end > 0 ? scan.operators_end : isOutside ? scan.blanks_end : 0
      if cut > 0 { return end(piece, at: cut, isLast: false) }
      if dropBlanks(of: piece, scanned) { scanned = 0 }
      // A long string or number: twice as much each time.
      try limits.checkToken(piece.bytes.count * 2)
      // The bytes stand in the buffer, in the one that it grows into, and laid out.
      try limits.check(
        .memory, piece.bytes.count * 4, for: "a single string or number of the file")
      wanted = max(pieceSize, piece.bytes.count)
    }
  }

  /// A byte order mark is no part of JSON; RFC 8259 lets a reader ignore it.
  private func skipMark() throws(ConversionError) {
    guard try input.read(at: 0, count: 3) == [0xEF, 0xBB, 0xBF] else { return }
    hasMark = true
    unread = 3
  }

  private func begin(_ piece: JSONPieceHandle) {
    piece.offset = unread - rest.count
    piece.bytes.removeAll()
    unsafe piece.bytes.append(rest.bytes)
    rest.removeAll()
    piece.isLast = false
    piece.isBroken = false
    // The scan keeps a bit for each container that is open, and copies of them are made before it goes on.
    let words = unsafe UnsafeBufferPointer(start: scan.containers, count: (scan.depth + 63) / 64)
    piece.state = unsafe JSONState(
      offset: piece.offset, expectation: expectation,
      containers: ContainerStack(words: words, depth: scan.depth), hasValue: hasValue)
    unsafe fairy_json_scan_begin(&scan)
  }

  /// - Returns: whether the file ends with what is there then.
  private func read(
    _ count: Int, into piece: JSONPieceHandle
  ) throws(ConversionError) -> Bool {
    if count > 0 {
      let room = unsafe piece.bytes.reserve(count + 128)
      let got = try unsafe input.read(
        at: unread, into: UnsafeMutableRawBufferPointer(start: room, count: count))
      unread += got
      piece.bytes.count += got
      // What is behind a file reads as blanks.
      unsafe (room + got).update(repeating: 0x20, count: 128)
      if got < count { return true }
    } else {
      unsafe piece.bytes.reserve(128).update(repeating: 0x20, count: 128)
    }
    return unread >= input.byteCount
  }

  /// - Returns: how many blocks have been gone over.
  private func scanBlocks(of piece: JSONPieceHandle, from start: Int, isEnd: Bool) -> Int {
    let blocks = isEnd ? (piece.bytes.count + 63) / 64 : piece.bytes.count / 64
    piece.reserve(blocks: blocks)
    var block = start
    while block < blocks {
      let some = min(Self.blocksAtOnce, blocks - block)
      // The last block may reach 63 bytes past the end, where `read` has put blanks; `reserve` made room for the bits.
      unsafe fairy_json_scan_blocks(
        &scan, piece.bytes.start, block, some, piece.tokens, piece.escapes, isPlain ? 1 : 0)
      block += some
      if unsafe scan.is_wrong != 0 { break }
      // Brackets within brackets make much of little.
      if unsafe scan.operators * layout.mostBytes(within: scan.deepest) > Self.mostOutput { break }
    }
    return block
  }

  /// Forgets the blocks if there are blanks alone in them.
  private func dropBlanks(of piece: JSONPieceHandle, _ blocks: Int) -> Bool {
    guard blocks > 0, unsafe scan.in_string == 0,
      (0..<blocks).allSatisfy({ unsafe piece.tokens[$0] == 0 }),
      unsafe scan.in_scalar == 0
    else { return false }
    piece.bytes.removeFirst(blocks * 64)
    piece.offset += blocks * 64
    piece.state.offset = piece.offset
    unsafe fairy_json_scan_begin(&scan)
    return true
  }

  /// - Parameter cut: at most the count of the bytes, whose blocks all have been gone over up to it.
  private func end(_ piece: JSONPieceHandle, at cut: Int, isLast: Bool) -> Bool {
    piece.count = cut
    piece.isLast = isLast
    piece.hasEscapes = unsafe scan.has_escapes != 0
    piece.operators = unsafe scan.operators
    piece.deepest = unsafe scan.deepest
    isOver = isLast
    if isLast { return true }
    // Tokens behind the cut are those of the next piece.
    if cut % 64 != 0 { unsafe piece.tokens[cut / 64] &= (1 << UInt64(cut % 64)) - 1 }
    let bytes = piece.bytes
    rest.append(bytes.span[cut...])
    // In a sequence a piece may be blanks alone.
    hasValue = hasValue || (0..<(cut + 63) / 64).contains { unsafe piece.tokens[$0] != 0 }
    expectation = expectation(behind: bytes.span[cut - 1])
    return true
  }

  private func expectation(behind byte: UInt8) -> JSONState.Expectation {
    switch byte {
    case UInt8(ascii: "{"): .memberOrEnd
    case UInt8(ascii: "["): .elementOrEnd
    case UInt8(ascii: ":"): .value
    case UInt8(ascii: ","):
      unsafe scan.depth > 0
        && scan.containers[(scan.depth - 1) >> 6] >> UInt64((scan.depth - 1) & 63) & 1 == 1
        ? .key : .value
    default: unsafe scan.depth == 0 ? .next : .separator
    }
  }
}
