import ConverterCore
import Synchronization
import TableModel

/// Going over the content.
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
    // It was made here, and only the new thread uses it from here on; what it read was copied out of it.
    nonisolated(unsafe) let rest = pass
    let thread = WorkerThread { [self] in
      do throws(ConversionError) {
        while try unsafe take(rest) {}
        if !status.isCut { try unsafe settle(rest) }
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
