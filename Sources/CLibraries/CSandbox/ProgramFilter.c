#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CSandbox.h"

#include <errno.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include "Filter.h"

#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The lower half of an argument; the upper half lies behind it.
#define ARGUMENT(index) (uint32_t)(offsetof(struct seccomp_data, args) + (index) * 8)
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(offset))
/// Skips `yes` instructions if the value is `value`, else `no`.
#define IF(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), yes, no)
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)
#define LOWER(address) (uint32_t)(uintptr_t)(address)
#define UPPER(address) (uint32_t)((uint64_t)(uintptr_t)(address) >> 32)

_Static_assert(
    sizeof(struct sock_filter) == sizeof(uint64_t), "an instruction is as long as a number");

int fairy_make_program_filter(
    struct fairy_program_filter *filter, const void *path, const void *words,
    const void *environment) {
  struct sock_filter first[] = {
      LOAD(offsetof(struct seccomp_data, arch)),
      IF(ARCHITECTURE, 1, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(offsetof(struct seccomp_data, nr)),
      IF(__NR_execve, 0, 13),
      LOAD(ARGUMENT(0)),
      IF(LOWER(path), 0, 12),
      LOAD(ARGUMENT(0) + 4),
      IF(UPPER(path), 0, 10),
      LOAD(ARGUMENT(1)),
      IF(LOWER(words), 0, 8),
      LOAD(ARGUMENT(1) + 4),
      IF(UPPER(words), 0, 6),
      LOAD(ARGUMENT(2)),
      IF(LOWER(environment), 0, 4),
      LOAD(ARGUMENT(2) + 4),
      IF(UPPER(environment), 0, 2),
      ANSWER(SECCOMP_RET_ALLOW),
      IF(__NR_execveat, 0, 1),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
  };
  struct filter all = {.process = PROCESS_TO_COME};
  for (size_t index = 0; index < COUNT(first); index++) filter_add(&all, first[index]);
  filter_build(&all, 0);
  if (all.length > COUNT(all.code))
    return -E2BIG;
  memcpy(filter->code, all.code, all.length * sizeof *all.code);
  filter->length = all.length;
  return 0;
}

int fairy_enter_program_filter(struct fairy_program_filter *filter) {
  struct sock_filter *code = (struct sock_filter *)filter->code;
  uint32_t process = (uint32_t)getpid();
  for (size_t index = 0; index < filter->length; index++) {
    if (code[index].code == (BPF_JMP | BPF_JEQ | BPF_K) && code[index].k == PROCESS_TO_COME)
      code[index].k = process;
  }
  struct sock_fprog program = {.len = filter->length, .filter = code};
  long status = syscall(
      __NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
  return status < 0 ? -errno : 0;
}

#else

int fairy_make_program_filter(
    struct fairy_program_filter *filter, const void *path, const void *words,
    const void *environment) {
  (void)filter, (void)path, (void)words, (void)environment;
  return -ENOSYS;
}

int fairy_enter_program_filter(struct fairy_program_filter *filter) {
  (void)filter;
  return -ENOSYS;
}

#endif
