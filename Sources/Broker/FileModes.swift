#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Who may read the files that the service makes.
enum FileModes {
  /// What files of the user have that are made in their folders.
  ///
  /// Asking for it the first time takes all others' rights from whatever this process and those that it starts make from then on:
  /// uploads, results and pictures are for this user alone.
  static let usual: mode_t = 0o666 & ~umask(0o077)
}
