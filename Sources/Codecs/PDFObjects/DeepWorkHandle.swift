import CLibQPDF
package import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Work of qpdf's that goes as deep as objects refer to one another.
///
/// qpdf copies what an object refers to by calling itself: a file whose objects are a chain would overrun an
/// ordinary stack at some 50,000 of them. Of a large stack no more takes memory than is used. A file that overruns
/// that, too, ends the process as one does that asks for more memory than there is.
package enum DeepWork {
  /// For some seven million objects in a chain.
  private static let largestStack = 1 << 30
  private static let smallestStack = 1 << 26

  /// A part of the memory that the process may have, as the system counts all of a stack: who comes near the
  /// limit shall still be seen to.
  private static var stack: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = Int32(RLIMIT_DATA.rawValue)
    #else
      let resource = RLIMIT_DATA
    #endif
    guard unsafe getrlimit(resource, &limit) == 0 else { return smallestStack }
    // In whole pages, whatever their size.
    let part = Int(clamping: limit.rlim_cur / 16) & ~0xFFFF
    return min(largestStack, max(smallestStack, part))
  }

  /// The deepest page tree that is walked: each level is granted 256 bytes of such a stack, more than qpdf needs.
  static var mostLevels: Int { stack / 256 }

  /// Runs `body` on such a stack.
  package static func run<Value>(
    _ body: () throws(ConversionError) -> Value
  ) throws(ConversionError) -> Value {
    try withoutActuallyEscaping(body) { (body) throws(ConversionError) in
      let work = Work(body)
      guard start(work, on: stack) || start(work, on: smallestStack), let result = work.result
      else { throw PDFFile.exhausted }
      return try result.get()
    }
  }

  private static func start<Value>(_ work: Work<Value>, on stack: Int) -> Bool {
    let begin: () -> Void = { work.run() }
    return unsafe withUnsafePointer(to: begin) { begin in
      unsafe fairy_libqpdf_run_deep(
        stack, { unsafe $0?.assumingMemoryBound(to: (() -> Void).self).pointee() },
        unsafe UnsafeMutableRawPointer(mutating: begin), OutOfMemory.status,
        "fairy: objects lie too deep in each other for the memory limit; raise it with --limit memory=…\n"
      ) == 0
    }
  }
}

private final class Work<Value> {
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
