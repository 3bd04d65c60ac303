// What Swift cannot call itself of the system's interface to processes: control messages are read and
// written with macros, prctl is variadic, CPU sets hide behind _GNU_SOURCE, and what a child does between fork and
// exec must not be Swift.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Sends bytes over a Unix socket, with a descriptor attached to the first of them unless it is -1.
/// Returns how many were sent, or -1 and errno. A peer that is gone is EPIPE, never a signal.
ssize_t fairy_send(int socket, const void *bytes, size_t count, int descriptor);

/// Receives up to `count` bytes and at most one descriptor; -1 where none came. It is closed on exec.
/// With `wait` false it returns -1 and EAGAIN when nothing is there. 0 is the end.
ssize_t fairy_receive(int socket, void *bytes, size_t count, int *descriptor, bool wait);

/// Has the system kill this process when the thread that started it ends. Returns 0, or -1 and errno.
int fairy_end_with_parent(void);

/// Starts a program that the system kills when the thread that started it ends.
///
/// It has `input`, `output` and `errors` as its standard input, output and error, inherits no other descriptor, and
/// takes every signal as programs do. Of the processors it gets `cpu_seconds`, and `memory` bytes of its own, if that
/// is less than what this process has itself. Where the system cannot couple it to the thread, it is started all the same.
/// Returns 0 or an error number.
int fairy_start_program(
    const char *program, char *const words[], char *const environment[], int input, int output,
    int errors, long cpu_seconds, long memory, pid_t *started);

/// Has all threads share one heap, which keeps up to 8 MiB for what comes next.
///
/// glibc grows the heaps of threads other than the first page by page, which is felt where a million small objects
/// are made; and what a small picture took it gives back to the system, page by page, to ask for it again with the
/// next.
void fairy_set_up_heap(void);

/// The words that the process was started with, its name first, as `main` gets them. Swift's `CommandLine` reads
/// them from /proc, which may not be there.
char **fairy_arguments(int *count);

/// Closes all descriptors from `first` on.
void fairy_close_from(int first);

/// Lowers a limit (`RLIMIT_…`) of a process of this user, 0 for the calling one, or raises it up to what the process
/// may raise it to itself; with `for_good` it can only be lowered from then on. Returns 0 or an error number.
int fairy_lower_limit(pid_t process, int resource, uint64_t value, bool for_good);

/// The processor time that a process has used, in seconds that have begun; 0 where the system does not say.
long fairy_processor_seconds(pid_t process);

/// Starts a process that goes on where this one is, and has the same parent. It is killed when the thread ends that
/// started this one. Called while there is one thread.
///
/// Returns its number, in the new process 0, or -1 and errno.
pid_t fairy_fork_sibling(void);

/// Whether a file is marked as one that came from elsewhere: by a browser, or a program that fetches files.
bool fairy_is_marked_as_fetched(int descriptor);

/// The cores that the scheduler lets this process use, or -1.
int fairy_usable_cores(void);

/// Whether any open file description of the whole system can write a file, be it mapped, inherited, or on its way in a
/// socket: 1 or 0, and -1 where the system or the file system does not tell. `file` is open for reading alone.
///
/// It asks for a read lease (`F_SETLEASE` of fcntl(2)), which the kernel grants only where there is none.
int fairy_has_writers(int file);
