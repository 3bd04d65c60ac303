public import ConverterCore

/// The elements of the one array that a source gives, as values one after the other; a value that is no
/// array stays as it is.
public final class ArrayElements: TokenSource {
  private let source: any TokenSource
  private var depth = 0
  private var hasBegun = false
  /// Whether the value is an array, as soon as it has begun.
  public private(set) var isArray = false

  public init(_ source: any TokenSource) {
    self.source = source
  }

  public func next(_ batch: TokenBatch) throws(ConversionError) -> Bool {
    while try source.next(batch) {
      if !hasBegun, let first = batch.tokens.first {
        hasBegun = true
        isArray = first.kind == .beginArray
      }
      guard isArray else { return true }
      strip(batch)
      if !batch.tokens.isEmpty { return true }
    }
    return false
  }

  /// Takes away the outermost brackets: the first token of all, and the last.
  private func strip(_ batch: TokenBatch) {
    var start = 0
    if depth == 0, batch.tokens.first?.kind == .beginArray {
      depth = 1
      start = 1
    }
    for token in batch.tokens[start...] {
      switch token.kind {
      case .beginArray, .beginObject: depth += 1
      case .endArray, .endObject: depth -= 1
      default: break
      }
    }
    if depth == 0 { batch.tokens.removeLast() }
    if start == 1 { batch.tokens.removeFirst() }
  }
}

/// The values that a source gives as the elements of one array.
public final class EnclosedValues: TokenSource {
  private let source: any TokenSource
  private var step = Step.begin

  private enum Step { case begin, values, over }

  public init(_ source: any TokenSource) {
    self.source = source
  }

  public func next(_ batch: TokenBatch) throws(ConversionError) -> Bool {
    switch step {
    case .over: return false
    case .begin:
      batch.removeAll()
      batch.append(.beginArray)
      step = .values
      return true
    case .values:
      if try source.next(batch) { return true }
      batch.removeAll()
      batch.append(.endArray)
      step = .over
      return true
    }
  }
}
