#define _GNU_SOURCE
#include "CProcessShims.h"

#include <errno.h>

#ifdef __linux__
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <sys/vfs.h>

// What has such a file mapped is known to the file below it alone.
static bool lies_on_another_file_system(int file) {
  enum { fuse = 0x65735546, aufs = 0x61756673 };
  struct statfs status;
  if (fstatfs(file, &status) != 0) return true;
  switch ((unsigned long)status.f_type) {
    case OVERLAYFS_SUPER_MAGIC:
    case ECRYPTFS_SUPER_MAGIC:
    case fuse:
    case aufs: return true;
    default: return false;
  }
}

int fairy_has_writers(int file) {
  if (lies_on_another_file_system(file)) return -1;
  // Somebody who opens the file before the lease is given up would end this process with SIGIO; SIGURG is ignored.
  fcntl(file, F_SETSIG, SIGURG);
  if (fcntl(file, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN ? 1 : -1;
  fcntl(file, F_SETLEASE, F_UNLCK);
  return 0;
}
#else
int fairy_has_writers(int file) {
  (void)file;
  errno = ENOSYS;
  return -1;
}
#endif
