import ConverterCore

/// A form of content whose lines are decoded one by one.
protocol LineForm: ContentForm {
  /// What is left of the last piece.
  var lines: LineCutter { get set }

  mutating func take(_ line: LineCutter.Line, _ output: ByteBuffer)
}

extension LineForm {
  mutating func decode(_ bytes: Span<UInt8>, isLast: Bool, into output: ByteBuffer) {
    // Nothing else may touch it while it calls back.
    var cutter = LineCutter()
    swap(&cutter, &lines)
    cutter.cut(bytes, isLast: isLast) { take($0, output) }
    swap(&cutter, &lines)
  }
}
