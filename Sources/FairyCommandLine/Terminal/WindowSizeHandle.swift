import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FileDescriptor {
  /// The size of the terminal; `nil` where it is none, or has no columns.
  var windowSize: winsize? {
    var size = winsize()
    return unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? size : nil
  }
}
