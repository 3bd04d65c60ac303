#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CSandbox.h"

#include <errno.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include "Refused.h"

#include <asm/ioctls.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// Glibc's O_ACCMODE; others add bits to theirs.
#define ACCESS_MODE 3
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define NEW_NAMESPACES                                                                             \
  (CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |   \
   CLONE_NEWNS)

/// A filter in the making. It is linear: what it lets through without looking at arguments the kernel
/// remembers in a table, and does not run the filter for.
struct filter {
  struct sock_filter code[512];
  unsigned short length;
};

static void add(struct filter *filter, struct sock_filter instruction) {
  if (filter->length < COUNT(filter->code))
    filter->code[filter->length] = instruction;
  filter->length++;
}

static void load(struct filter *filter, size_t offset) {
  add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

/// Loads the lower half of an argument: all that the kernel looks at of an int.
static void load_argument(struct filter *filter, int index) {
  load(filter, offsetof(struct seccomp_data, args) + (size_t)index * 8);
}

/// Skips `yes` instructions if the comparison holds, else `no`.
static void test(
    struct filter *filter, uint16_t comparison, uint32_t value, uint8_t yes, uint8_t no) {
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | comparison | BPF_K, value, yes, no));
}

static void mask(struct filter *filter, uint32_t bits) {
  add(filter, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, bits));
}

static void answer(struct filter *filter, uint32_t action) {
  add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

static void allow(struct filter *filter) { answer(filter, SECCOMP_RET_ALLOW); }

static void refuse(struct filter *filter, int error) {
  answer(filter, SECCOMP_RET_ERRNO | (uint32_t)error);
}

static void refuse_all(struct filter *filter, const int *numbers, size_t count, int error) {
  for (size_t index = 0; index < count; index++) {
    test(filter, BPF_JEQ, (uint32_t)numbers[index], 0, 1);
    refuse(filter, error);
  }
}

/// Begins the rules of one system call, which end it; they are `length` instructions long.
static void only_for(struct filter *filter, int number, uint8_t length) {
  test(filter, BPF_JEQ, (uint32_t)number, 0, length);
}

/// An argument that names a process may name the caller alone; 0 too if `zero`.
static void only_self(struct filter *filter, int number, int argument, bool zero) {
  only_for(filter, number, 5);
  load_argument(filter, argument);
  test(filter, BPF_JEQ, (uint32_t)getpid(), 2, 0);
  test(filter, BPF_JEQ, 0, zero ? 1 : 0, 0);
  refuse(filter, EPERM);
  allow(filter);
}

/// O_TRUNC empties a file that was opened for reading, and one that was opened for neither (mode 3),
/// which a Landlock before version 3 does not see.
static void open_flags(struct filter *filter, int number, int argument) {
  only_for(filter, number, 7);
  load_argument(filter, argument);
  mask(filter, O_TRUNC | ACCESS_MODE);
  test(filter, BPF_JEQ, O_TRUNC | O_RDONLY, 3, 0);
  test(filter, BPF_JEQ, O_TRUNC | ACCESS_MODE, 2, 0);
  test(filter, BPF_JEQ, ACCESS_MODE, 1, 0);
  allow(filter);
  refuse(filter, EPERM);
}

static void threads(struct filter *filter, bool programs) {
  only_for(filter, __NR_clone, 5);
  load_argument(filter, 0);
  test(filter, BPF_JSET, NEW_NAMESPACES, 1, 0);
  test(filter, BPF_JSET, CLONE_THREAD, 1, programs ? 1 : 0);
  refuse(filter, EPERM);
  allow(filter);
}

/// Those that ask about a descriptor, and the one that turns off echo while a password is entered. Others
/// push words into the terminal (TIOCSTI), mark files
/// immutable (FS_IOC_SETFLAGS), or send signals (FIOSETOWN).
static void device_controls(struct filter *filter) {
  static const uint32_t allowed[] = {TCGETS,  TCSETSF,  TIOCGWINSZ, FIONREAD,    FIONBIO,
                                     FIOCLEX, FIONCLEX, FICLONE,    FICLONERANGE};
  only_for(filter, __NR_ioctl, 3 + COUNT(allowed));
  load_argument(filter, 1);
  for (size_t index = 0; index < COUNT(allowed); index++)
    test(filter, BPF_JEQ, allowed[index], (uint8_t)(COUNT(allowed) - index), 0);
  refuse(filter, EPERM);
  allow(filter);
}

/// Not those that have signals sent: they may go to any process of the user.
static void descriptor_controls(struct filter *filter) {
  static const uint32_t forbidden[] = {F_SETOWN, F_SETOWN_EX, F_SETSIG, F_NOTIFY};
  only_for(filter, __NR_fcntl, 3 + COUNT(forbidden));
  load_argument(filter, 1);
  for (size_t index = 0; index < COUNT(forbidden); index++)
    test(filter, BPF_JEQ, forbidden[index], (uint8_t)(COUNT(forbidden) - index), 0);
  allow(filter);
  refuse(filter, EPERM);
}

/// A descriptor's times may be set (its path is null then), a path's may not.
static void times(struct filter *filter) {
  only_for(filter, __NR_utimensat, 6);
  load_argument(filter, 1);
  test(filter, BPF_JEQ, 0, 0, 2);
  load(filter, offsetof(struct seccomp_data, args) + 1 * 8 + 4);
  test(filter, BPF_JEQ, 0, 1, 0);
  refuse(filter, EPERM);
  allow(filter);
}

/// x265 makes its threads nicer, which is welcome.
static void priority(struct filter *filter) {
  only_for(filter, __NR_setpriority, 6);
  load_argument(filter, 0);
  test(filter, BPF_JEQ, PRIO_PROCESS, 0, 2);
  load_argument(filter, 1);
  test(filter, BPF_JEQ, 0, 1, 0);
  refuse(filter, EPERM);
  allow(filter);
}

static void build(struct filter *filter, bool programs, bool signals, bool changes) {
  // The same number means something else to the 32-bit calls of the processor, and to x32.
  load(filter, offsetof(struct seccomp_data, arch));
  test(filter, BPF_JEQ, ARCHITECTURE, 1, 0);
  refuse(filter, EPERM);
  load(filter, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  test(filter, BPF_JGE, __X32_SYSCALL_BIT, 0, 1);
  refuse(filter, EPERM);
#endif
  test(filter, BPF_JGT, LAST_KNOWN_SYSTEM_CALL, 0, 1);
  refuse(filter, ENOSYS);

  // Those that are looked at each time come first.
#ifdef __NR_open
  open_flags(filter, __NR_open, 1);
#endif
  open_flags(filter, __NR_openat, 2);
  descriptor_controls(filter);
  device_controls(filter);
  threads(filter, programs);
  if (changes) times(filter);
  priority(filter);
  only_self(filter, __NR_prlimit64, 0, true);
  only_self(filter, __NR_sched_setaffinity, 0, true);
  only_self(filter, __NR_sched_setattr, 0, true);
  only_self(filter, __NR_sched_setparam, 0, true);
  only_self(filter, __NR_sched_setscheduler, 0, true);
  if (!signals) {
    // abort() sends one to itself. Not 0: that is the process group, with the parent in it.
    only_self(filter, __NR_kill, 0, false);
    only_self(filter, __NR_tkill, 0, false);
    only_self(filter, __NR_tgkill, 0, false);
    only_self(filter, __NR_rt_sigqueueinfo, 0, false);
    only_self(filter, __NR_rt_tgsigqueueinfo, 0, false);
  }
  if (!changes)
    refuse_all(filter, changes_only, COUNT(changes_only), EPERM);
  if (!programs)
    refuse_all(filter, programs_only, COUNT(programs_only), EPERM);
  refuse_all(filter, absent, COUNT(absent), ENOSYS);
  refuse_all(filter, refused, COUNT(refused), EPERM);
  allow(filter);
}

int fairy_refuse_system_calls(bool programs, bool signals, bool changes) {
  struct filter filter = {.length = 0};
  build(&filter, programs, signals, changes);
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

int fairy_refuse_system_calls(bool programs, bool signals, bool changes) {
  (void)programs, (void)signals, (void)changes;
  return -ENOSYS;
}

#endif
