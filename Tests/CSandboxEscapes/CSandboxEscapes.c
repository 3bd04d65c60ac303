#define _GNU_SOURCE
#include "CSandboxEscapes.h"

#include <errno.h>
#include <string.h>

#ifdef __linux__

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

typedef const char *const *words;

extern char **environ;

static int result(long status) { return status < 0 ? errno : 0; }

static int opened(const char *path, int flags) {
  int file = open(path, flags, 0600);
  if (file < 0)
    return errno;
  close(file);
  return 0;
}

// Files.

static int read_file(words a) {
  char byte;
  int file = open(a[0], O_RDONLY);
  if (file < 0)
    return errno;
  int status = result(read(file, &byte, 1));
  close(file);
  return status;
}
static int look(words a) {
  struct stat status;
  return result(stat(a[0], &status));
}
static int list(words a) {
  DIR *folder = opendir(a[0]);
  if (!folder)
    return errno;
  closedir(folder);
  return 0;
}
static int write_file(words a) { return opened(a[0], O_WRONLY); }
static int make_file(words a) { return opened(a[0], O_WRONLY | O_CREAT | O_EXCL); }
static int make_folder(words a) { return result(mkdir(a[0], 0700)); }
static int make_pipe(words a) { return result(mkfifo(a[0], 0600)); }
static int make_link(words a) { return result(link(a[0], a[1])); }
static int make_symbolic_link(words a) { return result(symlink(a[0], a[1])); }
static int truncate_file(words a) { return result(truncate(a[0], 0)); }
static int open_truncating(words a) { return opened(a[0], O_RDONLY | O_TRUNC); }
// Mode 3 asks for neither reading nor writing, but truncates.
static int open_truncating_only(words a) { return opened(a[0], 3 | O_TRUNC); }
static int remove_file(words a) { return result(unlink(a[0])); }
static int rename_file(words a) { return result(rename(a[0], a[1])); }
static int change_mode(words a) { return result(chmod(a[0], 0777)); }
static int change_mode_newly(words a) {
  return result(syscall(452, AT_FDCWD, a[0], 0777, 0));  // fchmodat2
}
static int change_owner(words a) { return result(chown(a[0], getuid(), getgid())); }
static int change_times(words a) { return result(utimensat(AT_FDCWD, a[0], NULL, 0)); }
static int change_times_of_descriptor(words a) {
  int file = open(a[0], O_RDONLY);
  if (file < 0)
    return errno;
  int status = result(futimens(file, NULL));
  close(file);
  return status;
}
static int set_attribute(words a) { return result(setxattr(a[0], "user.fairy", "x", 1, 0)); }
static int get_attributes(words a) {
  char names[256];
  return result(listxattr(a[0], names, sizeof names));
}
static int get_attribute(words a) {
  char value[256];
  int status = result(getxattr(a[0], "user.fairy", value, sizeof value));
  return status == ENODATA ? 0 : status;
}
static int remove_attribute(words a) {
  int status = result(removexattr(a[0], "user.fairy"));
  return status == ENODATA ? 0 : status;
}
static int set_flags(words a) {
  int file = open(a[0], O_RDONLY);
  if (file < 0)
    return errno;
  int flags = 0;
  int status = result(ioctl(file, FS_IOC_GETFLAGS, &flags));
  if (!status)
    status = result(ioctl(file, FS_IOC_SETFLAGS, &flags));
  close(file);
  return status;
}
static int open_by_structure(words a) {
  struct {
    unsigned long long flags, mode, resolve;
  } how = {O_RDONLY, 0, 0};
  return result(syscall(437, AT_FDCWD, a[0], &how, sizeof how));  // openat2
}
static int open_by_handle(words a) {
  char space[sizeof(struct file_handle) + 128];
  struct file_handle *handle = (struct file_handle *)space;
  handle->handle_bytes = 128;
  int mount;
  return result(name_to_handle_at(AT_FDCWD, a[0], handle, &mount, 0));
}
static int watch(words a) {
  int watcher = inotify_init1(0);
  return watcher < 0 ? errno : result(inotify_add_watch(watcher, a[0], IN_CREATE));
}
/// An output as fairy makes it: a file without a name that gets one when it is complete.
static int publish(words a) {
  int file = open(a[0], O_TMPFILE | O_WRONLY, 0600);
  if (file < 0)
    return errno;
  char source[64];
  snprintf(source, sizeof source, "/proc/self/fd/%d", file);
  if (write(file, "whole", 5) != 5 || fchmod(file, 0644) || futimens(file, NULL) || fsync(file) ||
      linkat(AT_FDCWD, source, AT_FDCWD, a[1], AT_SYMLINK_FOLLOW))
    return errno;
  return result(close(file));
}

// Network.

static int open_socket(int family, int type) { return result(socket(family, type, 0)); }
static int tcp(words a) { return (void)a, open_socket(AF_INET, SOCK_STREAM); }
static int tcp6(words a) { return (void)a, open_socket(AF_INET6, SOCK_STREAM); }
static int udp(words a) { return (void)a, open_socket(AF_INET, SOCK_DGRAM); }
static int raw(words a) { return (void)a, result(socket(AF_INET, SOCK_RAW, 1)); }
static int unix_socket(words a) { return (void)a, open_socket(AF_UNIX, SOCK_STREAM); }
static int netlink(words a) { return (void)a, open_socket(AF_NETLINK, SOCK_RAW); }
static int socket_pair(words a) {
  int pair[2];
  return (void)a, result(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
}
/// Standard input is a socket that somebody opened before.
static int connect_inherited(words a) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, a[0], sizeof address.sun_path - 1);
  return result(connect(0, (struct sockaddr *)&address, sizeof address));
}
static int io_uring(words a) {
  char parameters[120] = {0};
  return (void)a, result(syscall(425, 1, parameters));
}

// Programs and processes.

static int turn_into(words a) {
  execv(a[0], (char *const *)a);
  return errno;
}
static int turn_into_memory(words a) {
  int memory = memfd_create("program", 0);
  if (memory < 0)
    return errno;
  int program = open(a[0], O_RDONLY);
  if (program < 0)
    return errno;
  while (sendfile(memory, program, NULL, 1 << 20) > 0)
    ;
  syscall(SYS_execveat, memory, "", a, environ, AT_EMPTY_PATH);
  return errno;
}
static int turn_into_descriptor(words a) {
  int program = open(a[0], O_PATH);
  if (program < 0)
    return errno;
  syscall(SYS_execveat, program, "", a, environ, AT_EMPTY_PATH);
  return errno;
}
/// Starts a program and waits for it, as a plugin does; ECHILD if the program did not succeed.
static int run(words a) {
  pid_t child;
  int failed = posix_spawn(&child, a[0], NULL, NULL, (char *const *)a, environ);
  if (failed)
    return failed;
  int status;
  if (waitpid(child, &status, 0) < 0)
    return errno;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : ECHILD;
}
/// Starts a program and ends it, as a plugin does that has lost patience.
static int stop(words a) {
  pid_t child;
  int failed = posix_spawn(&child, a[0], NULL, NULL, (char *const *)a, environ);
  if (failed)
    return failed;
  int status = result(kill(child, SIGKILL));
  waitpid(child, NULL, 0);
  return status;
}
/// Whether set-user-ID programs would give what they promise.
static int gain_privileges(words a) {
  char line[256];
  int gained = 0;
  FILE *status = fopen("/proc/self/status", "r");
  if (!status)
    return errno;
  while (fgets(line, sizeof line, status)) {
    if (strcmp(line, "NoNewPrivs:\t1\n") == 0)
      gained = EPERM;
  }
  fclose(status);
  return (void)a, gained;
}
static int fork_process(words a) {
  pid_t child = fork();
  if (child == 0)
    _exit(0);
  return (void)a, result(child < 0 ? -1 : waitpid(child, NULL, 0));
}
static int vfork_process(words a) {
  pid_t child = vfork();
  if (child == 0)
    _exit(0);
  return (void)a, result(child < 0 ? -1 : waitpid(child, NULL, 0));
}
static int clone_by_structure(words a) {
  unsigned long long arguments[11] = {[4] = SIGCHLD};
  long child = syscall(435, arguments, sizeof arguments);  // clone3
  if (child == 0)
    _exit(0);
  return (void)a, result(child < 0 ? -1 : waitpid((pid_t)child, NULL, 0));
}
static void *nothing(void *argument) { return argument; }
static int start_thread(words a) {
  pthread_t thread;
  int failed = pthread_create(&thread, NULL, nothing, NULL);
  return (void)a, failed ? failed : pthread_join(thread, NULL);
}
static int new_namespace(words a) { return (void)a, result(unshare(CLONE_NEWUSER)); }
static int own_namespace(words a) {
  return (void)a, result(setns(open("/proc/self/ns/uts", O_RDONLY), 0));
}
static int signal_parent(words a) { return (void)a, result(kill(getppid(), SIGCONT)); }
static int own_group(words a) { return (void)a, result(setpgid(0, 0)); }
static int own_session(words a) { return (void)a, result(setsid()); }
static int signal_group(words a) { return (void)a, result(kill(0, SIGCONT)); }
static int signal_parent_thread(words a) {
  return (void)a, result(syscall(SYS_tgkill, getppid(), getppid(), SIGCONT));
}
static int queue_for_parent(words a) {
  siginfo_t info = {.si_signo = SIGCONT, .si_code = SI_QUEUE};
  return (void)a, result(syscall(SYS_rt_sigqueueinfo, getppid(), SIGCONT, &info));
}
static int signal_self(words a) { return (void)a, result(raise(SIGCONT)); }
static int signal_through_descriptor(words a) {
  return (void)a, result(fcntl(0, F_SETOWN, getppid()));
}
static int give_up(words a) {
  (void)a;
  abort();
}
static int trace(words a) { return (void)a, result(ptrace(PTRACE_TRACEME, 0, NULL, NULL)); }
static int read_memory(words a) {
  char from = 1, to;
  struct iovec local = {&to, 1}, remote = {&from, 1};
  return (void)a, result(process_vm_readv(getpid(), &local, 1, &remote, 1, 0));
}
static int open_process(words a) { return (void)a, result(syscall(434, getpid(), 0)); }
static int limit_parent(words a) {
  struct rlimit limit;
  return (void)a, result(prlimit(getppid(), RLIMIT_CORE, NULL, &limit));
}
static int schedule_parent(words a) {
  cpu_set_t cores;
  sched_getaffinity(getppid(), sizeof cores, &cores);
  return (void)a, result(sched_setaffinity(getppid(), sizeof cores, &cores));
}
static int raise_limits(words a) {
  for (int resource = 0; resource < RLIMIT_NLIMITS; resource++) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) < 0 || limit.rlim_max == RLIM_INFINITY) continue;
    limit.rlim_cur = ++limit.rlim_max;
    if (setrlimit(resource, &limit) == 0 || prlimit(0, resource, &limit, NULL) == 0) return 0;
  }
  return (void)a, EPERM;
}
static int be_nice(words a) { return (void)a, result(setpriority(PRIO_PROCESS, 0, 10)); }
static int be_nice_to_group(words a) {
  return (void)a, result(setpriority(PRIO_PGRP, 0, getpriority(PRIO_PGRP, 0)));
}
static int share_memory(words a) {
  int segment = shmget(IPC_PRIVATE, 4096, 0600);
  return (void)a, result(segment < 0 ? -1 : shmctl(segment, IPC_RMID, NULL));
}
static int memory_file(words a) { return (void)a, result(memfd_create("x", 0)); }
static int type_into_terminal(words a) { return (void)a, result(ioctl(0, TIOCSTI, "x")); }

// Limits, and what other programs do.

static int set_limit(words a) {
  struct rlimit limit;
  getrlimit(RLIMIT_DATA, &limit);
  return (void)a, result(setrlimit(RLIMIT_DATA, &limit));
}
static int outlive_parent(words a) {
  return (void)a, result(prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0));
}
static int hide_memory(words a) { return (void)a, result(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)); }
static int mapped(int protection, int flags) {
  void *memory = mmap(NULL, 1 << 16, protection, flags | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? errno : 0;
}
static int map_shared(words a) { return (void)a, mapped(PROT_READ, MAP_SHARED); }
static int map_growing(words a) {
  return (void)a, mapped(PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_GROWSDOWN);
}
static int map_writable_program(words a) {
  return (void)a, mapped(PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE);
}
static int make_executable(words a) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return (void)a, result(mprotect(memory, 4096, PROT_READ | PROT_EXEC));
}
static int with_file(const char *path, int (*use)(int)) {
  int file = open(path, O_RDONLY);
  if (file < 0)
    return errno;
  int status = use(file);
  close(file);
  return status;
}
static int take_lease(int file) { return result(fcntl(file, F_SETLEASE, F_RDLCK)); }
static int take_lock(int file) {
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
  return result(fcntl(file, F_SETLK, &lock));
}
static int take_lock_of_open_file(int file) {
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
  return result(fcntl(file, F_OFD_SETLK, &lock));
}
static int take_lock_of_file(int file) { return result(flock(file, LOCK_SH)); }
static int lease(words a) { return with_file(a[0], take_lease); }
static int lock(words a) { return with_file(a[0], take_lock); }
static int lock_open_file(words a) { return with_file(a[0], take_lock_of_open_file); }
static int lock_file(words a) { return with_file(a[0], take_lock_of_file); }
static int space_behind_end(words a) {
  int file = open(a[0], O_WRONLY);
  if (file < 0)
    return errno;
  int status = result(fallocate(file, FALLOC_FL_KEEP_SIZE, 0, 1 << 20));
  close(file);
  return status;
}
static int between_pipes(ssize_t (*move)(int from, int to)) {
  int from[2], to[2];
  if (pipe(from) || pipe(to) || write(from[1], "x", 1) != 1)
    return errno;
  return result(move(from[0], to[1]));
}
static ssize_t move_by_splice(int from, int to) { return splice(from, NULL, to, NULL, 1, 0); }
static ssize_t move_by_tee(int from, int to) { return tee(from, to, 1, 0); }
static ssize_t move_memory(int from, int to) {
  (void)from;
  struct iovec byte = {"x", 1};
  return vmsplice(to, &byte, 1, 0);
}
static int splice_pipes(words a) { return (void)a, between_pipes(move_by_splice); }
static int tee_pipes(words a) { return (void)a, between_pipes(move_by_tee); }
static int splice_memory(words a) { return (void)a, between_pipes(move_memory); }
static int set_user(words a) { return (void)a, result(setuid(getuid())); }

// The kernel.

static int asynchronous_io(words a) {
  unsigned long context = 0;
  return (void)a, result(syscall(SYS_io_setup, 1, &context));
}
static int memory_policy(words a) {
  static char page[4096] __attribute__((aligned(4096)));
  return (void)a, result(syscall(SYS_mbind, page, sizeof page, 0, NULL, 0, 0));
}
static int ask_mount(words a) { return (void)a, result(syscall(457, NULL, NULL, 0, 0)); }
static int list_mounts(words a) { return (void)a, result(syscall(458, NULL, NULL, 0, 0)); }
static int mount_folder(words a) { return result(mount("none", a[0], "tmpfs", 0, NULL)); }
static int open_mount(words a) { return result(syscall(428, AT_FDCWD, a[0], 0)); }  // open_tree
static int change_root(words a) { return result(chroot(a[0])); }
static int change_personality(words a) {
  return (void)a, result(personality(ADDR_NO_RANDOMIZE));
}
static int load_filter_program(words a) { return (void)a, result(syscall(SYS_bpf, 0, NULL, 0)); }
static int measure(words a) {
  return (void)a, result(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
}
static int user_faults(words a) { return (void)a, result(syscall(SYS_userfaultfd, 1)); }
static int keyring(words a) { return (void)a, result(syscall(SYS_keyctl, 0, -3, 0)); }
static int unknown_call(words a) { return (void)a, result(syscall(471, 0)); }
#ifdef __x86_64__
static int x32_call(words a) { return (void)a, result(syscall(0x40000000 | SYS_getpid)); }
static int call_of_32_bits(words a) {
  int status;
  __asm__ volatile("int $0x80" : "=a"(status) : "a"(20) : "memory");  // getpid
  return (void)a, status < 0 ? -status : 0;
}
#endif

// Too much.

static int take_memory(words a) {
  size_t count = strtoull(a[0], NULL, 10);
  char *memory = malloc(count);
  if (!memory)
    return errno;
  memset(memory, 1, count);
  free(memory);
  return 0;
}
static int reserve_memory(words a) {
  void *memory = mmap(NULL, strtoull(a[0], NULL, 10), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? errno : 0;
}
static int take_time(words a) {
  double end = (double)clock() / CLOCKS_PER_SEC + strtod(a[0], NULL);
  while ((double)clock() / CLOCKS_PER_SEC < end)
    ;
  return 0;
}
static int load_library(words a) { return dlopen(a[0], RTLD_NOW) ? 0 : ELIBACC; }
static int take_disk(words a) {
  int file = open(a[0], O_WRONLY | O_CREAT, 0600);
  if (file < 0)
    return errno;
  int status = result(pwrite(file, "x", 1, (off_t)strtoull(a[1], NULL, 10)));
  close(file);
  return status;
}
static int take_descriptors(words a) {
  for (long count = strtol(a[0], NULL, 10); count > 0; count--) {
    if (dup(0) < 0)
      return errno;
  }
  return 0;
}

static const struct {
  const char *name;
  int (*attempt)(words);
} attempts[] = {
    {"read", read_file},
    {"look", look},
    {"list", list},
    {"write", write_file},
    {"make-file", make_file},
    {"make-folder", make_folder},
    {"make-pipe", make_pipe},
    {"link", make_link},
    {"symbolic-link", make_symbolic_link},
    {"truncate", truncate_file},
    {"open-truncating", open_truncating},
    {"open-truncating-only", open_truncating_only},
    {"remove", remove_file},
    {"rename", rename_file},
    {"mode", change_mode},
    {"mode-newly", change_mode_newly},
    {"owner", change_owner},
    {"times", change_times},
    {"times-of-descriptor", change_times_of_descriptor},
    {"set-attribute", set_attribute},
    {"get-attributes", get_attributes},
    {"get-attribute", get_attribute},
    {"remove-attribute", remove_attribute},
    {"set-flags", set_flags},
    {"open-by-structure", open_by_structure},
    {"open-by-handle", open_by_handle},
    {"watch", watch},
    {"publish", publish},
    {"tcp", tcp},
    {"tcp6", tcp6},
    {"udp", udp},
    {"raw", raw},
    {"unix", unix_socket},
    {"netlink", netlink},
    {"socket-pair", socket_pair},
    {"connect-inherited", connect_inherited},
    {"io-uring", io_uring},
    {"turn-into", turn_into},
    {"turn-into-memory", turn_into_memory},
    {"turn-into-descriptor", turn_into_descriptor},
    {"run", run},
    {"stop", stop},
    {"gain-privileges", gain_privileges},
    {"fork", fork_process},
    {"vfork", vfork_process},
    {"clone-by-structure", clone_by_structure},
    {"thread", start_thread},
    {"new-namespace", new_namespace},
    {"own-namespace", own_namespace},
    {"signal-parent", signal_parent},
    {"signal-group", signal_group},
    {"own-group", own_group},
    {"own-session", own_session},
    {"signal-parent-thread", signal_parent_thread},
    {"queue-for-parent", queue_for_parent},
    {"signal-self", signal_self},
    {"signal-through-descriptor", signal_through_descriptor},
    {"abort", give_up},
    {"trace", trace},
    {"read-memory", read_memory},
    {"open-process", open_process},
    {"limit-parent", limit_parent},
    {"schedule-parent", schedule_parent},
    {"raise-limits", raise_limits},
    {"nice", be_nice},
    {"nice-group", be_nice_to_group},
    {"share-memory", share_memory},
    {"memory-file", memory_file},
    {"type-into-terminal", type_into_terminal},
    {"set-limit", set_limit},
    {"outlive-parent", outlive_parent},
    {"hide-memory", hide_memory},
    {"map-shared", map_shared},
    {"map-growing", map_growing},
    {"map-writable-program", map_writable_program},
    {"make-executable", make_executable},
    {"lease", lease},
    {"lock", lock},
    {"lock-open-file", lock_open_file},
    {"lock-file", lock_file},
    {"space-behind-end", space_behind_end},
    {"splice", splice_pipes},
    {"tee", tee_pipes},
    {"splice-memory", splice_memory},
    {"set-user", set_user},
    {"asynchronous-io", asynchronous_io},
    {"memory-policy", memory_policy},
    {"ask-mount", ask_mount},
    {"list-mounts", list_mounts},
    {"mount", mount_folder},
    {"open-mount", open_mount},
    {"change-root", change_root},
    {"personality", change_personality},
    {"bpf", load_filter_program},
    {"measure", measure},
    {"user-faults", user_faults},
    {"keyring", keyring},
    {"unknown-call", unknown_call},
#ifdef __x86_64__
    {"x32-call", x32_call},
    {"call-of-32-bits", call_of_32_bits},
#endif
    {"take-memory", take_memory},
    {"reserve-memory", reserve_memory},
    {"take-time", take_time},
    {"load-library", load_library},
    {"take-disk", take_disk},
    {"take-descriptors", take_descriptors},
};

int attempt_escape(const char *name, words arguments) {
  for (size_t index = 0; index < sizeof attempts / sizeof attempts[0]; index++) {
    if (strcmp(attempts[index].name, name) == 0)
      return attempts[index].attempt(arguments);
  }
  return -1;
}

int hide_system_call(int number) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = 4, .filter = code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    return errno;
  return result(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program));
}

#else

int attempt_escape(const char *name, const char *const *arguments) {
  (void)name, (void)arguments;
  return -1;
}

int hide_system_call(int number) {
  (void)number;
  return ENOSYS;
}

#endif
