import CProcessShims

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension RawArguments {
  /// What the system gave the process, the program's name first.
  static var words: [[UInt8]] {
    var count: Int32 = 0
    let words = unsafe fairy_arguments(&count)
    // There are `count` words, each of which ends with a NUL.
    return (0..<Int(count)).compactMap { index in
      unsafe words?[index].map {
        unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
      }
    }
  }
}
