import CProcessShims

/// How memory is kept for work that takes and frees buffers of megabytes on several threads.
package enum LargeBuffers {
  /// Gives threads that are started from now on heaps of their own, which keep what is freed for the next buffer; called
  /// before such threads are started. Does nothing outside of a worker, where memory is somebody else's concern.
  package static func keep() { fairy_set_up_heap_for_large_buffers() }
}
