import Synchronization
import SystemPackage

/// The inputs of a merge, which are named where they cannot be read; with `--keep-going` it goes on without them.
///
/// Which these are shows in the course of the merge, the last of them perhaps when most of the output is written: it is
/// begun anew then, without them.
final class MergedInputs: Sendable {
  private struct State {
    /// The inputs of this attempt, by their places in the request.
    var numbers: [Int] = []
    /// Why inputs cannot be read, by their places in the request.
    var failures: [Int: ConversionError] = [:]
  }

  /// Whether inputs that cannot be read are left out, and the others joined.
  let isLenient: Bool
  private let request: Request
  private let all: [Request.Input]
  private let state = Mutex(State())
  private let outputs = Pool<OutputFile>()

  init(_ request: Request) {
    self.request = request
    isLenient = request.options.keepGoing
    all = [request.input] + request.purpose.furtherInputs
  }

  /// The request for all inputs that can be read, as far as is known; `nil` where there is none.
  func next() -> Request? {
    let numbers = state.withLock { state in
      state.numbers = all.indices.filter { state.failures[$0] == nil }
      return state.numbers
    }
    guard let first = numbers.first else { return nil }
    var request = request
    request.input = all[first]
    request.purpose = .merge(numbers.dropFirst().map { all[$0] })
    request.inputPages = [:]
    for (position, number) in numbers.enumerated() {
      request.inputPages[position] = self.request.inputPages[number]
    }
    return request
  }

  /// The place in the request of an input of this attempt.
  func number(at position: Int) -> Int { state.withLock { $0.numbers[position] } }

  /// Why each input that is left out cannot be read, in their order.
  var lost: [(input: Request.Input, error: ConversionError)] {
    state.withLock { state in
      state.failures.sorted { $0.key < $1.key }.map { (all[$0.key], $0.value) }
    }
  }

  func isLost(_ number: Int) -> Bool { state.withLock { $0.failures[number] != nil } }

  /// Leaves an input out of further attempts, where that is asked for; the first of several reasons counts.
  ///
  /// - Returns: the error with the input's name.
  func lose(_ number: Int, _ error: ConversionError) -> ConversionError {
    guard all.indices.contains(number) else { return error }
    let named = error.about(all[number].path).resolved(by: request.limits)
    guard isLenient else { return named }
    state.withLock { state in
      if state.failures[number] == nil { state.failures[number] = named }
    }
    return named
  }

  /// Takes out the output that an earlier attempt began.
  func takeOutput(at destination: OutputFile.Destination) -> OutputFile? {
    outputs.take { $0.destination == destination }
  }

  /// Keeps an output for a further attempt, which begins it anew.
  func keep(_ output: OutputFile) {
    // The thread that runs the merge alone makes it, writes it and takes it out again, one attempt after the other.
    nonisolated(unsafe) let output = output
    unsafe outputs.put(output)
  }
}

extension Converter {
  /// Does `body` for a request; with `--keep-going` again without the inputs that turn out to be unreadable.
  ///
  /// - Throws: what `body` throws; where no input can be read, why the first cannot.
  func leavingOutInputs(
    of request: Request, in context: ConversionContext, outcome: inout Outcome,
    _ body: (Request, inout Outcome) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    guard case .merge = request.purpose else { return try body(request, &outcome) }
    let merged = MergedInputs(request)
    context.merged = merged
    if merged.isLenient { context.markUsed([.keepGoing]) }
    let untouched = outcome
    while let rest = merged.next() {
      let known = merged.lost.count
      do throws(ConversionError) {
        return try body(rest, &outcome)
      } catch {
        guard merged.isLenient, error.concernsInput, merged.lost.count > known else { throw error }
        context.startOver()
        outcome = untouched
      }
    }
    if let first = merged.lost.first { throw first.error }
  }
}

extension ConversionContext {
  /// Runs a part of reading one of several inputs. Where it fails or ends the process, the input is left out if that is
  /// asked for (`--keep-going`).
  ///
  /// - Parameters:
  ///   - number: of the input, from 0; `nil` where nobody knows it.
  ///   - mayLackLibrary: whether a library that is missing is one that the input needs.
  ///   - body: the part of reading.
  /// - Throws: what `body` throws, with the input's name; `decoderCrashed` where it ended the process before.
  public func reading<T>(
    input number: Int?, mayLackLibrary: Bool = true, _ body: () throws(ConversionError) -> T
  ) throws(ConversionError) -> T {
    guard let merged, let number else { return try body() }
    do throws(ConversionError) {
      return try merged.isLenient ? hazard("input \(number + 1)", body) : body()
    } catch {
      guard error.concernsInput, mayLackLibrary || error.code != .missingLibrary else {
        throw error
      }
      throw merged.lose(number, error)
    }
  }

  /// The place in the request of an input of this attempt.
  func number(ofInputAt position: Int) -> Int { merged?.number(at: position) ?? position }

  /// Whether an input could not be read, and the others are joined without it.
  public func isLeftOut(input number: Int?) -> Bool {
    number.map { merged?.isLost($0) ?? false } ?? false
  }

  /// Notes the inputs that are left out.
  ///
  /// - Returns: why each of them is.
  func noteInputsLeftOut() -> [ConversionError] {
    let lost = merged?.lost ?? []
    for (input, error) in lost {
      leaveOut("input \(input.path?.string ?? "standard input")", error)
    }
    return lost.map(\.error)
  }
}

extension ConversionError {
  /// Whether other inputs may be read where one met this error.
  var concernsInput: Bool {
    switch code {
    case .damagedInput, .unsupportedContent, .unsafeEntry, .unknownType, .noRoute, .missingLibrary,
      .decoderCrashed, .inputNotFound, .readFailed, .missingPassword, .wrongPassword:
      true
    // The time is that of all.
    case .limitExceeded: limit?.name != Limits.Name.seconds.rawValue
    case .usage, .requirementNotMet, .sandboxUnavailable, .internalError, .outputExists,
      .changedMeanwhile, .cannotCreateOutput, .writeFailed, .interrupted:
      false
    }
  }
}
