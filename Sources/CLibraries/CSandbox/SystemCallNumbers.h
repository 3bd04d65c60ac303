// Numbers that the headers of Debian 12 (Linux 6.1) do not have yet. From 424 on they are the same on
// all processors.
#pragma once

#include <sys/syscall.h>

#ifndef __NR_memfd_secret
#define __NR_memfd_secret 447
#endif
#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif
#ifndef __NR_setxattrat
#define __NR_setxattrat 463
#endif
#ifndef __NR_getxattrat
#define __NR_getxattrat 464
#endif
#ifndef __NR_listxattrat
#define __NR_listxattrat 465
#endif
#ifndef __NR_removexattrat
#define __NR_removexattrat 466
#endif
#ifndef __NR_open_tree_attr
#define __NR_open_tree_attr 467
#endif
#ifndef __NR_file_getattr
#define __NR_file_getattr 468
#endif
#ifndef __NR_file_setattr
#define __NR_file_setattr 469
#endif

/// The newest system call that somebody has looked at (listns of Linux 6.19). Those after it are
/// answered with ENOSYS, as by a kernel that does not have them.
#define LAST_KNOWN_SYSTEM_CALL 470
