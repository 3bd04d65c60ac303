#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Texts as the system takes them: the words of a program, its variables.
package enum CStrings {
  /// Has `body` give them to the system, with a null pointer behind the last one.
  ///
  /// - Parameter texts: without a NUL in them.
  package static func with<Result>(
    _ texts: [[UInt8]],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers =
      unsafe texts.map { text in unsafe withPlatformBytes(text) { unsafe strdup($0) } } + [nil]
    defer { for index in 0...texts.count { unsafe free(pointers[index]) } }
    return unsafe body(&pointers)
  }

  package static func with<Result>(
    _ texts: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    unsafe with(texts.map { Array($0.utf8) }, unsafe body)
  }
}
