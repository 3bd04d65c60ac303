/// Finds the colour of a palette that is nearest to another, exactly.
///
/// The cube is cut into 32³ cells. Of a cell the few colours are listed that may be nearest to any place in it, when
/// it is first looked into. It belongs to one thread at a time.
///
/// Samples are 0 to 255: five bits of each number the cells, six the cubes of 4³ places. The candidates of a cell are
/// as many as it says.
@safe final class PaletteSearch {
  private let colours: [SIMD4<UInt8>]
  private let cells: UnsafeMutablePointer<Cell>

  @safe private struct Cell {
    /// Red, green, blue and index; `nil` while nobody has looked.
    var candidates: UnsafeMutablePointer<SIMD4<Int32>>?
    var count = 0
  }

  private static let cellCount = 1 << 15
  /// Of cubes of 4³ places the colour that is nearest to the middle.
  private let middles: UnsafeMutablePointer<UInt16>
  private static let middleCount = 1 << 18
  private static let unknown = UInt16.max

  /// - Parameters:
  ///   - colours: 1…256, taken as opaque.
  ///   - isForNear: whether ``near(_:)`` will be asked.
  init(_ colours: [SIMD4<UInt8>], isForNear: Bool = false) {
    precondition((1...256).contains(colours.count), "a palette has 1 to 256 colours")
    self.colours = colours
    unsafe cells = .allocate(capacity: Self.cellCount)
    unsafe cells.initialize(repeating: Cell(), count: Self.cellCount)
    let middleCount = isForNear ? Self.middleCount : 0
    unsafe middles = .allocate(capacity: middleCount)
    unsafe middles.initialize(repeating: Self.unknown, count: middleCount)
  }

  deinit {
    for cell in 0..<Self.cellCount { unsafe cells[cell].candidates?.deallocate() }
    unsafe cells.deallocate()
    unsafe middles.deallocate()
  }

  /// The index of a colour as near as the nearest, or hardly less so: of places in a cube of 4³ all have the one that
  /// is nearest to its middle. It takes a third of the time.
  ///
  /// - Precondition: it was made for this.
  /// - Parameter place: samples of 0…255, and one that does not count.
  @inline(__always)
  func near(_ place: SIMD4<Int32>) -> Int {
    let cube = Int((place.x &>> 2) &<< 12 | (place.y &>> 2) &<< 6 | place.z &>> 2)
    if unsafe middles[cube] == Self.unknown {
      unsafe middles[cube] = UInt16(
        truncatingIfNeeded: nearest((place & SIMD4(repeating: ~3)) &+ SIMD4(repeating: 2)))
    }
    return unsafe Int(middles[cube])
  }

  /// The index of the nearest colour, the first of equals.
  ///
  /// - Parameter place: samples of 0…255, and one that does not count.
  @inline(__always)
  func nearest(_ place: SIMD4<Int32>) -> Int {
    let cell = Int((place.x &>> 3) &<< 10 | (place.y &>> 3) &<< 5 | place.z &>> 3)
    if unsafe cells[cell].count == 0 { look(into: cell) }
    guard let candidates = unsafe cells[cell].candidates else { return 0 }
    // Distance and index in one number, so that there is no branch to be guessed wrong.
    var best = Int32.max
    for number in unsafe 0..<cells[cell].count {
      let candidate = unsafe candidates[number]
      let (r, g, b) = (candidate.x &- place.x, candidate.y &- place.y, candidate.z &- place.z)
      best = min(best, (r &* r &+ g &* g &+ b &* b) &<< 8 | candidate.w)
    }
    return Int(best & 255)
  }

  /// Lists whatever is no farther from the nearest corner of the cell than another is from the farthest.
  @inline(never)
  private func look(into cell: Int) {
    let low = SIMD3<Int32>(Int32(cell >> 10), Int32(cell >> 5 & 31), Int32(cell & 31)) &* 8
    let high = low &+ 7
    var near = [Int32](repeating: 0, count: colours.count)
    var bound = Int32.max
    for (index, colour) in colours.enumerated() {
      let place = SIMD3<Int32>(Int32(colour.x), Int32(colour.y), Int32(colour.z))
      let (below, above) = (low &- place, place &- high)
      let outside = pointwiseMax(pointwiseMax(below, above), .zero)
      near[index] = (outside &* outside).wrappedSum()
      let across = pointwiseMax(place &- low, high &- place)
      bound = min(bound, (across &* across).wrappedSum())
    }
    let all = colours.indices.filter { near[$0] <= bound }
    let candidates = UnsafeMutablePointer<SIMD4<Int32>>.allocate(capacity: all.count)
    for (place, index) in all.enumerated() {
      let colour = colours[index]
      unsafe (candidates + place).initialize(
        to: SIMD4(Int32(colour.x), Int32(colour.y), Int32(colour.z), Int32(index)))
    }
    unsafe cells[cell] = Cell(candidates: candidates, count: all.count)
  }
}
