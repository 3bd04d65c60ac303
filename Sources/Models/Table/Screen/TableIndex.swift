import ConverterCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the rows of a table are, so that any of them can be shown at once.
///
/// A thread goes over the content and notes where each stretch of rows begins; the rows of a stretch are read
/// again when they are wanted. Of content that cannot be read from the middle the rows are kept in memory,
/// as many as there is room for.
///
/// Rows are known by their place in the content, from 0, which is not their number in the file where some
/// were left out.
final class TableIndex: Sendable {
  /// What is known so far.
  struct Status: Sendable {
    var rowCount = 0
    var isComplete = false
    /// Whether there are more rows than there is memory for.
    var isCut = false
    var failure: ConversionError?
    /// How much of the content was gone over, 0…1.
    var fraction = 0.0
  }

  private struct State: Sendable {
    var status = Status()
    /// For each stretch the place of its first row.
    var starts: [Int] = []
    var marks: [RowMark] = []
    var kept: [KeptRows] = []
    var keptBytes = 0

    /// How many stretches are known to their end.
    var settledCount: Int {
      status.isComplete || !kept.isEmpty ? starts.count : max(0, starts.count - 1)
    }

    /// The last stretch whose `value` is not above `wanted`.
    func last(upTo wanted: Int, by value: (Int) -> Int) -> Int? {
      var (low, high) = (0, starts.count)
      while low < high {
        let middle = (low + high) / 2
        if value(middle) <= wanted { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? nil : low - 1
    }
  }

  let content: any TableContent
  /// How many rows there are, where the file says so.
  private let knownCount: Int?
  let context: ConversionContext
  private let cancellation = Cancellation()
  private let state = Mutex<State>(State())

  /// Stretches of one batch each up to here; then of two, four, …, so that the index of the largest file
  /// stays small.
  private static let fineStretches = 50_000

  /// Reads the first rows; the rest is gone over in the background, after ``start()``.
  init(_ table: Table, in context: ConversionContext) {
    content = table.content
    knownCount = table.rowCount
    // Somebody may look at a file for a day.
    var limits = context.limits
    limits.seconds = 1 << 30
    self.context = ConversionContext(
      registry: context.registry, limits: limits, reading: context.reading,
      cancellation: cancellation)
  }

  var status: Status { state.withLock { $0.status } }
  var rowCount: Int { status.rowCount }

  /// The stretch that a row is in.
  func stretch(of row: Int) -> Int? {
    state.withLock { state in
      guard row >= 0, row < state.status.rowCount else { return nil }
      return state.last(upTo: row) { state.starts[$0] }
    }
  }

  /// How far into the content a stretch is, 0…1.
  func fraction(of stretch: Int) -> Double {
    state.withLock { state in
      guard stretch < state.starts.count else { return state.status.fraction }
      if stretch < state.marks.count, content.byteCount > 0 {
        return min(1, Double(state.marks[stretch].position) / Double(content.byteCount))
      }
      return Double(state.starts[stretch]) / Double(max(1, state.status.rowCount))
    }
  }

  /// The row that has a number in the file, or the next one that there is, among those found so far.
  func row(number: Int) throws(ConversionError) -> Int? {
    let stretch = state.withLock { state -> Int? in
      if state.kept.isEmpty { return state.last(upTo: number) { state.marks[$0].row } ?? 0 }
      // Kept rows may be in any order.
      return state.kept.firstIndex { $0.index(ofNumber: number) != nil }
    }
    guard let stretch else { return nil }
    var found: Int?
    try read(stretch, with: RowBatch()) { batch, rows, first throws(ConversionError) in
      let index = rows.first { batch.number(ofRow: $0) >= number }
      found = index.map { first + $0 - rows.lowerBound }
      return found == nil
    }
    return found
  }

  /// Gives up; the thread ends at its next batch.
  func stop() { cancellation.cancel() }
}

// MARK: Going over the content

extension TableIndex {
  /// Finds the first rows at once, and the others in the background.
  func start() {
    let pass = Pass(content)
    do throws(ConversionError) {
      try pass.begin(in: context)
      guard try take(pass) else { return finish(nil) }
      // The first screen needs its rows before the next batch says where they end.
      try settle(pass)
    } catch {
      return finish(error)
    }
    // Only the new thread uses it from here on.
    nonisolated(unsafe) let rest = pass
    let thread = WorkerThread { [self] in
      do throws(ConversionError) {
        while try take(rest) {}
        if !status.isCut { try settle(rest) }
        finish(nil)
      } catch {
        finish(error)
      }
    }
    if thread == nil {
      finish(ConversionError(.internalError, "the system refuses another thread"))
    }
  }

  /// One way through the content. The last batch is kept, since what comes behind it tells how many rows it
  /// has; so two take turns.
  private final class Pass {
    private let content: any TableContent
    private var rows: (any RowSource)?
    private var batches = [RowBatch(), RowBatch()]
    /// Batches taken.
    var count = 0
    let keepsRows: Bool
    /// Whether the rows of each batch must be counted, since their numbers do not tell.
    let countsRows: Bool
    var last: RowBatch { batches[1] }
    /// Whether the last batch is split into cells; that can be done but once.
    private var isSplit = true

    init(_ content: any TableContent) {
      self.content = content
      keepsRows = !content.isSeekable
      countsRows = content.leavesRowsOut
    }

    func begin(in context: ConversionContext) throws(ConversionError) {
      rows = try content.rows(in: context)
    }

    func claim() throws(ConversionError) -> Bool {
      guard let rows, try rows.claim(batches[0]) else { return false }
      batches.swapAt(0, 1)
      count += 1
      isSplit = false
      if keepsRows || countsRows { try split() }
      return true
    }

    func split() throws(ConversionError) {
      guard !isSplit else { return }
      isSplit = true
      try rows?.split(last)
    }
  }

  /// Takes the next batch; `false` at the end.
  private func take(_ pass: Pass) throws(ConversionError) -> Bool {
    try context.checkpoint()
    guard try pass.claim() else { return false }
    let batch = pass.last
    if pass.keepsRows { return keep(batch) }
    guard let mark = batch.mark else { return true }
    state.withLock { state in
      let row =
        pass.countsRows ? state.status.rowCount : mark.row - (state.marks.first ?? mark).row
      state.status.rowCount = max(row, state.status.rowCount)
      if pass.count % Self.spacing(after: state.marks.count) == 0 || state.marks.isEmpty {
        state.marks.append(mark)
        state.starts.append(row)
      }
      if pass.countsRows { state.status.rowCount += batch.rowCount }
      state.status.fraction = min(1, Double(mark.position) / Double(max(1, content.byteCount)))
    }
    return true
  }

  private static func spacing(after count: Int) -> Int {
    count < fineStretches ? 1 : 1 << min(32, 2 * count / fineStretches - 1)
  }

  /// - Returns: whether there is room for more.
  private func keep(_ batch: RowBatch) -> Bool {
    let rows = KeptRows(batch)
    return state.withLock { state in
      guard state.keptBytes + rows.byteCount <= context.limits.memory / 4 else {
        state.status.isCut = true
        return false
      }
      guard rows.rowCount > 0 else { return true }
      state.starts.append(state.status.rowCount)
      state.kept.append(rows)
      state.keptBytes += rows.byteCount
      state.status.rowCount += rows.rowCount
      state.status.fraction =
        knownCount.map { min(1, Double(state.status.rowCount) / Double(max(1, $0))) } ?? 0
      return true
    }
  }

  /// Counts the rows of the batch that was taken last.
  private func settle(_ pass: Pass) throws(ConversionError) {
    let batch = pass.last
    guard !pass.keepsRows, !pass.countsRows, let mark = batch.mark else { return }
    try pass.split()
    state.withLock { state in
      let first = (state.marks.first ?? mark).row
      state.status.rowCount = max(state.status.rowCount, mark.row - first + batch.rowCount)
      // About: the text of the cells may be shorter than the file's.
      state.status.fraction = min(
        1, Double(mark.position + batch.bytes.count) / Double(max(1, content.byteCount)))
    }
  }

  private func finish(_ failure: ConversionError?) {
    state.withLock { state in
      state.status.isComplete = true
      state.status.failure = cancellation.isCancelled ? nil : failure
      if failure == nil { state.status.fraction = 1 }
    }
  }
}

// MARK: Reading rows again

extension TableIndex {
  /// Reads a stretch.
  ///
  /// - Parameters:
  ///   - batch: holds its rows meanwhile.
  ///   - body: takes the rows with these indices in the batch, and the place of the first of them; `false`
  ///     where no more is wanted.
  func read(
    _ stretch: Int, with batch: RowBatch,
    _ body: (RowBatch, Range<Int>, Int) throws(ConversionError) -> Bool
  ) throws(ConversionError) {
    let found = state.withLock { state -> (Int, Int, RowMark?, KeptRows?)? in
      guard stretch < state.starts.count else { return nil }
      let next = stretch + 1
      return (
        state.starts[stretch],
        next < state.starts.count ? state.starts[next] : state.status.rowCount,
        stretch < state.marks.count ? state.marks[stretch] : nil,
        stretch < state.kept.count ? state.kept[stretch] : nil
      )
    }
    guard let (start, end, mark, kept) = found else { return }
    if let kept {
      kept.fill(batch)
      _ = try body(batch, 0..<min(batch.rowCount, end - start), start)
      return
    }
    let rows = try content.rows(from: mark, in: context)
    var row = start
    while row < end, try rows.claim(batch) {
      try rows.split(batch)
      let count = min(batch.rowCount, end - row)
      guard try body(batch, 0..<count, row) else { return }
      row += count
    }
    guard row < end else { return }
    throw ConversionError(
      .damagedInput,
      "the file has changed since it was opened: rows that it had are gone; open it again")
  }

  /// Goes over stretches, one after the other, and waits for those that are not found yet.
  ///
  /// - Parameters:
  ///   - end: the stretch to stop before; `nil` for the last row.
  ///   - work: is told how far it is, and says when to stop.
  func scan<State>(
    from first: Int = 0, to end: Int? = nil, for work: BackgroundWork<State>,
    fraction: (Double) -> Double = { $0 },
    _ body: (RowBatch, Range<Int>, Int) throws(ConversionError) -> Bool
  ) throws(ConversionError) {
    let batch = RowBatch()
    var stretch = first
    while end.map({ stretch < $0 }) ?? true {
      if work.isCancelled { return }
      // The rows of the last stretch are known only when the next one is found.
      let (settled, isComplete): (Int, Bool) = state.withLock {
        ($0.settledCount, $0.status.isComplete)
      }
      guard stretch < settled else {
        if isComplete { return }
        Self.pause()
        continue
      }
      var goesOn = true
      try read(stretch, with: batch) { batch, rows, first throws(ConversionError) in
        goesOn = try body(batch, rows, first)
        return goesOn
      }
      guard goesOn else { return }
      stretch += 1
      work.report(fraction(self.fraction(of: stretch)))
    }
  }

  static func pause() {
    var time = timespec(tv_sec: 0, tv_nsec: 5_000_000)
    nanosleep(&time, nil)
  }
}
