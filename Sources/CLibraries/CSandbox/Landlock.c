#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CSandbox.h"

#include <errno.h>

#ifdef __linux__

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The shapes and numbers of <linux/landlock.h>, written out because the header of the machine that
// compiles may be older than the kernel of the machine that runs. They are the same on all processors.
struct ruleset_attributes {
  uint64_t handled_files;
  uint64_t handled_network;
  uint64_t scoped;
};

struct path_rule {
  uint64_t allowed;
  int32_t descriptor;
} __attribute__((packed));

enum {
  CREATE_RULESET = 444,
  ADD_RULE = 445,
  RESTRICT_SELF = 446,
  ASK_VERSION = 1,
  RULE_PATH_BENEATH = 1,
};

static int result(long status) { return status < 0 ? -errno : (int)status; }

int fairy_landlock_version(void) {
  return result(syscall(CREATE_RULESET, NULL, 0, ASK_VERSION));
}

int fairy_landlock_ruleset(uint64_t files, uint64_t network, uint64_t scopes) {
  // An older kernel takes the longer structure as long as what it does not know is zero.
  struct ruleset_attributes attributes = {files, network, scopes};
  return result(syscall(CREATE_RULESET, &attributes, sizeof attributes, 0));
}

int fairy_landlock_allow(int ruleset, int place, uint64_t file_rights, uint64_t folder_rights) {
  struct stat status;
  if (fstat(place, &status) < 0)
    return -errno;
  struct path_rule rule = {
      .allowed = S_ISDIR(status.st_mode) ? folder_rights : file_rights, .descriptor = place};
  // The kernel refuses a rule that grants nothing.
  if (!rule.allowed)
    return 0;
  return result(syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0));
}

int fairy_landlock_allow_path(
    int ruleset, const char *path, uint64_t file_rights, uint64_t folder_rights) {
  int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0)
    return -errno;
  int answer = fairy_landlock_allow(ruleset, place, file_rights, folder_rights);
  close(place);
  return answer;
}

int fairy_landlock_restrict(int ruleset) { return result(syscall(RESTRICT_SELF, ruleset, 0)); }

int fairy_no_new_privileges(void) { return result(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)); }

#else

int fairy_landlock_version(void) { return -ENOSYS; }

int fairy_landlock_ruleset(uint64_t files, uint64_t network, uint64_t scopes) {
  (void)files, (void)network, (void)scopes;
  return -ENOSYS;
}

int fairy_landlock_allow(int ruleset, int place, uint64_t file_rights, uint64_t folder_rights) {
  (void)ruleset, (void)place, (void)file_rights, (void)folder_rights;
  return -ENOSYS;
}

int fairy_landlock_allow_path(
    int ruleset, const char *path, uint64_t file_rights, uint64_t folder_rights) {
  (void)ruleset, (void)path, (void)file_rights, (void)folder_rights;
  return -ENOSYS;
}

int fairy_landlock_restrict(int ruleset) {
  (void)ruleset;
  return -ENOSYS;
}

int fairy_no_new_privileges(void) { return -ENOSYS; }

#endif
