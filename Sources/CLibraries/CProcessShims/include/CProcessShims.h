// What Swift cannot call itself of the system's interface to processes: control messages are read and
// written with macros, prctl is variadic, CPU sets hide behind _GNU_SOURCE, and what a child does between fork and
// exec must not be Swift.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The most descriptors that a message may carry.
enum { FAIRY_MOST_DESCRIPTORS = 16 };

/// Sends bytes over a Unix socket, with descriptors attached to the first of them.
/// Returns how many bytes were sent, or -1 and errno. A peer that is gone is EPIPE, never a signal.
ssize_t fairy_send(
    int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count);

/// Receives up to `count` bytes, and descriptors, which are closed on exec. `descriptor_count` says how many there is
/// room for, and then how many came; further ones are closed.
/// With `wait` false it returns -1 and EAGAIN when nothing is there. 0 is the end.
ssize_t fairy_receive(
    int socket, void *bytes, size_t count, int *descriptors, int *descriptor_count, bool wait);

/// Has the system kill this process when the thread that started it ends. Returns 0, or -1 and errno.
int fairy_end_with_parent(void);

/// How a program is held back from its first instruction on.
struct fairy_confinement {
  /// A set of Landlock's rules, or -1.
  int ruleset;
  /// Whether it is in a sandbox at all; if not, it only leads a process group of its own.
  bool is_sandboxed;
  /// Whether nothing is started where the kernel lacks a part of the sandbox.
  bool is_required;
};

/// Starts a program that the system kills when the thread that started it ends.
///
/// It has `descriptors` as its standard input, output and error, inherits no other, and takes every signal as programs
/// do. Of the processors it gets `cpu_seconds`, and `memory` bytes of its own, if that is less than what this process
/// has itself. Where the system cannot couple it to the thread, it is started all the same.
///
/// With a confinement it leads a process group of its own. In a sandbox it can open nothing but what the rules grant,
/// writes to no file, raises none of its limits, and starts no program and no process.
///
/// Returns 0 or an error number. A child that came so far as not to find its program is to be reaped: `started` is above
/// 0 then, too.
int fairy_start_program(
    const char *program, char *const words[], char *const environment[], const int descriptors[3],
    long cpu_seconds, long memory, const struct fairy_confinement *confinement, pid_t *started);

/// A descriptor that can be read when the process has ended, or -1 where the kernel has none.
int fairy_open_process(pid_t process);

/// Has all threads share one heap, which keeps up to 8 MiB for what comes next.
///
/// glibc grows the heaps of threads other than the first page by page, which is felt where a million small objects
/// are made; and what a small picture took it gives back to the system, page by page, to ask for it again with the
/// next.
void fairy_set_up_heap(void);

/// Gives threads that are started from now on heaps of their own, which keep up to 32 MiB: for a library that takes and
/// frees buffers of megabytes all the time, on several threads.
///
/// To give such buffers back to the system interrupts all threads each time. Does nothing where `fairy_set_up_heap` was
/// not called: the heap belongs to another program then.
void fairy_set_up_heap_for_large_buffers(void);

/// Gives the memory that was freed back to the system, wherever it lies between what is still in use. Does nothing where
/// `fairy_set_up_heap` was not called.
void fairy_give_back_freed_memory(void);

/// Lets go of the pages of the program's own code that are mapped, most of which only its start needed. The system keeps them as
/// long as it has room, and maps those again that are executed.
void fairy_unmap_code_of_start(void);

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
