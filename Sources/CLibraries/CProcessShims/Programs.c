#define _GNU_SOURCE
#include "CProcessShims.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __linux__

#include <pthread.h>
#include <sys/prctl.h>

/// What a child needs to know to become a program. It lies in memory that parent and child share.
struct start {
  const char *program;
  char *const *words;
  char *const *environment;
  int descriptors[3];
  long cpu_seconds;
  long memory;
  pid_t parent;
  volatile int error;
};

/// One second lies between the signal that a program may take and the one that it cannot.
static void limit_processor_time(long seconds) {
  struct rlimit limit;
  // The kernel counts nanoseconds: more than 584 years would become few.
  if (seconds > 1000000000 || getrlimit(RLIMIT_CPU, &limit) < 0)
    return;
  rlim_t most = (rlim_t)seconds;
  if (limit.rlim_cur > most)
    limit.rlim_cur = most;
  if (limit.rlim_max > limit.rlim_cur && limit.rlim_cur != RLIM_INFINITY)
    limit.rlim_max = limit.rlim_cur + 1;
  setrlimit(RLIMIT_CPU, &limit);
}

/// Bytes of private memory, beyond which none is given.
static void limit_memory(long bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_DATA, &limit) < 0) return;
  if (limit.rlim_cur > (rlim_t)bytes) limit.rlim_cur = (rlim_t)bytes;
  if (limit.rlim_max > limit.rlim_cur) limit.rlim_max = limit.rlim_cur;
  setrlimit(RLIMIT_DATA, &limit);
}

/// The child's part. It shares the parent's memory, whose thread stands still meanwhile: so no more than
/// system calls.
static void become(struct start *start) {
  // What a handler of the parent did would be done to the parent.
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  // Had the parent ended already, nobody would send the signal any more.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 && getppid() != start->parent)
    _exit(127);
  limit_processor_time(start->cpu_seconds);
  limit_memory(start->memory);
  for (int number = 0; number < 3; number++) {
    if (dup2(start->descriptors[number], number) < 0) {
      start->error = errno;
      _exit(127);
    }
  }
  fairy_close_from(3);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(start->program, start->words, start->environment);
  start->error = errno;
  _exit(127);
}

int fairy_start_program(
    const char *program, char *const words[], char *const environment[], int input, int output,
    int errors, long cpu_seconds, long memory, pid_t *started) {
  struct start start = {
      .program = program,
      .words = words,
      .environment = environment,
      .cpu_seconds = cpu_seconds,
      .memory = memory,
      .parent = getpid(),
  };
  int sources[3] = {input, output, errors};
  // Above those that they are to become: none is overwritten before it is copied.
  for (int number = 0; number < 3; number++) {
    start.descriptors[number] =
        sources[number] < 0 ? -1 : fcntl(sources[number], F_DUPFD_CLOEXEC, 3);
    if (start.descriptors[number] < 0 && start.error == 0) start.error = errno;
  }
  if (start.error == 0) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    // Not fork: to copy the tables of a process that holds gigabytes takes longer than many a program.
    pid_t child = vfork();
    if (child == 0) become(&start);
    if (child < 0) start.error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    *started = child;
  }
  for (int number = 0; number < 3; number++) {
    if (start.descriptors[number] >= 0) close(start.descriptors[number]);
  }
  return start.error;
}

#else

#include <spawn.h>

int fairy_start_program(
    const char *program, char *const words[], char *const environment[], int input, int output,
    int errors, long cpu_seconds, long memory, pid_t *started) {
  (void)cpu_seconds;
  (void)memory;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_adddup2(&actions, errors, 2);
  int error = posix_spawn(started, program, &actions, NULL, words, environment);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

#endif
