internal import ConverterCore
internal import Synchronization
import TreeModel

/// Places of a text from which it can be read, every 64 KiB or so, that a thread in the background makes.
///
/// A place needs the containers around it. They are kept once, however many places lie in them; and where a
/// text has so many that they would need more than a small part of its size, places are further apart.
final class TextIndex: Sendable {
  private struct Checkpoint {
    let offset: Int
    let index: Int
    let kind: TreePlace.Kind
    /// The innermost container, in `containers`; -1 at the top.
    let container: Int32
    let depth: Int32
  }

  private struct Container {
    let frame: TreePlace.Frame
    let around: Int32
  }

  private struct State {
    var checkpoints: [Checkpoint] = []
    var containers: [Container] = []
    /// Up to where the text has been read.
    var reached = 0
    var isFinished = false
    var failure: ConversionError?
    var damage: TextPlace?
  }

  /// How far the thread has come.
  struct Progress {
    let reached: Int
    let isFinished: Bool
    /// Where reading failed.
    let failure: ConversionError?
    /// Where the damage is that it met.
    let damage: TextPlace?
  }

  private let state = Mutex(State())
  private let spacing: Int
  private let isCancelled = Atomic(false)

  /// - Parameter spacing: bytes between two places.
  init(spacing: Int = 1 << 16) {
    self.spacing = spacing
  }

  var progress: Progress {
    state.withLock {
      Progress(
        reached: $0.reached, isFinished: $0.isFinished, failure: $0.failure, damage: $0.damage)
    }
  }

  /// Ends the building from another thread.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Reads the text to its end.
  func build(_ start: TextWalker) {
    var walker = start
    // For each open container its number in `containers`, where it has one already.
    var numbers: [Int32] = []
    var next = 0
    var lines = 0
    do throws(ConversionError) {
      while !walker.isOver {
        if walker.place.offset >= next {
          next = add(walker.place, &numbers)
        }
        lines &+= 1
        if lines & 0xFF == 0 {
          if isCancelled.load(ordering: .relaxed) { return }
          state.withLock { $0.reached = walker.place.offset }
        }
        try walker.advance()
        // A number belongs to a container as long as it is open.
        if numbers.count > walker.place.stack.count {
          numbers.removeLast(numbers.count - walker.place.stack.count)
        }
      }
      let damage =
        walker.place.kind == .damage
        ? try TextPlace(walker.place.offset, in: walker.window.file) : nil
      state.withLock {
        $0.damage = damage
        $0.reached = walker.window.end
        $0.isFinished = true
      }
    } catch {
      fail(error)
    }
  }

  func fail(_ error: ConversionError) {
    state.withLock {
      $0.failure = error
      $0.isFinished = true
    }
  }

  /// Notes a place.
  ///
  /// - Returns: the offset from which on the next one is wanted.
  private func add(_ place: TreePlace, _ numbers: inout [Int32]) -> Int {
    state.withLock { state in
      let stack = place.stack
      // A bracket that closed and one that opened since may have the same depth.
      while let last = numbers.last,
        state.containers[Int(last)].frame.start != stack[numbers.count - 1].start
      {
        numbers.removeLast()
      }
      let fresh = stack.count - numbers.count
      // A million containers within each other are places too; only such a text needs so much.
      let most = (1 << 26) + place.offset / 64
      let size = MemoryLayout<Container>.stride
      if (state.containers.count + fresh) * size > most { return place.offset + spacing }
      for frame in stack[numbers.count...] {
        let around = numbers.last ?? -1
        numbers.append(Int32(truncatingIfNeeded: state.containers.count))
        state.containers.append(Container(frame: frame, around: around))
      }
      state.checkpoints.append(
        Checkpoint(
          offset: place.offset, index: place.index, kind: place.kind,
          container: numbers.last ?? -1, depth: Int32(truncatingIfNeeded: stack.count)))
      return place.offset + spacing
    }
  }
}

extension TextIndex {
  /// The last noted place before `offset`.
  func place(before offset: Int) -> TreePlace? {
    state.withLock { state in
      let number = Self.count(of: state) { state.checkpoints[$0].offset < offset }
      return number > 0 ? Self.place(number - 1, in: state) : nil
    }
  }

  /// The first noted place behind `offset`.
  func place(after offset: Int) -> TreePlace? {
    state.withLock { state in
      let number = Self.count(of: state) { state.checkpoints[$0].offset <= offset }
      return number < state.checkpoints.count ? Self.place(number, in: state) : nil
    }
  }

  /// The last noted place within the container that opens at `start`, with `level` containers around.
  ///
  /// - Returns: `place` is `nil` where none is noted; `isLast` says that the container's end is known to come
  ///   before the next noted place.
  func lastPlace(
    inContainerAt start: Int, level: Int
  ) -> (place: TreePlace?, isLast: Bool) {
    state.withLock { state in
      let number = Self.count(of: state) { number in
        state.checkpoints[number].offset <= start
          || Self.container(of: number, at: level, in: state)?.start == start
      }
      let isLast = number < state.checkpoints.count || state.isFinished
      guard number > 0, state.checkpoints[number - 1].offset > start else { return (nil, isLast) }
      return (Self.place(number - 1, in: state), isLast)
    }
  }

  /// The last noted place at or before which a member of a container begins, at the line of a member.
  ///
  /// - Parameters:
  ///   - member: its number, from 0.
  ///   - start: where the container opens; `nil` for values that none is around.
  ///   - level: how many containers are around that one.
  /// - Returns: `nil` where none is noted.
  func place(ofMember member: Int, inContainerAt start: Int?, level: Int) -> TreePlace? {
    state.withLock { state in
      let inner = start == nil ? 0 : level + 1
      let number = Self.count(of: state) { number in
        if let start {
          if state.checkpoints[number].offset <= start { return true }
          guard Self.container(of: number, at: level, in: state)?.start == start else {
            return false
          }
        }
        if let frame = Self.container(of: number, at: inner, in: state) {
          return frame.index <= member
        }
        let checkpoint = state.checkpoints[number]
        return checkpoint.kind == .value && checkpoint.index <= member
      }
      guard number > 0, state.checkpoints[number - 1].offset > start ?? -1 else { return nil }
      let place = Self.place(number - 1, in: state)
      return place.stack.count > inner ? place.opening(of: inner) : place
    }
  }

  /// How many of the first checkpoints fulfil a condition that the rest do not.
  private static func count(of state: borrowing State, _ isIn: (Int) -> Bool) -> Int {
    var (low, high) = (0, state.checkpoints.count)
    while low < high {
      let middle = (low + high) / 2
      if isIn(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func container(
    of number: Int, at level: Int, in state: borrowing State
  ) -> TreePlace.Frame? {
    var depth = Int(state.checkpoints[number].depth)
    guard depth > level else { return nil }
    var container = state.checkpoints[number].container
    while depth > level + 1 {
      container = state.containers[Int(container)].around
      depth -= 1
    }
    return state.containers[Int(container)].frame
  }

  private static func place(_ number: Int, in state: borrowing State) -> TreePlace {
    let checkpoint = state.checkpoints[number]
    var stack: [TreePlace.Frame] = []
    stack.reserveCapacity(Int(checkpoint.depth) + 8)
    var container = checkpoint.container
    while container >= 0 {
      stack.append(state.containers[Int(container)].frame)
      container = state.containers[Int(container)].around
    }
    stack.reverse()
    return TreePlace(
      offset: checkpoint.offset, kind: checkpoint.kind, index: checkpoint.index, stack: stack)
  }
}

extension TextIndex {
  /// Reads the text to its end, with a window of its own.
  func build(_ file: InputFile, isSequence: Bool, deepest: Int) {
    do throws(ConversionError) {
      build(
        try TextWalker(
          TextWindow(file, capacity: 1 << 18), isSequence: isSequence, deepest: deepest))
    } catch {
      fail(error)
    }
  }
}
