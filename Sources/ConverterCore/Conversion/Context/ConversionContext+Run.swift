import Synchronization

/// What the run of a conversion keeps for its own use.
extension ConversionContext {
  /// Common options that opening the archives on the way to the file has used.
  var taken: Set<ConversionOptions.Name> { run.withLock(\.taken) }

  func markUsed(_ names: Set<ConversionOptions.Name>) {
    run.withLock { $0.taken.formUnion(names) }
  }

  /// The inputs of a merge; `nil` where there is one alone.
  var merged: MergedInputs? {
    get { run.withLock(\.merged) }
    set { run.withLock { $0.merged = newValue } }
  }

  /// Bytes of all input files; set by the caller that opens them.
  var readByteCount: Int? {
    get { run.withLock(\.readByteCount) }
    set { run.withLock { $0.readByteCount = newValue } }
  }

  /// Whether the output is of the type of the input, so that no other coding is considered; set where the route is
  /// chosen.
  public internal(set) var keepsType: Bool {
    get { purpose.keepsType || run.withLock(\.staysInType) }
    set { run.withLock { $0.staysInType = newValue } }
  }

  /// Forgets what was noted and learnt during an attempt that failed.
  func startOver() {
    notebook.forgetAll()
    input.forgetAll()
    output.forgetAll()
    run.withLock { state in
      state.staysInType = false
      state.readByteCount = nil
    }
    progress.endPortion()
    giveBack()
  }
}
