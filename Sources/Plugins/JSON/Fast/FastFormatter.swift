import ConverterCore
import Synchronization
import TreeModel

/// JSON text to JSON text, laid out anew: in pieces, with vectors, on all threads.
///
/// It writes what ``JSONLexer`` and `TreePrinter` would, and of a file that is wrong it says what they say:
/// a piece that is not as it should be is read again by the lexer, which finds the place.
struct FastFormatter {
  let input: InputFile
  let isSequence: Bool
  let layout: TreeLayout
  var shape = JSONShape.same
  /// How many bytes are read at once.
  var pieceSize = 1 << 18
  /// Whether it does without vectors.
  var isPlain = false

  func write(to output: OutputFile, in context: ConversionContext) throws(ConversionError) {
    let lines = JSONLines(layout, shape)
    let scan = JSONScanHandle(
      input, isSequence: isSequence, layout: lines, limits: context.limits, pieceSize: pieceSize,
      isPlain: isPlain)
    let hasMark = Atomic(false)
    let findings = PieceFindings()
    let formatter = self
    if shape == .enclosed { try output.write(Array("[".utf8)) }
    try context.inOrder(from: scan) {
      JSONPieceHandle()
    } claim: { scan, piece throws(ConversionError) in
      let isClaimed = try scan.claim(piece)
      hasMark.store(scan.hasMark, ordering: .relaxed)
      guard isClaimed else { return false }
      try context.checkpoint(Double(piece.offset) / Double(max(1, formatter.input.byteCount)))
      return true
    } work: { piece throws(ConversionError) in
      if !piece.format(lines, isSequence: formatter.isSequence) {
        try formatter.explain(piece, in: context)
      }
    } finish: { piece throws(ConversionError) in
      findings.add(piece)
      let text = piece.output
      try output.write(text.span)
      return true
    }
    if shape == .enclosed {
      let isEmpty = layout == .compact || output.byteCount == 1
      try output.write(Array((isEmpty ? "]\n" : "\n]\n").utf8))
    }
    findings.oddities.hasMark = hasMark.load(ordering: .relaxed)
    try findings.oddities.warn(about: input, in: context)
  }

  /// Finds out what is wrong with a piece.
  private func explain(
    _ piece: JSONPieceHandle, in context: ConversionContext
  ) throws(ConversionError) {
    let lexer = JSONLexer(input, isSequence: isSequence, in: context, from: piece.state)
    let batch = TokenBatch()
    while try lexer.next(batch) {}
    throw ConversionError(
      .internalError,
      "its bytes from \(piece.offset) on are read in two ways; please report this")
  }
}
