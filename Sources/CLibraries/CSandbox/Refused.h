// The system calls that are refused whatever their arguments, by the reason.
#pragma once

#include "SystemCallNumbers.h"

static const int refused[] = {
    // Connections. What is open already (the worker's own socket) goes on working; socketpair goes,
    // because a datagram socket can be sent from to any address.
    __NR_socket,
    __NR_socketpair,
    __NR_connect,
    __NR_bind,
    __NR_listen,
    __NR_accept,
    __NR_accept4,
    // Ways around a filter, or into the kernel.
    __NR_io_uring_setup,
    __NR_io_uring_enter,
    __NR_io_uring_register,
    __NR_bpf,
    __NR_perf_event_open,
    __NR_userfaultfd,
    __NR_personality,
    __NR_syslog,
    __NR_vhangup,
    __NR_add_key,
    __NR_request_key,
    __NR_keyctl,
    __NR_init_module,
    __NR_finit_module,
    __NR_delete_module,
    __NR_kexec_load,
    __NR_reboot,
    __NR_swapon,
    __NR_swapoff,
    __NR_acct,
    __NR_quotactl,
    __NR_quotactl_fd,
    __NR_sethostname,
    __NR_setdomainname,
    __NR_settimeofday,
    __NR_clock_settime,
    __NR_clock_adjtime,
    __NR_adjtimex,
#ifdef __NR_lookup_dcookie
    __NR_lookup_dcookie,
#endif
#ifdef __NR_kexec_file_load
    __NR_kexec_file_load,
#endif
#ifdef __NR_iopl
    __NR_iopl,
    __NR_ioperm,
#endif
#ifdef __NR_modify_ldt
    __NR_modify_ldt,
#endif
#ifdef __NR_create_module
    __NR_create_module,
#endif
#ifdef __NR_uselib
    __NR_uselib,
#endif
    // Files that no path leads to: Landlock lets them be executed.
    __NR_memfd_create,
    __NR_memfd_secret,
    // Other processes.
    __NR_ptrace,
    __NR_process_vm_readv,
    __NR_process_vm_writev,
    __NR_process_madvise,
    __NR_process_mrelease,
    __NR_pidfd_open,
    __NR_pidfd_getfd,
    __NR_pidfd_send_signal,
    __NR_kcmp,
    // A worker and all that it starts are one group, which its supervisor ends as a whole.
    __NR_setpgid,
    __NR_setsid,
    __NR_move_pages,
    __NR_migrate_pages,
    __NR_ioprio_set,
    __NR_shmget,
    __NR_shmat,
    __NR_shmctl,
    __NR_semget,
    __NR_semop,
    __NR_semtimedop,
    __NR_semctl,
    __NR_msgget,
    __NR_msgsnd,
    __NR_msgrcv,
    __NR_msgctl,
    __NR_mq_open,
    __NR_mq_unlink,
    // The tree of files itself, and views of it that Landlock does not know.
    __NR_mount,
    __NR_umount2,
    __NR_mount_setattr,
    __NR_move_mount,
    __NR_open_tree,
    __NR_open_tree_attr,
    __NR_fsopen,
    __NR_fsconfig,
    __NR_fsmount,
    __NR_fspick,
    __NR_pivot_root,
    __NR_chroot,
    __NR_unshare,
    __NR_setns,
    __NR_name_to_handle_at,
    __NR_open_by_handle_at,
    __NR_inotify_init1,
    __NR_fanotify_init,
#ifdef __NR_inotify_init
    __NR_inotify_init,
#endif
    // What is noted beside files, which Landlock lets be read of all.
    __NR_getxattr,
    __NR_lgetxattr,
    __NR_getxattrat,
    __NR_listxattr,
    __NR_llistxattr,
    __NR_listxattrat,
    __NR_file_getattr,
    // Changes to files that Landlock does not hold back.
    __NR_truncate,
    __NR_mknodat,
    __NR_fchmodat,
    __NR_fchmodat2,
    __NR_fchown,
    __NR_fchownat,
    __NR_setxattr,
    __NR_lsetxattr,
    __NR_fsetxattr,
    __NR_setxattrat,
    __NR_removexattr,
    __NR_lremovexattr,
    __NR_fremovexattr,
    __NR_removexattrat,
    __NR_file_setattr,
#ifdef __NR_mknod
    __NR_mknod,
    __NR_chmod,
    __NR_chown,
    __NR_lchown,
    __NR_utime,
    __NR_utimes,
    __NR_futimesat,
#endif
};

/// Refused unless files may be changed: a process that was handed open files could make an input
/// readable by everybody, or its output a program that runs as its owner.
static const int changes_only[] = {__NR_fchmod, __NR_utimensat};

/// Refused unless other programs may be started.
static const int programs_only[] = {
    __NR_execve,
    __NR_execveat,
#ifdef __NR_fork
    __NR_fork,
    __NR_vfork,
#endif
};

/// Answered as if the kernel did not have them: their arguments lie in memory, where a filter cannot
/// look, and callers fall back on clone and openat.
static const int absent[] = {
    __NR_clone3,
    __NR_openat2,
};
