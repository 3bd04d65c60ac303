// What the kernel takes from a process: Landlock for files, a mount namespace for names, seccomp for
// system calls.
//
// Swift cannot do this by itself: it cannot call the variadic syscall(), the C library wraps neither
// Landlock nor seccomp, and a seccomp filter is an array that C macros build. What is allowed is
// decided in Sources/Runner/Sandbox; here are only the calls, and the list of system calls that
// a conversion needs.
//
// Every function returns 0 (or a number that it documents) or a negative error number. Systems other
// than Linux answer -ENOSYS to all, processors other than x86-64 and arm64 to the filter.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The version of Landlock that the kernel speaks, from 1.
int fairy_landlock_version(void);

/// A descriptor of a new set of rules that denies all of these rights until a rule grants them.
int fairy_landlock_ruleset(uint64_t files, uint64_t network, uint64_t scopes);

/// Grants rights below what `place` is open at: `folder_rights` if it is a folder, else `file_rights`.
int fairy_landlock_allow(int ruleset, int place, uint64_t file_rights, uint64_t folder_rights);

/// The same for a path, links followed.
int fairy_landlock_allow_path(
    int ruleset, const char *path, uint64_t file_rights, uint64_t folder_rights);

/// Holds the calling thread, and whatever it starts from now on, to the rules.
int fairy_landlock_restrict(int ruleset);

/// Takes from the process, for good, what set-user-ID programs and file capabilities would give it.
int fairy_no_new_privileges(void);

/// Moves the process, which must have one thread, to a user and a mount namespace of its own, where the
/// absolute `paths` can be read and no other file has a name. Files that are open stay so.
///
/// A process for which this fails halfway has lost privileges, and sees what it saw before or less.
int fairy_show_only(const char *const paths[], size_t count);

/// What a process does, beyond converting files that it is handed open.
enum {
  /// It fills a folder: it makes, links, renames and removes files, and sets permissions and times of
  /// those that are open.
  FAIRY_FILLS_FOLDER = 1 << 0,
  /// It forks processes like itself, which get a narrower filter of their own.
  FAIRY_FORKS = 1 << 1,
  /// It opens no file by name, and looks at none.
  FAIRY_OPENS_NOTHING = 1 << 2,
  /// It is killed by the first call that is not allowed; else the call fails.
  FAIRY_KILLS = 1 << 3,
  /// It accepts connections at a socket that is open already, waits for many descriptors at once, and locks and maps the
  /// files of folders that it fills. It makes no socket and connects to none.
  FAIRY_SERVES = 1 << 4,
};

/// Allows the system calls that a process of this kind needs, and no others, for all threads and for good.
int fairy_allow_system_calls(unsigned kind);

/// A filter of system calls for a program that is about to be started.
struct fairy_program_filter {
  /// Of `code`, in instructions; 0 where there is none.
  unsigned short length;
  /// Instructions of the kernel's (struct sock_filter).
  uint64_t code[1024];
};

/// Makes the filter of a program: it may make the calls that every process in the sandbox may make, and cannot turn into
/// another program.
///
/// The filter is installed before the program is started, so it has to let one execve through: the one whose three
/// arguments lie at these addresses. They are chosen by lot, and unknown and meaningless once the program runs; with
/// any others the process is killed. So the program can start neither itself nor the dynamic loader again, which it
/// may execute as far as Landlock is concerned.
int fairy_make_program_filter(
    struct fairy_program_filter *filter, const void *path, const void *words,
    const void *environment);

/// Installs it in the calling process, which is to be the program. It calls nothing but the kernel, so that a child
/// that shares its parent's memory may call it.
int fairy_enter_program_filter(struct fairy_program_filter *filter);
