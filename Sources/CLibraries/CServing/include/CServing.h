// What the broker of `fairy serve` needs of the system and Swift cannot call: openat2 has no wrapper in the C library, and
// socket addresses are cast to one another.
#pragma once

#include <stdint.h>

/// Opens what is at a path below an open folder. Neither a link nor ".." leads out of the folder, and an absolute path
/// leads nowhere: the kernel resolves it with RESOLVE_BENEATH. The descriptor is closed on exec.
///
/// Returns the descriptor, or -1 and errno: EXDEV for a path that would leave the folder, ENOSYS where the kernel has no
/// openat2 (before Linux 5.6).
int fairy_open_beneath(int folder, const char *path, int flags);

/// A socket that listens on 127.0.0.1, closed on exec. `port` is the port to listen on, 0 for any that is free, and then the
/// one that it is. Returns the descriptor, or -1 and errno.
int fairy_listen_on_loopback(uint16_t *port, int backlog);

/// A socket that listens on an IPv4 address of this machine (in the order of the processor), closed on exec. What it sends
/// passes no router. `port` is as above.
int fairy_listen_nearby(uint32_t address, uint16_t *port, int backlog);

/// The IPv4 address of this machine on a network, counted from 0: not the loopback address, and none of a tunnel. Returns
/// whether there are so many.
int fairy_address_nearby(int index, uint32_t *address);
