#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum Cores {
  /// The cores of the machine that are in use, at least 1.
  static var available: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
