#define _GNU_SOURCE
#include "CServing.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif

int fairy_open_beneath(int folder, const char *path, int flags) {
#ifdef __linux__
  struct open_how how = {
      .flags = (uint64_t)(flags | O_CLOEXEC),
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
  };
  // It is EAGAIN when something on the way was renamed meanwhile.
  for (int attempt = 0;; attempt++) {
    long descriptor = syscall(SYS_openat2, folder, path, &how, sizeof how);
    if (descriptor >= 0 || attempt == 16 || (errno != EAGAIN && errno != EINTR))
      return (int)descriptor;
  }
#else
  (void)folder, (void)path, (void)flags;
  errno = ENOSYS;
  return -1;
#endif
}

int fairy_listen_on_loopback(uint16_t *port, int backlog) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (listener < 0)
    return -1;
  struct sockaddr_in address = {
      .sin_family = AF_INET,
      .sin_port = htons(*port),
      .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)},
  };
  socklen_t length = sizeof address;
  // A port that was in use a minute ago is free.
  int reuse = 1;
  if (fcntl(listener, F_SETFD, FD_CLOEXEC) == 0 &&
      setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse) == 0 &&
      bind(listener, (struct sockaddr *)&address, sizeof address) == 0 &&
      listen(listener, backlog) == 0 &&
      getsockname(listener, (struct sockaddr *)&address, &length) == 0) {
    *port = ntohs(address.sin_port);
    return listener;
  }
  int reason = errno;
  close(listener);
  errno = reason;
  return -1;
}
