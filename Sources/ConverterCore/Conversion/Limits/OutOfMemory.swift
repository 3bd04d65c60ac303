import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a process does that gets no more memory: it says so and ends, as it cannot go on.
package enum OutOfMemory {
  /// The status of such a process, by which its supervisor knows why it ended: that of a limit (sysexits,
  /// EX_TEMPFAIL).
  package static let status: Int32 = 75

  /// What has to be put in order first: a viewer gives the terminal back. It can count on no memory.
  package typealias Cleanup = @Sendable () -> Void
  private static let cleanup = Mutex<Cleanup?>(nil)

  /// Does `body`; should memory end meanwhile, `cleanup` is called before the message.
  package static func during<Result>(
    _ body: () -> Result, cleanup: @escaping Cleanup
  ) -> Result {
    Self.cleanup.withLock { $0 = cleanup }
    defer { Self.cleanup.withLock { $0 = nil } }
    return body()
  }

  /// - Parameter byteCount: what was asked for, where that is known.
  package static func end(needing byteCount: Int? = nil) -> Never {
    cleanup.withLock { $0 }?()
    let what = byteCount.map { ", \($0) bytes at once were not to be had" } ?? ""
    let text = "fairy: the memory limit was hit\(what); raise it with --limit memory=…\n"
    _ = try? FileDescriptor.standardError.write(Array(text.utf8).span)
    exit(status)
  }
}
