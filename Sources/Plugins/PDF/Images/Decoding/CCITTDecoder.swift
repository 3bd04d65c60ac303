package import ConverterCore

/// Decodes CCITTFaxDecode: ITU-T T.4 (Group 3) and T.6 (Group 4).
package struct CCITTDecoder {
  /// A fax is 1728 wide, large drawings ten times that.
  package static let mostColumns = 1 << 20

  private let parameters: CCITTParameters
  private let columns: Int
  /// Where the row above changes colour, with the width behind; and where this one does.
  private var above: [Int32]
  private var current: [Int32]
  private var count = 0
  private(set) package var damagedRows = 0
  /// Rows that the data had.
  private(set) package var rows = 0

  /// - Throws: `damagedInput` for a width that cannot be.
  package init(_ parameters: CCITTParameters) throws(ConversionError) {
    guard (1...Self.mostColumns).contains(parameters.columns) else {
      throw ConversionError(
        .damagedInput, "its CCITT data are said to be \(parameters.columns) pixels wide")
    }
    self.parameters = parameters
    columns = parameters.columns
    above = [Int32](repeating: Int32(columns), count: columns + 8)
    current = above
  }

  /// Decodes rows until `height` are there, or the data end.
  ///
  /// - Returns: the rows that were decoded, as PDF has the samples: 0 is black unless `BlackIs1` is set. Rows
  ///   that cannot be decoded are as far as they go, and white from there; ``damagedRows`` counts them.
  package mutating func decode(_ bytes: [UInt8], height: Int) -> [UInt8] {
    let rowBytes = (columns + 7) / 8
    var result: [UInt8] = []
    // Rows cost at least a bit each: what is said to be higher than its data is not made room for.
    let most = min(height, bytes.count * 8 + 1)
    result.reserveCapacity(most * rowBytes)
    var bits = BitCursor(bytes.span)
    let (whiteTable, blackTable) = (CCITTCodes.whiteTable, CCITTCodes.blackTable)
    let (white, black) = (whiteTable.span, blackTable.span)
    var isTwoDimensional = parameters.k < 0
    if parameters.k >= 0 {
      guard beginsGroup3Row(&bits, &isTwoDimensional, isFirst: true) else { return result }
    }
    while rows < most {
      if parameters.k < 0, parameters.isByteAligned { bits.align() }
      if parameters.k < 0, parameters.hasEndOfBlock, bits.peek(24) == 0x001001 { break }
      if bits.isAtEnd { break }
      count = 0
      let isWhole =
        isTwoDimensional
        ? decodeTwoDimensional(&bits, white, black) : decodeRuns(&bits, white, black)
      if !isWhole {
        // What ends within a row is cut off.
        damagedRows += 1
        if bits.isAtEnd || parameters.k < 0 {
          append(to: &result, rowBytes)
          break
        }
      }
      append(to: &result, rowBytes)
      if parameters.k >= 0, rows < most {
        if !isWhole, !bits.skipToEndOfLine() { break }
        guard beginsGroup3Row(&bits, &isTwoDimensional, isFirst: false) else { break }
      }
    }
    return result
  }

  /// Passes the end of the line before, where there is one.
  ///
  /// - Returns: whether a row follows.
  private func beginsGroup3Row(
    _ bits: inout BitCursor, _ isTwoDimensional: inout Bool, isFirst: Bool
  ) -> Bool {
    var marks = 0
    // Padding before a row could be taken for the zeros of an end of line.
    if parameters.isByteAligned, !parameters.hasEndOfLine { bits.align() }
    // Six ends of line end a page.
    while marks < 6, bits.takeEndOfLine() {
      marks += 1
      if parameters.k > 0 { isTwoDimensional = bits.take(1) == 0 }
      if !isFirst, marks > 1, parameters.hasEndOfBlock { return false }
    }
    if isFirst, marks > 1, parameters.hasEndOfBlock { return false }
    // After an end of line, writers do not align.
    if marks == 0, parameters.isByteAligned { bits.align() }
    // Without an end of line the tag is there all the same.
    if marks == 0, parameters.k > 0 { isTwoDimensional = bits.take(1) == 0 }
    return !bits.isAtEnd
  }

  /// - Returns: whether the row came to its end.
  private mutating func decodeRuns(
    _ bits: inout BitCursor, _ white: Span<UInt16>,
    _ black: Span<UInt16>
  ) -> Bool {
    var position = 0
    var isBlack = false
    while position < columns {
      guard let run = bits.takeRun(isBlack ? black : white) else { return false }
      position += run
      guard position <= columns else { return false }
      change(at: position)
      isBlack.toggle()
    }
    return true
  }

  private mutating func decodeTwoDimensional(
    _ bits: inout BitCursor, _ white: Span<UInt16>,
    _ black: Span<UInt16>
  ) -> Bool {
    // a0 of the specification: before the first sample at the beginning.
    var position = -1
    var isBlack = false
    // Of the changes above, one near b1.
    var index = 0
    while position < columns {
      while index > 0, Int(above[index - 1]) > position { index -= 1 }
      while Int(above[index]) <= position, Int(above[index]) < columns { index += 1 }
      if index & 1 != (isBlack ? 1 : 0) { index += 1 }
      let b1 = Int(above[index])
      guard let mode = bits.takeMode() else { return false }
      switch mode {
      case .pass:
        position = Int(above[index + 1])
      case .horizontal:
        guard let first = bits.takeRun(isBlack ? black : white),
          let second = bits.takeRun(isBlack ? white : black)
        else { return false }
        let start = max(position, 0)
        guard start + first + second <= columns else { return false }
        change(at: start + first)
        change(at: start + first + second)
        position = start + first + second
      case .vertical(let offset):
        let next = b1 + offset
        guard next >= max(position, 0), next <= columns else { return false }
        change(at: next)
        // A position of its own, or rows of zero length would never end.
        if next == position { return false }
        position = next
        isBlack.toggle()
      }
    }
    return true
  }

  /// Notes a change of colour; two at one place are none.
  private mutating func change(at position: Int) {
    guard position < columns else { return }
    if count > 0, Int(current[count - 1]) == position {
      count -= 1
    } else if count < columns {
      current[count] = Int32(truncatingIfNeeded: position)
      count += 1
    }
  }

  /// Ends the row: makes its samples, and makes it the one above.
  private mutating func append(to result: inout [UInt8], _ rowBytes: Int) {
    for index in 0..<4 { current[count + index] = Int32(truncatingIfNeeded: columns) }
    let start = result.count
    result += repeatElement(parameters.blackIs1 ? 0 : 0xFF, count: rowBytes)
    var samples = result.mutableSpan
    var index = 0
    while index < count {
      Self.flip(
        &samples, from: start * 8 + Int(current[index]), to: start * 8 + Int(current[index + 1]))
      index += 2
    }
    swap(&above, &current)
    rows += 1
  }

  private static func flip(
    _ samples: inout MutableSpan<UInt8>, from: Int, to: Int
  ) {
    var first = from / 8
    let last = to / 8
    let head = UInt8(truncatingIfNeeded: 0xFF >> (from % 8))
    let tail = UInt8(truncatingIfNeeded: 0xFF00 >> (to % 8))
    if first == last {
      samples[first] ^= head & tail
      return
    }
    samples[first] ^= head
    first += 1
    while first < last {
      samples[first] ^= 0xFF
      first += 1
    }
    if tail != 0 { samples[last] ^= tail }
  }
}
