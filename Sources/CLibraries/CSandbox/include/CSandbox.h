// The kernel's walls around a process: Landlock for files, seccomp for system calls.
//
// Swift cannot do this by itself: it cannot call the variadic syscall(), the C library wraps neither
// Landlock nor seccomp, and a seccomp filter is an array that C macros build. What is allowed is
// decided in Sources/Runner/Sandbox; here are only the calls, and the list of system calls that no
// conversion needs.
//
// Every function returns 0 (or a number that it documents) or a negative error number. Systems other
// than Linux answer -ENOSYS to all, processors other than x86-64 and arm64 to the filter.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// The version of Landlock that the kernel speaks, from 1.
int fairy_landlock_version(void);

/// A descriptor of a new set of rules that denies all of these rights until a rule grants them.
int fairy_landlock_ruleset(uint64_t files, uint64_t network, uint64_t scopes);

/// Grants rights below `path`, links followed: `folder_rights` if it is a folder, else `file_rights`.
int fairy_landlock_allow(
    int ruleset, const char *path, uint64_t file_rights, uint64_t folder_rights);

/// Holds the calling thread, and whatever it starts from now on, to the rules.
int fairy_landlock_restrict(int ruleset);

/// Takes from the process, for good, what set-user-ID programs and file capabilities would give it.
int fairy_no_new_privileges(void);

/// Refuses the system calls that no conversion needs, for all threads and for good.
///
/// With `programs` other programs may be started, with `signals` other processes may be sent signals,
/// with `changes` the permissions and times of open files may be set.
int fairy_refuse_system_calls(bool programs, bool signals, bool changes);
