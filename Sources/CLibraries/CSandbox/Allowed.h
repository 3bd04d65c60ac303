// The system calls that a process in the sandbox may make, by what they are for. Those that depend on
// their arguments are in SystemCalls.c.
//
// The list was made from traces of conversions and of the tests, and read by hand.
#pragma once

#include <sys/syscall.h>

/// Calls that every process in the sandbox may make, whatever their arguments.
static const int allowed[] = {
    // Memory of its own; mmap and mprotect have rules.
    __NR_brk,
    __NR_munmap,
    __NR_mremap,
    __NR_madvise,
    // Threads; clone has a rule.
    __NR_futex,
    __NR_set_robust_list,
    __NR_gettid,
    __NR_sched_yield,
    __NR_sched_getaffinity,
    __NR_sched_getparam,
    __NR_sched_getscheduler,
    __NR_exit,
    __NR_exit_group,
#ifdef __NR_rseq
    __NR_rseq,
#endif
    // Signals to itself; tgkill has a rule.
    __NR_rt_sigaction,
    __NR_rt_sigprocmask,
    __NR_rt_sigreturn,
    __NR_sigaltstack,
    __NR_restart_syscall,
    // The time.
    __NR_clock_gettime,
    __NR_clock_getres,
    __NR_clock_nanosleep,
    __NR_nanosleep,
    __NR_gettimeofday,
    __NR_getitimer,
    __NR_setitimer,
    __NR_times,
#ifdef __NR_time
    __NR_time,
#endif
    // Files that are open; fcntl, ioctl and fallocate have rules.
    __NR_read,
    __NR_readv,
    __NR_pread64,
    __NR_preadv,
    __NR_write,
    __NR_writev,
    __NR_pwrite64,
    __NR_pwritev,
    __NR_lseek,
    __NR_fstat,
    __NR_ftruncate,
    __NR_fsync,
    __NR_fdatasync,
    __NR_fadvise64,
    __NR_copy_file_range,
    __NR_close,
    __NR_close_range,
    __NR_dup,
    __NR_dup3,
    __NR_pipe2,
    __NR_ppoll,
    __NR_pselect6,
    __NR_getdents64,
    __NR_fstatfs,
#ifdef __NR_poll
    __NR_poll,
    __NR_select,
    __NR_dup2,
    __NR_pipe,
#endif
    // The channel to the supervisor, the only socket that there is.
    __NR_recvmsg,
    __NR_sendmsg,
    // The machine, and the process itself; prctl and prlimit64 have rules.
    __NR_uname,
    __NR_sysinfo,
    __NR_getrandom,
    __NR_getrusage,
    __NR_getpid,
    __NR_getppid,
    __NR_getuid,
    __NR_geteuid,
    __NR_getgid,
    __NR_getegid,
    __NR_getcpu,
    __NR_getpriority,
    // Only where the process' own memory comes from: libnuma asks for it, and x265 for libnuma.
    __NR_get_mempolicy,
    __NR_set_mempolicy,
    __NR_umask,
#ifdef __NR_getrlimit
    __NR_getrlimit,
#endif
#ifdef __NR_arch_prctl
    __NR_arch_prctl,
#endif
    // What a program does when it begins.
    __NR_set_tid_address,
};

/// Calls that look at files by name; Landlock decides of which files they read.
static const int looks[] = {
    __NR_newfstatat,
    __NR_statx,
    __NR_faccessat,
    __NR_faccessat2,
    __NR_readlinkat,
    __NR_statfs,
    __NR_getcwd,
#ifdef __NR_stat
    __NR_stat,
    __NR_lstat,
    __NR_access,
    __NR_readlink,
#endif
};

/// Calls that fill a folder; Landlock decides below which.
static const int fills[] = {
    __NR_mkdirat,
    __NR_linkat,
    __NR_unlinkat,
    __NR_renameat2,
    __NR_fchmod,
#ifdef __NR_renameat
    __NR_renameat,
#endif
#ifdef __NR_mkdir
    __NR_mkdir,
    __NR_link,
    __NR_unlink,
    __NR_rmdir,
    __NR_rename,
#endif
};

/// Calls of a process that serves connections. It makes no socket: those that it has listen already, or come from one that
/// does. Not sendto, which could name another place to send to; sendmsg could, too, but a socket of TCP is connected.
static const int serves[] = {
    // A main thread with nothing to do waits for a signal.
    __NR_rt_sigsuspend,
    __NR_listen,
    __NR_accept4,
    __NR_shutdown,
    __NR_getsockname,
    __NR_getpeername,
    __NR_getsockopt,
    __NR_setsockopt,
    __NR_recvfrom,
    __NR_sendfile,
    __NR_epoll_create1,
    __NR_epoll_ctl,
    __NR_epoll_pwait,
    __NR_eventfd2,
    __NR_timerfd_create,
    __NR_timerfd_settime,
    __NR_flock,
#ifdef __NR_epoll_wait
    __NR_epoll_wait,
    __NR_epoll_create,
    __NR_eventfd,
    __NR_accept,
#endif
};

/// Calls of a process that starts others like itself, and has not read anything yet.
static const int forks[] = {
    __NR_setpgid,
    __NR_seccomp,
};

/// Answered as if the kernel did not have them: callers fall back on others. The arguments of the first
/// two lie in memory, where a filter cannot look; a file that memfd_create makes no path leads to, so
/// that Landlock would let it be executed.
static const int absent[] = {
    __NR_clone3,
    __NR_openat2,
    __NR_memfd_create,
};

/// Refused without more ado: the C library asks a service for the names of users, and goes on without.
static const int refused[] = {
    __NR_socket,
    __NR_connect,
};

/// No library makes these calls, but code that was smuggled in does: the process is killed.
static const int fatal[] = {
    __NR_execve,
    __NR_execveat,
#ifdef __NR_fork
    __NR_fork,
    __NR_vfork,
#endif
    __NR_ptrace,
    __NR_process_vm_readv,
    __NR_process_vm_writev,
    __NR_pidfd_open,
    __NR_pidfd_getfd,
    __NR_pidfd_send_signal,
    __NR_io_uring_setup,
    __NR_io_uring_enter,
    __NR_io_uring_register,
    __NR_bpf,
    __NR_perf_event_open,
    __NR_userfaultfd,
    __NR_unshare,
    __NR_setns,
    __NR_mount,
    __NR_umount2,
    __NR_pivot_root,
    __NR_chroot,
    __NR_open_by_handle_at,
    __NR_add_key,
    __NR_request_key,
    __NR_keyctl,
    __NR_init_module,
    __NR_finit_module,
    __NR_kexec_load,
};
