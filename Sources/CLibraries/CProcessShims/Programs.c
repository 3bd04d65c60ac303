#define _GNU_SOURCE
#include "CProcessShims.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __linux__

#include "CSandbox.h"
#include "SecretCall.h"

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
  const struct fairy_confinement *confinement;
  struct fairy_program_filter *filter;
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

/// Lowers a limit for good.
static void lower(int resource, rlim_t most) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) < 0) return;
  if (limit.rlim_cur > most) limit.rlim_cur = most;
  if (limit.rlim_max > limit.rlim_cur) limit.rlim_max = limit.rlim_cur;
  setrlimit(resource, &limit);
}

static void limit_confined(void) {
  for (int resource = 0; resource < RLIMIT_NLIMITS; resource++) {
    if (resource != RLIMIT_CPU) lower(resource, RLIM_INFINITY);
  }
  // It writes into pipes. A core dump would hold the user's pages.
  lower(RLIMIT_FSIZE, 0);
  lower(RLIMIT_CORE, 0);
  lower(RLIMIT_NOFILE, 256);
}

/// Ends a child that could not become the program.
static void give_up(struct start *start, int error) {
  start->error = error;
  _exit(127);
}

/// Ends the child unless the step succeeded, or the kernel has no such step and it can be done without.
static void check(struct start *start, int status) {
  bool is_lacking = status == -ENOSYS || status == -EOPNOTSUPP || status == -EINVAL;
  if (status < 0 && (start->confinement->is_required || !is_lacking)) give_up(start, -status);
}

/// The child's part. It shares the parent's memory, whose thread stands still meanwhile: so no more than
/// system calls.
static void become(struct start *start) {
  const struct fairy_confinement *confinement = start->confinement;
  // What a handler of the parent did would be done to the parent.
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  // Had the parent ended already, nobody would send the signal any more.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 && getppid() != start->parent)
    _exit(127);
  limit_processor_time(start->cpu_seconds);
  lower(RLIMIT_DATA, (rlim_t)start->memory);
  if (confinement) setpgid(0, 0);
  if (confinement && confinement->is_sandboxed) {
    limit_confined();
    check(start, fairy_no_new_privileges());
    // Before its descriptor is closed, or overwritten.
    if (confinement->ruleset >= 0) check(start, fairy_landlock_restrict(confinement->ruleset));
  }
  for (int number = 0; number < 3; number++) {
    if (dup2(start->descriptors[number], number) < 0) give_up(start, errno);
  }
  fairy_close_from(3);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (start->filter) check(start, fairy_enter_program_filter(start->filter));
  execve(start->program, start->words, start->environment);
  give_up(start, errno);
}

/// Makes copies of descriptors above those that they are to become: none is overwritten before it is copied.
static int copy_descriptors(struct start *start, const int sources[3]) {
  for (int number = 0; number < 3; number++) {
    start->descriptors[number] =
        sources[number] < 0 ? -1 : fcntl(sources[number], F_DUPFD_CLOEXEC, 3);
    if (start->descriptors[number] < 0) return errno;
  }
  return 0;
}

static pid_t start_child(struct start *start) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // Not fork: to copy the tables of a process that holds gigabytes takes longer than many a program.
  pid_t child = vfork();
  if (child == 0) become(start);
  if (child < 0) start->error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return child;
}

/// With a filter that lets this one execve through.
static pid_t start_sandboxed(struct start *start) {
  struct secret_call call;
  start->error = make_secret_call(&call, start->program, start->words, start->environment);
  if (start->error) return -1;
  start->program = call.places[0];
  start->words = call.places[1];
  start->environment = call.places[2];
  struct fairy_program_filter filter;
  int status =
      fairy_make_program_filter(&filter, call.places[0], call.places[1], call.places[2]);
  // Processors without a filter have Landlock alone, as workers do there.
  start->filter = status == 0 ? &filter : NULL;
  pid_t child = -1;
  if (status < 0 && start->confinement->is_required) {
    start->error = -status;
  } else {
    child = start_child(start);
  }
  start->filter = NULL;
  forget_secret_call(&call);
  return child;
}

int fairy_start_program(
    const char *program, char *const words[], char *const environment[], const int descriptors[3],
    long cpu_seconds, long memory, const struct fairy_confinement *confinement, pid_t *started) {
  struct start start = {
      .program = program,
      .words = words,
      .environment = environment,
      .descriptors = {-1, -1, -1},
      .cpu_seconds = cpu_seconds,
      .memory = memory,
      .parent = getpid(),
      .confinement = confinement,
  };
  start.error = copy_descriptors(&start, descriptors);
  if (start.error == 0) {
    bool is_sandboxed = confinement && confinement->is_sandboxed;
    *started = is_sandboxed ? start_sandboxed(&start) : start_child(&start);
  }
  for (int number = 0; number < 3; number++) {
    if (start.descriptors[number] >= 0) close(start.descriptors[number]);
  }
  return start.error;
}

#else

#include <spawn.h>

int fairy_start_program(
    const char *program, char *const words[], char *const environment[], const int descriptors[3],
    long cpu_seconds, long memory, const struct fairy_confinement *confinement, pid_t *started) {
  (void)cpu_seconds, (void)memory, (void)confinement;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int number = 0; number < 3; number++)
    posix_spawn_file_actions_adddup2(&actions, descriptors[number], number);
  int error = posix_spawn(started, program, &actions, NULL, words, environment);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

#endif
