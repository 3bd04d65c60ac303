import ConverterCore

/// Work of qpdf's that goes as deep as objects refer to one another.
///
/// qpdf copies what an object refers to by calling itself: a file whose objects are a chain would overrun an
/// ordinary stack at some 50,000 of them. Of a large stack no more takes memory than is used.
enum DeepWork {
  /// For some seven million objects in a chain; less, where the system does not give as much.
  private static let stacks = [1 << 30, 1 << 28, 1 << 26]

  /// Runs `body` on a thread of its own while this one waits.
  static func run<Result>(
    _ body: @escaping () throws(ConversionError) -> Result
  ) throws(ConversionError) -> Result {
    let work = Work(body)
    for stack in stacks {
      if let thread = WorkerThread(stack: stack, running: { work.run() }) {
        thread.join()
        break
      }
    }
    guard let result = work.result else {
      throw ConversionError(.readFailed, "the system refuses another thread")
    }
    return try result.get()
  }
}

/// `@unchecked Sendable`: the thread that made it waits while the other one works.
private final class Work<Value>: @unchecked Sendable {
  private let body: () throws(ConversionError) -> Value
  private(set) var result: Result<Value, ConversionError>?

  init(_ body: @escaping () throws(ConversionError) -> Value) { self.body = body }

  func run() {
    do throws(ConversionError) {
      result = .success(try body())
    } catch {
      result = .failure(error)
    }
  }
}
