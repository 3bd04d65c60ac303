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

  /// All variables, as `NAME=value`.
  package static var assignments: [[UInt8]] {
    var all: [[UInt8]] = []
    var next = unsafe environ
    while let variable = unsafe next.pointee {
      unsafe all.append(Array(UnsafeRawBufferPointer(start: variable, count: strlen(variable))))
      unsafe next += 1
    }
    return all
  }

  /// The folder that relative paths begin in; `nil` where it is gone.
  package static var workingFolder: [UInt8]? {
    guard let start = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(start) }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
  }

  /// What stands where a pattern of the shell says.
  package static func paths(matching pattern: String) -> [String] {
    var matches = unsafe glob_t()
    defer { unsafe globfree(&matches) }
    guard unsafe glob(pattern, 0, nil, &matches) == 0 else { return [] }
    return unsafe (0..<Int(matches.gl_pathc)).compactMap { index in
      unsafe matches.gl_pathv[index].map { unsafe String(cString: $0) }
    }
  }

  /// Whether a variable is set, to whatever.
  package static func has(_ name: String) -> Bool { unsafe getenv(name) != nil }
}
