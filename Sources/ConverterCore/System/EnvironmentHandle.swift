package import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The variables that the process was started with.
package enum Environment {
  /// The bytes of a variable, which need not be UTF-8; `nil` where it is not set.
  ///
  /// They are copied at once: nobody sets one later, but the system's are not ours to keep.
  package static func bytes(_ name: String) -> [UInt8]? {
    unsafe getenv(name).map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }

  package static subscript(name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The path that a variable holds, an empty one, too.
  package static func path(_ name: String) -> FilePath? {
    unsafe getenv(name).map { unsafe FilePath(platformString: $0) }
  }

  /// Whether a variable is set, to whatever.
  package static func has(_ name: String) -> Bool { unsafe getenv(name) != nil }
}
