// A seccomp filter in the making: a list of instructions of classic BPF.
//
// The functions append instructions. A rule for one system call begins with filter_for(), whose
// argument counts the instructions that follow, and ends with an answer in every branch.
#pragma once

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct filter {
  struct sock_filter code[640];
  /// How many instructions were appended; more than there is room for are counted and not kept.
  unsigned short length;
  /// The process that it is for.
  uint32_t process;
};

/// Stands for a process that does not exist yet; no process has the number.
#define PROCESS_TO_COME 0x7ffffff1u

/// Appends the rules for a process of this kind (`FAIRY_…`).
void filter_build(struct filter *filter, unsigned kind);

static inline void filter_add(struct filter *filter, struct sock_filter instruction) {
  if (filter->length < COUNT(filter->code))
    filter->code[filter->length] = instruction;
  filter->length++;
}

/// Loads 32 bits of what the kernel says of the call.
static inline void filter_load(struct filter *filter, size_t offset) {
  filter_add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

/// Loads the lower half of an argument: all that the kernel looks at of an int.
static inline void filter_load_argument(struct filter *filter, int index) {
  filter_load(filter, offsetof(struct seccomp_data, args) + (size_t)index * 8);
}

/// Loads the upper half of an argument.
static inline void filter_load_upper_half(struct filter *filter, int index) {
  filter_load(filter, offsetof(struct seccomp_data, args) + (size_t)index * 8 + 4);
}

/// Skips `yes` instructions if the comparison holds, else `no`.
static inline void filter_test(
    struct filter *filter, uint16_t comparison, uint32_t value, uint8_t yes, uint8_t no) {
  filter_add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | comparison | BPF_K, value, yes, no));
}

static inline void filter_mask(struct filter *filter, uint32_t bits) {
  filter_add(filter, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, bits));
}

/// Ends with an answer of `SECCOMP_RET_…`.
static inline void filter_answer(struct filter *filter, uint32_t action) {
  filter_add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

/// Skips the `length` instructions that follow unless the call has this number.
static inline void filter_for(struct filter *filter, int number, uint8_t length) {
  filter_test(filter, BPF_JEQ, (uint32_t)number, 0, length);
}

/// Gives all these calls the same answer.
static inline void filter_answer_all(
    struct filter *filter, const int *numbers, size_t count, uint32_t action) {
  for (size_t index = 0; index < count; index++) {
    filter_for(filter, numbers[index], 1);
    filter_answer(filter, action);
  }
}
