import CLibIDN

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Passwords in the form in which programs that type them differently agree (RFC 4013).
package enum SASLprepHandle {
  /// - Parameter password: in UTF-8.
  /// - Returns: `nil` for what has no such form, and where Libidn is not installed.
  package static func prepared(_ password: [UInt8]) -> [UInt8]? {
    // Of ASCII only control characters have none.
    if password.allSatisfy({ $0 < 0x80 }) { return password }
    guard !password.contains(0), String(validating: password, as: UTF8.self) != nil,
      unsafe fairy_libidn_open() == nil
    else { return nil }
    var prepared: UnsafeMutablePointer<CChar>?
    let status = unsafe (password.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
      unsafe stringprep_profile($0.baseAddress, &prepared, "SASLprep", 0)
    }
    defer { unsafe free(prepared) }
    guard status == 0, let prepared = unsafe prepared else { return nil }
    return unsafe Array(String(cString: prepared).utf8)
  }
}
