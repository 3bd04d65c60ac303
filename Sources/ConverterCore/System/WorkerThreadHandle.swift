#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A running thread.
package struct WorkerThread: Sendable {
  private let handle: pthread_t

  /// Starts `body`; `nil` if the system refuses another thread.
  ///
  /// - Parameter stack: bytes of its stack; 8 MiB are what the codecs of C libraries expect.
  package init?(stack: Int = 8 << 20, running body: @escaping @Sendable () -> Void) {
    final class Start {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    unsafe pthread_attr_init(attributes)
    defer {
      unsafe pthread_attr_destroy(attributes)
      unsafe attributes.deallocate()
    }
    unsafe pthread_attr_setstacksize(attributes, stack)
    let start = unsafe Unmanaged.passRetained(Start(body))
    #if canImport(Glibc)
      var handle = pthread_t()
      let status = unsafe pthread_create(
        &handle, attributes,
        { argument in
          if let argument = unsafe argument {
            unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
          }
          return nil
        }, unsafe start.toOpaque())
      let started: pthread_t? = status == 0 ? handle : nil
    #else
      var started: pthread_t?
      let status = pthread_create(
        &started, attributes,
        { argument in
          Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
          return nil
        }, start.toOpaque())
    #endif
    guard status == 0, let started else {
      unsafe start.release()
      return nil
    }
    self.handle = started
  }

  /// Gives back what the thread holds when it ends, without anybody waiting for it; called instead of
  /// ``join()``.
  package func detach() {
    pthread_detach(handle)
  }

  /// Waits until the thread has ended; called once.
  package func join() {
    pthread_join(handle, nil)
  }
}
