#define _GNU_SOURCE
#include "CProcessShims.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#ifdef __linux__
#include <link.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#define RECEIVE_FLAGS MSG_CMSG_CLOEXEC
#define SEND_FLAGS MSG_NOSIGNAL
#else
#define RECEIVE_FLAGS 0
#define SEND_FLAGS 0
#endif

union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int) * FAIRY_MOST_DESCRIPTORS)];
};

ssize_t fairy_send(
    int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union control control = {0};
  if (descriptor_count > FAIRY_MOST_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  if (descriptor_count > 0) {
    size_t size = sizeof(int) * (size_t)descriptor_count;
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(header), descriptors, size);
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, SEND_FLAGS);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

ssize_t fairy_receive(
    int socket, void *bytes, size_t count, int *descriptors, int *descriptor_count, bool wait) {
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  union control control;
  struct msghdr message = {
      .msg_iov = &part,
      .msg_iovlen = 1,
      .msg_control = control.bytes,
      .msg_controllen = sizeof(control.bytes),
  };
  ssize_t received;
  do {
    received = recvmsg(socket, &message, RECEIVE_FLAGS | (wait ? 0 : MSG_DONTWAIT));
  } while (received < 0 && errno == EINTR);
  int room = *descriptor_count;
  *descriptor_count = 0;
  if (received < 0) return received;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t granted = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < granted; index++) {
      int one;
      memcpy(&one, CMSG_DATA(header) + index * sizeof(int), sizeof(int));
      if (*descriptor_count < room) {
        descriptors[(*descriptor_count)++] = one;
      } else {
        close(one);
      }
    }
  }
  return received;
}

int fairy_end_with_parent(void) {
#ifdef __linux__
  return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#else
  errno = ENOSYS;
  return -1;
#endif
}

#ifdef __GLIBC__
static bool sets_up_heap = false;
#endif

void fairy_set_up_heap(void) {
#ifdef __GLIBC__
  sets_up_heap = true;
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
}

void fairy_set_up_heap_for_large_buffers(void) {
#ifdef __GLIBC__
  if (!sets_up_heap) return;
  mallopt(M_ARENA_MAX, 8);
  mallopt(M_MMAP_THRESHOLD, 16 << 20);
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
  mallopt(M_TOP_PAD, 4 << 20);
#endif
}

#ifdef __linux__
static int unmap_code(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size;
  (void)unused;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || part->p_flags & PF_W) continue;
    const uintptr_t start = (object->dlpi_addr + part->p_vaddr + page - 1) & -page;
    const uintptr_t end = (object->dlpi_addr + part->p_vaddr + part->p_filesz) & -page;
    if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 1;  // The first object is the program itself.
}
#endif

void fairy_unmap_code_of_start(void) {
#ifdef __linux__
  dl_iterate_phdr(unmap_code, NULL);
#endif
}

void fairy_give_back_freed_memory(void) {
#ifdef __GLIBC__
  if (sets_up_heap) malloc_trim(0);
#endif
}

void fairy_close_from(int first) {
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
  long most = sysconf(_SC_OPEN_MAX);
  for (int descriptor = first; descriptor < (most > 0 ? most : 1024); descriptor++) close(descriptor);
}

int fairy_open_process(pid_t process) {
#ifdef __linux__
  // SYS_pidfd_open, which headers may be too old for. It is closed on exec.
  return (int)syscall(434, process, 0);
#else
  (void)process;
  errno = ENOSYS;
  return -1;
#endif
}

int fairy_usable_cores(void) {
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return CPU_COUNT(&set);
#endif
  return -1;
}
