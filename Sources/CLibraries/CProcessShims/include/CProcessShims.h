// What Swift cannot call itself of the system's interface to processes: control messages are read and
// written with macros, prctl is variadic, and CPU sets hide behind _GNU_SOURCE.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Sends bytes over a Unix socket, with a descriptor attached to the first of them unless it is -1.
/// Returns how many were sent, or -1 and errno. A peer that is gone is EPIPE, never a signal.
ssize_t fairy_send(int socket, const void *bytes, size_t count, int descriptor);

/// Receives up to `count` bytes and at most one descriptor; -1 where none came. It is closed on exec.
/// With `wait` false it returns -1 and EAGAIN when nothing is there. 0 is the end.
ssize_t fairy_receive(int socket, void *bytes, size_t count, int *descriptor, bool wait);

/// Has the system kill this process when the thread that started it ends. Returns 0, or -1 and errno.
int fairy_end_with_parent(void);

/// Has all threads share one heap, and small blocks joined as they are given back.
///
/// glibc grows the heaps of threads other than the first page by page, and gathers what many small objects leave
/// again and again: that took a third of the time in documents of a million objects.
void fairy_share_heap(void);

/// Closes all descriptors from `first` on.
void fairy_close_from(int first);

/// The cores that the scheduler lets this process use, or -1.
int fairy_usable_cores(void);
