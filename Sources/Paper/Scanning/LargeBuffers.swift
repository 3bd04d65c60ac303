import CProcessShims

/// How memory is kept for work that takes and frees buffers of megabytes on several threads.
package enum LargeBuffers {
  /// Gives threads that are started from now on heaps of their own, which keep what is freed for the next buffer; called
  /// before such threads are started. Does nothing outside of a worker, where memory is somebody else's concern.
  package static func keep() { fairy_set_up_heap_for_large_buffers() }

  /// Gives back what was freed, for a thread that is done with many such buffers and keeps small things that were made
  /// between them: else each of these keeps the memory around it from being used for large ones again, and memory grows
  /// with the number of pages.
  package static func giveBack() { fairy_give_back_freed_memory() }
}
