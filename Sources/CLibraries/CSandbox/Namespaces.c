#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CSandbox.h"

#include <errno.h>

#ifdef __linux__

#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

static int write_once(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return -errno;
  ssize_t written = write(file, text, strlen(text));
  int status = written < 0 ? -errno : 0;
  close(file);
  return status;
}

/// In the new namespace the user has the number that they had, and no other user has one.
static int map_user(uid_t user, gid_t group) {
  char line[64];
  int status = write_once("/proc/self/setgroups", "deny");
  if (status < 0)
    return status;
  snprintf(line, sizeof line, "%u %u 1", user, user);
  if ((status = write_once("/proc/self/uid_map", line)) < 0)
    return status;
  snprintf(line, sizeof line, "%u %u 1", group, group);
  return write_once("/proc/self/gid_map", line);
}

/// Makes the folders above `path`, which is relative to the working folder.
static void make_parents(char *path) {
  for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path, 0755);
    *slash = '/';
  }
}

/// Makes what is mounted at `target` read-only. Its other restrictions may not be lifted, and so are repeated.
static int forbid_writing(const char *target) {
  struct statvfs status;
  if (statvfs(target, &status) < 0)
    return -errno;
  static const struct {
    unsigned long there, here;
  } restrictions[] = {
      {ST_NOSUID, MS_NOSUID},   {ST_NODEV, MS_NODEV},           {ST_NOEXEC, MS_NOEXEC},
      {ST_NOATIME, MS_NOATIME}, {ST_NODIRATIME, MS_NODIRATIME}, {ST_RELATIME, MS_RELATIME},
  };
  unsigned long flags = MS_REMOUNT | MS_BIND | MS_RDONLY;
  for (size_t index = 0; index < sizeof restrictions / sizeof restrictions[0]; index++) {
    if (status.f_flag & restrictions[index].there)
      flags |= restrictions[index].here;
  }
  return mount(NULL, target, NULL, flags, NULL) < 0 ? -errno : 0;
}

/// Makes `source` visible under the same name below the working folder; what does not exist is passed over.
static int show(const char *source) {
  char target[PATH_MAX];
  struct stat status;
  if (lstat(source, &status) < 0 || strlen(source) >= sizeof target)
    return 0;
  strcpy(target, source + 1);
  make_parents(target);
  if (S_ISLNK(status.st_mode)) {
    char destination[PATH_MAX];
    ssize_t length = readlink(source, destination, sizeof destination - 1);
    if (length < 0)
      return 0;
    destination[length] = 0;
    if (symlink(destination, target) == 0 || errno == EEXIST)
      return 0;
    return -errno;
  }
  if (S_ISDIR(status.st_mode)) {
    mkdir(target, 0755);
  } else {
    int file = open(target, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
    if (file >= 0)
      close(file);
  }
  // What lies below a folder that is shown already cannot be made there, and need not be.
  if (mount(source, target, NULL, MS_BIND | MS_REC, NULL) < 0)
    return errno == ENOENT ? 0 : -errno;
  return forbid_writing(target);
}

static void drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}};
  syscall(SYS_capset, &header, none);
}

/// Whether one of the paths is below the folder.
static bool holds_one(const char *folder, const char *const paths[], size_t count) {
  size_t length = strlen(folder);
  for (size_t index = 0; index < count; index++) {
    if (strncmp(paths[index], folder, length) == 0 &&
        (paths[index][length] == '/' || paths[index][length] == 0))
      return true;
  }
  return false;
}

/// A folder over which the new tree can be mounted while it is put together: the paths must stay visible.
static const char *place_for(const char *const paths[], size_t count) {
  static const char *const folders[] = {"/mnt", "/media", "/srv", "/run", "/tmp", "/var"};
  for (size_t index = 0; index < sizeof folders / sizeof folders[0]; index++) {
    struct stat status;
    if (lstat(folders[index], &status) == 0 && S_ISDIR(status.st_mode) &&
        !holds_one(folders[index], paths, count))
      return folders[index];
  }
  return NULL;
}

/// Puts a tree of files together in which `paths` are all there is, and makes it the only one.
static int assemble(const char *const paths[], size_t count) {
  const char *place = place_for(paths, count);
  if (!place)
    return -ENOENT;
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
      mount("none", place, "tmpfs", MS_NOSUID | MS_NODEV, "size=64k,nr_inodes=512,mode=755") < 0 ||
      chdir(place) < 0)
    return -errno;
  for (size_t index = 0; index < count; index++) {
    int status = show(paths[index]);
    if (status < 0)
      return status;
  }
  if (syscall(SYS_pivot_root, ".", ".") < 0 || umount2(".", MNT_DETACH) < 0 ||
      mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) < 0 ||
      chdir("/") < 0)
    return -errno;
  return 0;
}

int fairy_show_only(const char *const paths[], size_t count) {
  uid_t user = geteuid();
  gid_t group = getegid();
  if (syscall(SYS_unshare, CLONE_NEWUSER | CLONE_NEWNS) < 0)
    return -errno;
  int status = map_user(user, group);
  if (status == 0)
    status = assemble(paths, count);
  drop_capabilities();
  return status;
}

#else

int fairy_show_only(const char *const paths[], size_t count) {
  (void)paths, (void)count;
  return -ENOSYS;
}

#endif
