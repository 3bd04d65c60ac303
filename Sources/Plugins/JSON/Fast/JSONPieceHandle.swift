private import CVectors
import ConverterCore
import TreeModel

/// A part of a file of JSON on its way from text to text, and the room that it needs.
///
/// It belongs to one thread at a time.
@safe final class JSONPieceHandle {
  /// The bytes, and 64 more that can be read.
  let bytes = ByteBuffer(capacity: 64)
  /// The bytes laid out.
  let output = ByteBuffer(capacity: 64)
  /// How many of the bytes are the piece.
  var count = 0
  /// Where it stands, and what may come there.
  var state = JSONState()
  /// The first byte of it, counted in the file.
  var offset = 0
  var isLast = false
  /// Whether something in it is wrong already.
  var isBroken = false
  var hasEscapes = false
  /// Brackets, commas and colons; and the most containers that are open at once.
  var operators = 0
  var deepest = 0

  private var blocks = 0
  private(set) var tokens: UnsafeMutablePointer<UInt64>
  private(set) var escapes: UnsafeMutablePointer<UInt64>
  private var containers: [UInt64] = []
  private var room = unsafe fairy_json_room()

  init() {
    unsafe tokens = .allocate(capacity: 1)
    unsafe escapes = .allocate(capacity: 1)
    unsafe room.seed = UInt64.random(in: .min ... .max)
  }

  deinit {
    unsafe tokens.deallocate()
    unsafe escapes.deallocate()
    unsafe fairy_json_room_free(&room)
  }

  /// Makes room for the bits of so many blocks; those that are there stay.
  func reserve(blocks needed: Int) {
    guard needed > blocks else { return }
    unsafe tokens = grown(tokens, to: needed)
    unsafe escapes = grown(escapes, to: needed)
    blocks = needed
  }

  private func grown(
    _ bits: UnsafeMutablePointer<UInt64>, to needed: Int
  ) -> UnsafeMutablePointer<UInt64> {
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: needed)
    unsafe larger.update(from: bits, count: blocks)
    unsafe bits.deallocate()
    return unsafe larger
  }

  /// The bytes that the layout can need at most.
  func outputBound(_ layout: JSONLines) -> Int {
    // Values outside of all containers are two bytes at least, with what is between them.
    let outside = layout.shape == .enclosed ? count / 2 * (2 + layout.width) : count / 2
    return count + outside + operators * layout.mostBytes(within: deepest) + 128
  }

  /// Checks the piece and lays it out.
  ///
  /// - Returns: `false` if anything in it is not as it should be.
  func format(_ layout: JSONLines, isSequence: Bool) -> Bool {
    output.removeAll()
    if isBroken { return false }
    let room = unsafe output.reserve(outputBound(layout))
    prepareContainers()
    // The bytes and the bits stay where they are during the call, with 64 more bytes to be read behind them; the line
    // has 64, too. What is written is at most the bound: a bit more for each level is in `containers`.
    let written = unsafe containers.withUnsafeMutableBufferPointer { words in
      unsafe layout.line.withUnsafeBufferPointer { line in
        var piece = unsafe fairy_json_piece()
        unsafe piece.bytes = unsafe UnsafePointer(bytes.start)
        unsafe piece.count = count
        unsafe piece.tokens = unsafe UnsafePointer(tokens)
        unsafe piece.escapes = unsafe UnsafePointer(escapes)
        unsafe piece.has_escapes = hasEscapes ? 1 : 0
        unsafe piece.expectation = expectation(isSequence)
        unsafe piece.is_sequence = isSequence ? 1 : 0
        unsafe piece.is_last = isLast ? 1 : 0
        unsafe piece.has_value = state.hasValue ? 1 : 0
        unsafe piece.shape = layout.shape.rawValue
        unsafe piece.containers = words.baseAddress
        unsafe piece.depth = state.containers.depth
        unsafe piece.is_pretty = layout.isPretty ? 1 : 0
        unsafe piece.line = line.baseAddress
        unsafe piece.width = layout.width
        unsafe piece.deepest = layout.deepest
        return unsafe fairy_json_format(&piece, &self.room, room)
      }
    }
    guard written >= 0 else { return false }
    output.count = written
    return true
  }

  private func prepareContainers() {
    containers.removeAll(keepingCapacity: true)
    containers.append(contentsOf: state.containers.words)
    while containers.count <= (deepest + 63) / 64 { containers.append(0) }
  }

  private func expectation(_ isSequence: Bool) -> Int32 {
    guard state.expectation == .next, !isSequence else { return Int32(state.expectation.rawValue) }
    return Int32((state.hasValue ? FAIRY_JSON_END : FAIRY_JSON_VALUE).rawValue)
  }

  /// What was found odd.
  var oddities: (repeated: Int, firstRepeated: [Int], halves: Int, firstHalf: Int) {
    let places = unsafe [room.first_repeated.0, room.first_repeated.1, room.first_repeated.2]
    return unsafe (
      room.repeated, places.prefix(room.repeated).map { offset + Int($0) }, unsafe room.surrogates,
      unsafe offset + room.first_surrogate
    )
  }

  /// The fewest containers that were open in it.
  var lowestDepth: Int { unsafe room.lowest }

  /// A key of an object that is open at an end of the piece.
  struct OpenKey {
    /// How many containers are open within the object, itself included.
    let level: Int
    let place: Int
    let count: Int
  }

  /// Keys of objects that were open before it.
  var outerKeys: Int { unsafe room.outer_key_count }
  /// The same, and keys of objects that begin in it and are open behind it.
  var openKeys: Int { unsafe room.key_count }

  /// - Parameter index: below ``openKeys``, which is how many the room has.
  func openKey(_ index: Int) -> OpenKey {
    precondition(index < openKeys)
    let key = unsafe room.keys[index]
    return OpenKey(level: key.level, place: Int(key.place), count: Int(key.length))
  }
}

/// What becomes of the outermost values.
enum JSONShape: Int32, Sendable {
  case same = 0
  /// The elements of the one array are values of their own.
  case elements = 1
  /// The values of a sequence are the elements of one array.
  case enclosed = 2
}

/// The line ends of a layout, ready to be copied.
struct JSONLines: Sendable {
  let shape: JSONShape
  let isPretty: Bool
  /// Bytes of a level.
  let width: Int
  /// How many levels are indented.
  let deepest: Int
  /// A comma, a line end, and blanks for the deepest level; and bytes that may be copied with them.
  let line: [UInt8]

  init(_ layout: TreeLayout, _ shape: JSONShape) {
    self.shape = shape
    let indentation = layout.indentation
    isPretty = indentation != nil
    width = indentation?.count ?? 0
    deepest = layout.deepestIndentation
    let blank = indentation?.first ?? 0
    line = [UInt8(ascii: ","), 0x0A] + Array(repeating: blank, count: width * deepest + 64)
  }

  /// The most bytes that a bracket, comma or colon can become.
  func mostBytes(within depth: Int) -> Int { 2 + width * min(depth + 2, deepest) }
}
