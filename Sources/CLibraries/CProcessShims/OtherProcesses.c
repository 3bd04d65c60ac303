#define _GNU_SOURCE
#include "CProcessShims.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__

#include <sched.h>
#include <sys/syscall.h>

int fairy_lower_limit(pid_t process, int resource, uint64_t value, bool for_good) {
  struct rlimit limit;
  if (prlimit(process, resource, NULL, &limit) < 0) return errno;
  limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
  if (for_good) limit.rlim_max = limit.rlim_cur;
  return prlimit(process, resource, &limit, NULL) < 0 ? errno : 0;
}

pid_t fairy_fork_sibling(void) {
  // The C library's fork cannot give the new process another parent. What it does beside that concerns other threads,
  // of which there are none.
  return (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, NULL);
}

static bool has_attribute(int descriptor, const char *name) {
  return fgetxattr(descriptor, name, NULL, 0) >= 0;
}

bool fairy_is_marked_as_fetched(int descriptor) {
  // https://www.freedesktop.org/wiki/CommonExtendedAttributes/
  return has_attribute(descriptor, "user.xdg.origin.url") ||
         has_attribute(descriptor, "user.xdg.referrer.url");
}

#else

int fairy_lower_limit(pid_t process, int resource, uint64_t value, bool for_good) {
  if (process != 0) return ENOSYS;
  struct rlimit limit;
  if (getrlimit(resource, &limit) < 0) return errno;
  limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
  if (for_good) limit.rlim_max = limit.rlim_cur;
  return setrlimit(resource, &limit) < 0 ? errno : 0;
}

pid_t fairy_fork_sibling(void) {
  errno = ENOSYS;
  return -1;
}

bool fairy_is_marked_as_fetched(int descriptor) {
  return fgetxattr(descriptor, "com.apple.quarantine", NULL, 0, 0, 0) >= 0;
}

#endif

long fairy_processor_seconds(pid_t process) {
#ifdef __APPLE__
  (void)process;
  return 0;
#else
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return (long)time.tv_sec + 1;
#endif
}
