#define _GNU_SOURCE
#include "CServing.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
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

static int listening(uint32_t host, uint16_t *port, int backlog, int hops) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (listener < 0)
    return -1;
  struct sockaddr_in address = {
      .sin_family = AF_INET,
      .sin_port = htons(*port),
      .sin_addr = {.s_addr = htonl(host)},
  };
  socklen_t length = sizeof address;
  // A port that was in use a minute ago is free.
  int reuse = 1;
  if (fcntl(listener, F_SETFD, FD_CLOEXEC) == 0 &&
      setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse) == 0 &&
      (hops == 0 || setsockopt(listener, IPPROTO_IP, IP_TTL, &hops, sizeof hops) == 0) &&
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

int fairy_listen_on_loopback(uint16_t *port, int backlog) {
  return listening(INADDR_LOOPBACK, port, backlog, 0);
}

int fairy_listen_nearby(uint32_t address, uint16_t *port, int backlog) {
  // A router takes one hop away, and so lets nothing through.
  return listening(address, port, backlog, 1);
}

int fairy_address_nearby(int index, uint32_t *address) {
  struct ifaddrs *all;
  if (getifaddrs(&all) != 0)
    return 0;
  int found = 0;
  for (struct ifaddrs *one = all; one != NULL && !found; one = one->ifa_next) {
    if (one->ifa_addr == NULL || one->ifa_addr->sa_family != AF_INET)
      continue;
    if (!(one->ifa_flags & IFF_UP) || (one->ifa_flags & (IFF_LOOPBACK | IFF_POINTOPOINT)))
      continue;
    if (index-- > 0)
      continue;
    *address = ntohl(((struct sockaddr_in *)one->ifa_addr)->sin_addr.s_addr);
    found = 1;
  }
  freeifaddrs(all);
  return found;
}
