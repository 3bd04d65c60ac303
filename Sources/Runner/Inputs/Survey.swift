public import SystemPackage

/// What a run has to do, counted before it begins.
public struct Survey {
  public private(set) var files = 0
  /// The sizes of the inputs together; an estimate where there are many.
  public private(set) var bytes: SizeEstimate
  private var outputs = DistinctOutputs()

  /// - Parameter exact: whether the size of every input is asked for, however many there are.
  public init(exact: Bool = false) {
    bytes = SizeEstimate(exact: exact)
  }

  /// - Parameters:
  ///   - output: `nil` for standard output.
  ///   - size: of the input; called when it is needed.
  public mutating func add(output: FilePath?, size: () -> Int) {
    files += 1
    bytes.add(size)
    if let output { outputs.add(output) }
  }

  /// Ends the counting of outputs and frees what it kept.
  ///
  /// - Returns: what a second pass has to look for; `nil` when all outputs are distinct.
  public mutating func possibleDuplicates() -> DistinctOutputs.PossibleDuplicates? {
    let all = outputs
    outputs = DistinctOutputs()
    return all.possibleDuplicates()
  }
}
