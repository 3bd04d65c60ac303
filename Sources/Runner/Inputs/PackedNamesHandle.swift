#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// File names, each with a tag, one behind the other in one block of memory.
///
/// A name costs its bytes, two more, and eight for its place: a million names of a camera are 26 MB,
/// a fifth of what as many strings in an array take.
@safe final class PackedNames {
  /// Tag, name, zero; again and again. Grown by `realloc`, which moves pages rather than bytes, so
  /// that growing does not hold the block twice.
  private var block: UnsafeMutablePointer<CChar>?
  private var used = 0
  private var capacity = 0
  /// Where each name's tag stands, in the lower 32 bits; once sorted, the upper ones hold the bytes
  /// that decided.
  private var places: [UInt64] = []
  /// How many bytes all names begin with in common.
  private var commonCount = Int.max

  deinit { unsafe free(block) }

  var count: Int { places.count }

  /// Adds a name that ends with a zero.
  ///
  /// - Returns: whether there was room: names may take 4 GiB.
  func append(_ name: UnsafePointer<CChar>, tag: UInt8) -> Bool {
    let length = unsafe strlen(name)
    guard let block = unsafe block(withRoomFor: length + 2) else { return false }
    if places.isEmpty {
      commonCount = length
    } else {
      var common = 0
      while common < commonCount, unsafe block[1 + common] == name[common] { common += 1 }
      commonCount = common
    }
    unsafe block[used] = CChar(bitPattern: tag)
    unsafe memcpy(block + used + 1, name, length + 1)
    places.append(UInt64(used))
    used += length + 2
    return true
  }

  /// Brings the names in the order of their bytes; once, after the last was added.
  func sort() {
    guard let block = unsafe block else { return }
    // Behind the common beginning four bytes decide nearly always, and those stand in the numbers.
    for index in places.indices {
      var cursor = unsafe block + Int(places[index]) + 1 + commonCount
      var key: UInt64 = 0
      for _ in 0..<4 {
        key = unsafe key << 8 | UInt64(UInt8(bitPattern: cursor.pointee))
        if unsafe cursor.pointee != 0 { unsafe cursor += 1 }
      }
      places[index] |= key << 32
    }
    places.sort { left, right in
      guard left >> 32 == right >> 32 else { return left < right }
      return unsafe strcmp(
        block + Int(UInt32(truncatingIfNeeded: left)) + 1,
        block + Int(UInt32(truncatingIfNeeded: right)) + 1) < 0
    }
  }

  func tag(at index: Int) -> UInt8 {
    unsafe block.map { unsafe UInt8(bitPattern: $0[offset(at: index)]) } ?? 0
  }

  func withName<Result>(at index: Int, _ body: (UnsafePointer<CChar>) -> Result) -> Result? {
    unsafe block.map { unsafe body($0 + offset(at: index) + 1) }
  }

  private func offset(at index: Int) -> Int { Int(UInt32(truncatingIfNeeded: places[index])) }

  private func block(withRoomFor count: Int) -> UnsafeMutablePointer<CChar>? {
    if used + count <= capacity, let block = unsafe block { return unsafe block }
    let larger = max(1 << 12, capacity * 2)
    guard used + count <= UInt32.max, let moved = unsafe realloc(block, larger) else { return nil }
    capacity = larger
    unsafe block = unsafe moved.assumingMemoryBound(to: CChar.self)
    return unsafe block
  }
}
