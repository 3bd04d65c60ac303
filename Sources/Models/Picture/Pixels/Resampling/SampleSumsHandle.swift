import CVectors

/// Weighted sums of samples, with the vector instructions that the processor has.
enum SampleSums {
  /// What rows are made of.
  enum Kind {
    case bytes
    case words
    case floats

    fileprivate var code: fairy_sample_kind {
      switch self {
      case .bytes: FAIRY_SAMPLES_8
      case .words: FAIRY_SAMPLES_16
      case .floats: FAIRY_SAMPLES_FLOAT
      }
    }
  }

  /// The most rows that are added at a time.
  static let rowsAtOnce = Int(FAIRY_ROWS_AT_ONCE)

  /// Adds rows of `width` samples to sums: to each of them every row times its weight.
  ///
  /// - Parameters:
  ///   - rowCount: of 1…``rowsAtOnce``.
  ///   - begunCount: the sums, the first ones, that hold something already; the others begin with these rows.
  ///   - weights: ``rowsAtOnce`` for each sum, those of rows that are not there unused.
  @inline(__always)
  static func add(
    _ rows: UnsafePointer<UnsafeRawPointer?>, _ rowCount: Int, of kind: Kind, width: Int,
    to sums: UnsafePointer<UnsafeMutablePointer<Float>?>, _ sumCount: Int, begunCount: Int,
    weights: UnsafePointer<Float>
  ) {
    unsafe fairy_add_rows(
      kind.code, rows, rowCount, width, sums, weights, sumCount, begunCount,
      FAIRY_INSTRUCTIONS_BEST)
  }

  /// Brings a line to another width.
  ///
  /// - Parameters:
  ///   - firsts: for each result the first sample of those it is made of.
  ///   - weights: `pitch` for each result, a multiple of 8. The line can be read as far as they reach.
  @inline(__always)
  static func weigh(
    _ line: UnsafePointer<Float>, _ firsts: [Int32], _ weights: [Float], pitch: Int,
    into results: UnsafeMutablePointer<Float>
  ) {
    unsafe fairy_weigh_samples(
      line, firsts, weights, pitch, firsts.count, results, FAIRY_INSTRUCTIONS_BEST)
  }
}
