// A filter is a table here, which the kernel is handed as it is. libseccomp builds the like of it, of 60 calls, in
// 0.2 ms in every worker, and would be one more library to load before the sandbox is closed.
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CSandbox.h"

#include <errno.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include "Allowed.h"
#include "Filter.h"

#include <asm/ioctls.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <linux/fs.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

// Glibc's O_ACCMODE; others add bits to theirs.
#define ACCESS_MODE 3

/// What follows on a call, or on arguments, that no rule allows.
struct violation {
  uint32_t call;
  uint32_t argument;
};

/// An argument that names a process may name the caller alone; 0 too if `zero`.
static void only_self(
    struct filter *filter, int number, int argument, bool zero, struct violation violation) {
  filter_for(filter, number, 5);
  filter_load_argument(filter, argument);
  filter_test(filter, BPF_JEQ, filter->process, 2, 0);
  filter_test(filter, BPF_JEQ, 0, zero ? 1 : 0, 0);
  filter_answer(filter, violation.argument);
  filter_answer(filter, SECCOMP_RET_ALLOW);
}

/// Allows the values in the list for an argument, and no others.
static void only_values(
    struct filter *filter, int number, int argument, const uint32_t *values, size_t count,
    uint32_t otherwise) {
  filter_for(filter, number, (uint8_t)(3 + count));
  filter_load_argument(filter, argument);
  for (size_t index = 0; index < count; index++)
    filter_test(filter, BPF_JEQ, values[index], (uint8_t)(count - index), 0);
  filter_answer(filter, otherwise);
  filter_answer(filter, SECCOMP_RET_ALLOW);
}

/// Allows a call unless an argument has one of these bits.
static void never_bits(
    struct filter *filter, int number, int argument, uint32_t bits, uint32_t otherwise) {
  filter_for(filter, number, 4);
  filter_load_argument(filter, argument);
  filter_test(filter, BPF_JSET, bits, 0, 1);
  filter_answer(filter, otherwise);
  filter_answer(filter, SECCOMP_RET_ALLOW);
}

/// O_TRUNC empties a file that was opened for reading, and one that was opened for neither (mode 3),
/// which a Landlock before version 3 does not see.
static void open_flags(
    struct filter *filter, int number, int argument, struct violation violation) {
  filter_for(filter, number, 7);
  filter_load_argument(filter, argument);
  filter_mask(filter, O_TRUNC | ACCESS_MODE);
  filter_test(filter, BPF_JEQ, O_TRUNC | O_RDONLY, 3, 0);
  filter_test(filter, BPF_JEQ, O_TRUNC | ACCESS_MODE, 2, 0);
  filter_test(filter, BPF_JEQ, ACCESS_MODE, 1, 0);
  filter_answer(filter, SECCOMP_RET_ALLOW);
  filter_answer(filter, violation.argument);
}

/// New threads, not new processes.
static void threads(struct filter *filter, bool forks, struct violation violation) {
  filter_for(filter, __NR_clone, 5);
  filter_load_argument(filter, 0);
  filter_test(filter, BPF_JSET, CLONE_THREAD, 2, 0);
  filter_test(filter, BPF_JEQ, CLONE_PARENT | SIGCHLD, forks ? 1 : 0, 0);
  filter_answer(filter, violation.argument);
  filter_answer(filter, SECCOMP_RET_ALLOW);
}

/// Private memory, which RLIMIT_DATA counts, and files that are read. Not what is shared, and no memory
/// that can be written and executed at the same time, or that grows by itself. A server shares files with other processes
/// that have its database open.
static void memory(struct filter *filter, bool shares_files, struct violation violation) {
  filter_for(filter, __NR_mmap, 12);
  filter_load_argument(filter, 2);
  filter_mask(filter, PROT_WRITE | PROT_EXEC);
  filter_test(filter, BPF_JEQ, PROT_WRITE | PROT_EXEC, 8, 0);
  filter_test(filter, BPF_JEQ, PROT_WRITE, 0, 2);
  filter_load_argument(filter, 3);
  filter_test(filter, BPF_JSET, shares_files ? 0 : MAP_SHARED, 5, 0);
  filter_load_argument(filter, 3);
  filter_test(filter, BPF_JSET, MAP_GROWSDOWN | MAP_HUGETLB | MAP_LOCKED, 3, 0);
  filter_mask(filter, MAP_SHARED | MAP_ANONYMOUS);
  filter_test(filter, BPF_JEQ, MAP_SHARED | MAP_ANONYMOUS, 1, 0);
  filter_answer(filter, SECCOMP_RET_ALLOW);
  filter_answer(filter, violation.argument);
  never_bits(filter, __NR_mprotect, 2, PROT_EXEC, violation.argument);
}

/// Duplicates and flags. Not leases and locks, which would hold up other programs, and no signals, which
/// may go to any process of the user. A server locks its database.
static void descriptor_controls(struct filter *filter, bool locks, struct violation violation) {
  static const uint32_t commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD,  F_GETFL,
                                      F_SETFL, F_SETLK,         F_GETLK, F_SETLKW, F_OFD_SETLK};
  const size_t without_locks = 6;
  only_values(
      filter, __NR_fcntl, 1, commands, locks ? COUNT(commands) : without_locks,
      violation.argument);
}

/// Those that ask about a descriptor. Others push words into a terminal (TIOCSTI), mark files immutable
/// (FS_IOC_SETFLAGS), or send signals (FIOSETOWN).
static void device_controls(struct filter *filter, struct violation violation) {
  static const uint32_t requests[] = {TCGETS,   FIONREAD,  FIONBIO, FIOCLEX,
                                      FIONCLEX, TIOCGWINSZ};
  (void)violation;
  only_values(filter, __NR_ioctl, 1, requests, COUNT(requests), SECCOMP_RET_ERRNO | ENOTTY);
}

/// A name, and questions. Not what would let the process outlive its supervisor, or be looked into.
static void process_controls(struct filter *filter, bool forks, struct violation violation) {
  const uint32_t options[] = {
      PR_SET_NAME, PR_GET_NAME, PR_SET_VMA, PR_GET_DUMPABLE, PR_CAPBSET_READ,
      // Repeats the first where nothing is forked.
      forks ? PR_SET_PDEATHSIG : PR_SET_NAME,
      forks ? PR_SET_NO_NEW_PRIVS : PR_SET_NAME};
  only_values(filter, __NR_prctl, 0, options, COUNT(options), violation.argument);
}

/// Asks for limits, sets none: the supervisor does that from outside.
static void limits(struct filter *filter, struct violation violation) {
  filter_for(filter, __NR_prlimit64, 8);
  filter_load_argument(filter, 2);
  filter_test(filter, BPF_JEQ, 0, 0, 4);
  filter_load_upper_half(filter, 2);
  filter_test(filter, BPF_JEQ, 0, 0, 2);
  filter_load_argument(filter, 0);
  filter_test(filter, BPF_JEQ, 0, 1, 0);
  filter_answer(filter, violation.argument);
  filter_answer(filter, SECCOMP_RET_ALLOW);
}

/// Space in a file up to its end, which the limit of its size covers. With KEEP_SIZE it would lie behind it.
static void file_space(struct filter *filter, struct violation violation) {
  static const uint32_t modes[] = {0, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE};
  only_values(filter, __NR_fallocate, 1, modes, COUNT(modes), violation.argument);
}

/// A descriptor's times may be set (its path is null then), a path's may not.
static void times(struct filter *filter, struct violation violation) {
  filter_for(filter, __NR_utimensat, 6);
  filter_load_argument(filter, 1);
  filter_test(filter, BPF_JEQ, 0, 0, 2);
  filter_load_upper_half(filter, 1);
  filter_test(filter, BPF_JEQ, 0, 1, 0);
  filter_answer(filter, violation.argument);
  filter_answer(filter, SECCOMP_RET_ALLOW);
}

/// x265 makes its threads nicer, which is welcome.
static void priority(struct filter *filter, struct violation violation) {
  filter_for(filter, __NR_setpriority, 6);
  filter_load_argument(filter, 0);
  filter_test(filter, BPF_JEQ, PRIO_PROCESS, 0, 2);
  filter_load_argument(filter, 1);
  filter_test(filter, BPF_JEQ, 0, 1, 0);
  filter_answer(filter, violation.argument);
  filter_answer(filter, SECCOMP_RET_ALLOW);
}

/// By name, which Landlock looks at.
static void opening(struct filter *filter, unsigned kind, struct violation violation) {
  if (kind & FAIRY_OPENS_NOTHING) {
    static const int opens[] = {
#ifdef __NR_open
        __NR_open,
#endif
        __NR_openat,
    };
    filter_answer_all(filter, opens, COUNT(opens), SECCOMP_RET_ERRNO | EACCES);
    filter_answer_all(filter, looks, COUNT(looks), SECCOMP_RET_ERRNO | EACCES);
    return;
  }
#ifdef __NR_open
  open_flags(filter, __NR_open, 1, violation);
#endif
  open_flags(filter, __NR_openat, 2, violation);
  filter_answer_all(filter, looks, COUNT(looks), SECCOMP_RET_ALLOW);
}

void filter_build(struct filter *filter, unsigned kind) {
  const bool kills = kind & FAIRY_KILLS, forks_others = kind & FAIRY_FORKS,
             serves_others = kind & FAIRY_SERVES;
  const struct violation violation = {
      .call = kills ? SECCOMP_RET_KILL_PROCESS : SECCOMP_RET_ERRNO | ENOSYS,
      .argument = kills ? SECCOMP_RET_KILL_PROCESS : SECCOMP_RET_ERRNO | EPERM,
  };
  // The same number means something else to the 32-bit calls of the processor, and to x32.
  filter_load(filter, offsetof(struct seccomp_data, arch));
  filter_test(filter, BPF_JEQ, ARCHITECTURE, 1, 0);
  filter_answer(filter, SECCOMP_RET_KILL_PROCESS);
  filter_load(filter, offsetof(struct seccomp_data, nr));

  // What looks at arguments comes first: all else the kernel remembers, and runs no filter for it.
  memory(filter, serves_others, violation);
  opening(filter, kind, violation);
  descriptor_controls(filter, serves_others, violation);
  device_controls(filter, violation);
  threads(filter, forks_others, violation);
  process_controls(filter, forks_others, violation);
  limits(filter, violation);
  file_space(filter, violation);
  priority(filter, violation);
  if (kind & FAIRY_FILLS_FOLDER) times(filter, violation);
  if (forks_others) {
    // Processes that are forked have another number; each gets a filter of its own.
    filter_answer_all(filter, forks, COUNT(forks), SECCOMP_RET_ALLOW);
    filter_answer_all(filter, (int[]){__NR_tgkill}, 1, SECCOMP_RET_ALLOW);
    filter_answer_all(filter, (int[]){__NR_sched_setaffinity}, 1, SECCOMP_RET_ALLOW);
  } else {
    // abort() sends a signal to the process itself. Not 0: that is the process group.
    only_self(filter, __NR_tgkill, 0, false, violation);
    only_self(filter, __NR_sched_setaffinity, 0, true, violation);
  }

  filter_answer_all(filter, allowed, COUNT(allowed), SECCOMP_RET_ALLOW);
  if (kind & FAIRY_FILLS_FOLDER)
    filter_answer_all(filter, fills, COUNT(fills), SECCOMP_RET_ALLOW);
  if (serves_others) {
    filter_answer_all(filter, serves, COUNT(serves), SECCOMP_RET_ALLOW);
    // SQLite gives its logs the owner of the database where root runs it, and goes on where it may not.
    filter_answer_all(filter, (int[]){__NR_fchown}, 1, SECCOMP_RET_ERRNO | EPERM);
  }
  filter_answer_all(filter, absent, COUNT(absent), SECCOMP_RET_ERRNO | ENOSYS);
  filter_answer_all(filter, refused, COUNT(refused), SECCOMP_RET_ERRNO | EPERM);
  filter_answer_all(filter, fatal, COUNT(fatal), SECCOMP_RET_KILL_PROCESS);
  filter_answer(filter, violation.call);
}

int fairy_allow_system_calls(unsigned kind) {
  struct filter filter = {.process = (uint32_t)getpid()};
  filter_build(&filter, kind);
  if (filter.length > COUNT(filter.code))
    return -E2BIG;
  struct sock_fprog program = {.len = filter.length, .filter = filter.code};
  // SPEC_ALLOW: kernels before 5.16 would turn a mitigation on that slows decoders down, and is for
  // processes that hold secrets from code of their own.
  unsigned flags = SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW;
  long status = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  if (status > 0)
    return -ESRCH;  // a thread has a filter of its own
  return status < 0 ? -errno : 0;
}

#else

int fairy_allow_system_calls(unsigned kind) {
  (void)kind;
  return -ENOSYS;
}

#endif
