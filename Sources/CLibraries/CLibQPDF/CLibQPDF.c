#define _GNU_SOURCE
#include "CLibQPDF.h"
#include "CLazyLoading.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#include <ucontext.h>
#endif

#ifdef __APPLE__
static fairy_lazy_library library = {"libqpdf.29.dylib"};
#else
static fairy_lazy_library library = {"libqpdf.so.29"};
#endif

const char *fairy_libqpdf_open(void) { return fairy_lazy_open(&library); }

// What the C++ library and its ABI (Itanium, 2.9 and cxxabi.h) call these; they have no C header.
struct type_info {
  void *methods;
  const char *name;
};
typedef void (*handler)(void);
typedef handler (*set_handler)(handler);
typedef struct type_info *(*current_type)(void);

static handler exhausted, ordinary;
static current_type current_exception_type;

FAIRY_LAZY_NEEDED(library, __cxa_current_exception_type)
FAIRY_LAZY_NEEDED(library, _ZSt13set_terminatePFvvE)

static void terminate(void) {
  struct type_info *type = current_exception_type();
  if (type && !strcmp(type->name, "St9bad_alloc")) exhausted();
  ordinary();
  abort();
}

void fairy_libqpdf_on_exhaustion(handler end) {
  exhausted = end;
  current_exception_type =
      (current_type)fairy_lazy_symbol(&library, "__cxa_current_exception_type");
  set_handler set_terminate =
      (set_handler)fairy_lazy_symbol(&library, "_ZSt13set_terminatePFvvE");
  ordinary = set_terminate(terminate);
}

// Work on a deep stack: what to do, and where that stack ends.
struct deep_work {
  void (*body)(void *);
  void *argument;
  int status;
  const char *message;
  char *end;
};

#ifdef __linux__
static __thread struct deep_work *work_under_way;
static struct sigaction before;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Pages that nobody may touch lie below a stack: no frame is large enough to reach over them.
static const size_t guard = 1 << 20;

static void on_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  const struct deep_work *work = work_under_way;
  char *place = info->si_addr;
  if (work && place >= work->end && place < work->end + guard) {
    ssize_t ignored = write(2, work->message, strlen(work->message));
    (void)ignored;
    _exit(work->status);
  }
  // It happens again, and whoever was asked before is.
  sigaction(number, &before, NULL);
}

static void watch(void) {
  struct sigaction action = {0};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, &before);
}

static void begin(void) { work_under_way->body(work_under_way->argument); }

int fairy_libqpdf_run_deep(
    size_t size, void (*body)(void *), void *argument, int status, const char *message) {
  char *stack = mmap(
      NULL, size, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return -1;
  struct deep_work work = {body, argument, status, message, stack}, *outer = work_under_way;
  // Who is told of the end of a stack needs another.
  char other[1 << 15];
  stack_t alternative = {.ss_sp = other, .ss_size = sizeof other}, earlier;
  ucontext_t here, there;
  if (mprotect(stack, guard, PROT_NONE) != 0 || getcontext(&there) != 0 ||
      sigaltstack(&alternative, &earlier) != 0) {
    munmap(stack, size);
    return -1;
  }
  pthread_once(&once, watch);
  there.uc_stack = (stack_t){.ss_sp = stack, .ss_size = size};
  there.uc_link = &here;
  makecontext(&there, begin, 0);
  work_under_way = &work;
  swapcontext(&here, &there);
  work_under_way = outer;
  sigaltstack(&earlier, NULL);
  munmap(stack, size);
  return 0;
}
#else
static void *begin(void *work) {
  ((struct deep_work *)work)->body(((struct deep_work *)work)->argument);
  return NULL;
}

int fairy_libqpdf_run_deep(
    size_t size, void (*body)(void *), void *argument, int status, const char *message) {
  struct deep_work work = {body, argument, status, message, NULL};
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0) return -1;
  int refused = pthread_attr_setstacksize(&attributes, size) != 0 ||
      pthread_create(&thread, &attributes, begin, &work) != 0;
  pthread_attr_destroy(&attributes);
  if (!refused) pthread_join(thread, NULL);
  return refused ? -1 : 0;
}
#endif

#define LAZY(result, name, parameters, arguments)                              \
  FAIRY_LAZY(library, result, name, parameters, arguments)
#define LAZY_VOID(name, parameters, arguments)                                 \
  FAIRY_LAZY_VOID(library, name, parameters, arguments)

LAZY(qpdf_data, qpdf_init, (void), ())
LAZY_VOID(qpdf_cleanup, (qpdf_data* qpdf), (qpdf))
LAZY(QPDF_BOOL, qpdf_has_error, (qpdf_data qpdf), (qpdf))
LAZY(qpdf_error, qpdf_get_error, (qpdf_data qpdf), (qpdf))
LAZY(QPDF_BOOL, qpdf_more_warnings, (qpdf_data qpdf), (qpdf))
LAZY(qpdf_error, qpdf_next_warning, (qpdf_data qpdf), (qpdf))
LAZY(char const*, qpdf_get_error_full_text, (qpdf_data q, qpdf_error e), (q, e))
LAZY(enum qpdf_error_code_e, qpdf_get_error_code, (qpdf_data q, qpdf_error e), (q, e))
LAZY(char const*, qpdf_get_error_message_detail, (qpdf_data q, qpdf_error e), (q, e))
LAZY_VOID(qpdf_set_suppress_warnings, (qpdf_data qpdf, QPDF_BOOL value), (qpdf, value))
LAZY_VOID(qpdf_silence_errors, (qpdf_data qpdf), (qpdf))
LAZY_VOID(qpdf_set_attempt_recovery, (qpdf_data qpdf, QPDF_BOOL value), (qpdf, value))
LAZY(QPDF_ERROR_CODE, qpdf_read_memory,
     (qpdf_data qpdf, char const* description, char const* buffer, unsigned long long size, char
     const* password),
     (qpdf, description, buffer, size, password))
LAZY(QPDF_ERROR_CODE, qpdf_empty_pdf, (qpdf_data qpdf), (qpdf))
LAZY(char const*, qpdf_get_pdf_version, (qpdf_data qpdf), (qpdf))
LAZY(int, qpdf_get_pdf_extension_level, (qpdf_data qpdf), (qpdf))
LAZY(QPDF_BOOL, qpdf_is_linearized, (qpdf_data qpdf), (qpdf))
LAZY(QPDF_BOOL, qpdf_is_encrypted, (qpdf_data qpdf), (qpdf))
LAZY(QPDF_BOOL, qpdf_allow_accessibility, (qpdf_data qpdf), (qpdf))
LAZY(QPDF_BOOL, qpdf_allow_extract_all, (qpdf_data qpdf), (qpdf))
LAZY(QPDF_BOOL, qpdf_allow_print_low_res, (qpdf_data qpdf), (qpdf))
LAZY(QPDF_BOOL, qpdf_allow_print_high_res, (qpdf_data qpdf), (qpdf))
LAZY(QPDF_BOOL, qpdf_allow_modify_assembly, (qpdf_data qpdf), (qpdf))
LAZY(QPDF_BOOL, qpdf_allow_modify_form, (qpdf_data qpdf), (qpdf))
LAZY(QPDF_BOOL, qpdf_allow_modify_annotation, (qpdf_data qpdf), (qpdf))
LAZY(QPDF_BOOL, qpdf_allow_modify_other, (qpdf_data qpdf), (qpdf))
LAZY(char const*, qpdf_get_user_password, (qpdf_data qpdf), (qpdf))
LAZY(QPDF_ERROR_CODE, qpdf_init_write, (qpdf_data qpdf, char const* filename), (qpdf, filename))
LAZY(QPDF_ERROR_CODE, qpdf_init_write_memory, (qpdf_data qpdf), (qpdf))
LAZY(size_t, qpdf_get_buffer_length, (qpdf_data qpdf), (qpdf))
LAZY(unsigned char const*, qpdf_get_buffer, (qpdf_data qpdf), (qpdf))
LAZY_VOID(qpdf_set_object_stream_mode,
     (qpdf_data qpdf, enum qpdf_object_stream_e mode),
     (qpdf, mode))
LAZY_VOID(qpdf_set_stream_data_mode, (qpdf_data qpdf, enum qpdf_stream_data_e mode), (qpdf, mode))
LAZY_VOID(qpdf_set_compress_streams, (qpdf_data qpdf, QPDF_BOOL value), (qpdf, value))
LAZY_VOID(qpdf_set_decode_level,
     (qpdf_data qpdf, enum qpdf_stream_decode_level_e level),
     (qpdf, level))
LAZY_VOID(qpdf_set_preserve_unreferenced_objects, (qpdf_data qpdf, QPDF_BOOL value), (qpdf, value))
LAZY_VOID(qpdf_set_deterministic_ID, (qpdf_data qpdf, QPDF_BOOL value), (qpdf, value))
LAZY_VOID(qpdf_set_preserve_encryption, (qpdf_data qpdf, QPDF_BOOL value), (qpdf, value))
LAZY_VOID(qpdf_set_r6_encryption_parameters2,
     (qpdf_data qpdf, char const* user_password, char const* owner_password, QPDF_BOOL
     allow_accessibility, QPDF_BOOL allow_extract, QPDF_BOOL allow_assemble, QPDF_BOOL
     allow_annotate_and_form, QPDF_BOOL allow_form_filling, QPDF_BOOL allow_modify_other, enum
     qpdf_r3_print_e print, QPDF_BOOL encrypt_metadata),
     (qpdf, user_password, owner_password, allow_accessibility, allow_extract, allow_assemble, allow_annotate_and_form, allow_form_filling, allow_modify_other, print, encrypt_metadata))
LAZY_VOID(qpdf_set_linearization, (qpdf_data qpdf, QPDF_BOOL value), (qpdf, value))
LAZY_VOID(qpdf_set_minimum_pdf_version, (qpdf_data qpdf, char const* version), (qpdf, version))
LAZY_VOID(qpdf_register_progress_reporter,
     (qpdf_data qpdf, void (*report_progress)(int percent, void* data), void* data),
     (qpdf, report_progress, data))
LAZY(QPDF_ERROR_CODE, qpdf_write, (qpdf_data qpdf), (qpdf))
LAZY_VOID(qpdf_oh_release, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(qpdf_oh, qpdf_oh_new_object, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(qpdf_oh, qpdf_get_trailer, (qpdf_data qpdf), (qpdf))
LAZY(qpdf_oh, qpdf_get_root, (qpdf_data qpdf), (qpdf))
LAZY(qpdf_oh, qpdf_get_object_by_id,
     (qpdf_data qpdf, int objid, int generation),
     (qpdf, objid, generation))
LAZY(qpdf_oh, qpdf_make_indirect_object, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY_VOID(qpdf_replace_object,
     (qpdf_data qpdf, int objid, int generation, qpdf_oh oh),
     (qpdf, objid, generation, oh))
LAZY(QPDF_BOOL, qpdf_oh_is_indirect, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(enum qpdf_object_type_e, qpdf_oh_get_type_code, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(QPDF_BOOL, qpdf_oh_get_bool_value, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(long long, qpdf_oh_get_int_value, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(double, qpdf_oh_get_numeric_value, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(char const*, qpdf_oh_get_real_value, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(char const*, qpdf_oh_get_name, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(char const*, qpdf_oh_get_binary_string_value,
     (qpdf_data qpdf, qpdf_oh oh, size_t* length),
     (qpdf, oh, length))
LAZY(char const*, qpdf_oh_get_binary_utf8_value,
     (qpdf_data qpdf, qpdf_oh oh, size_t* length),
     (qpdf, oh, length))
LAZY(int, qpdf_oh_get_array_n_items, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(qpdf_oh, qpdf_oh_get_array_item, (qpdf_data qpdf, qpdf_oh oh, int n), (qpdf, oh, n))
LAZY_VOID(qpdf_oh_begin_dict_key_iter, (qpdf_data qpdf, qpdf_oh dict), (qpdf, dict))
LAZY(QPDF_BOOL, qpdf_oh_dict_more_keys, (qpdf_data qpdf), (qpdf))
LAZY(char const*, qpdf_oh_dict_next_key, (qpdf_data qpdf), (qpdf))
LAZY(QPDF_BOOL, qpdf_oh_has_key, (qpdf_data qpdf, qpdf_oh oh, char const* key), (qpdf, oh, key))
LAZY(qpdf_oh, qpdf_oh_get_key, (qpdf_data qpdf, qpdf_oh oh, char const* key), (qpdf, oh, key))
LAZY(qpdf_oh, qpdf_oh_new_null, (qpdf_data qpdf), (qpdf))
LAZY(qpdf_oh, qpdf_oh_new_bool, (qpdf_data qpdf, QPDF_BOOL value), (qpdf, value))
LAZY(qpdf_oh, qpdf_oh_new_integer, (qpdf_data qpdf, long long value), (qpdf, value))
LAZY(qpdf_oh, qpdf_oh_new_real_from_double,
     (qpdf_data qpdf, double value, int decimal_places),
     (qpdf, value, decimal_places))
LAZY(qpdf_oh, qpdf_oh_new_real_from_string, (qpdf_data qpdf, char const* value), (qpdf, value))
LAZY(qpdf_oh, qpdf_oh_new_name, (qpdf_data qpdf, char const* name), (qpdf, name))
LAZY(qpdf_oh, qpdf_oh_new_binary_string,
     (qpdf_data qpdf, char const* str, size_t length),
     (qpdf, str, length))
LAZY(qpdf_oh, qpdf_oh_new_binary_unicode_string,
     (qpdf_data qpdf, char const* str, size_t length),
     (qpdf, str, length))
LAZY(qpdf_oh, qpdf_oh_new_array, (qpdf_data qpdf), (qpdf))
LAZY(qpdf_oh, qpdf_oh_new_dictionary, (qpdf_data qpdf), (qpdf))
LAZY(qpdf_oh, qpdf_oh_new_stream, (qpdf_data qpdf), (qpdf))
LAZY(qpdf_oh, qpdf_oh_parse, (qpdf_data qpdf, char const* object_str), (qpdf, object_str))
LAZY_VOID(qpdf_oh_set_array_item,
     (qpdf_data qpdf, qpdf_oh oh, int at, qpdf_oh item),
     (qpdf, oh, at, item))
LAZY_VOID(qpdf_oh_insert_item,
     (qpdf_data qpdf, qpdf_oh oh, int at, qpdf_oh item),
     (qpdf, oh, at, item))
LAZY_VOID(qpdf_oh_append_item, (qpdf_data qpdf, qpdf_oh oh, qpdf_oh item), (qpdf, oh, item))
LAZY_VOID(qpdf_oh_erase_item, (qpdf_data qpdf, qpdf_oh oh, int at), (qpdf, oh, at))
LAZY_VOID(qpdf_oh_replace_key,
     (qpdf_data qpdf, qpdf_oh oh, char const* key, qpdf_oh item),
     (qpdf, oh, key, item))
LAZY_VOID(qpdf_oh_remove_key, (qpdf_data qpdf, qpdf_oh oh, char const* key), (qpdf, oh, key))
LAZY(qpdf_oh, qpdf_oh_get_dict, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(int, qpdf_oh_get_object_id, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(int, qpdf_oh_get_generation, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(char const*, qpdf_oh_unparse_binary, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(char const*, qpdf_oh_unparse_resolved, (qpdf_data qpdf, qpdf_oh oh), (qpdf, oh))
LAZY(qpdf_oh, qpdf_oh_copy_foreign_object,
     (qpdf_data qpdf, qpdf_data other_qpdf, qpdf_oh foreign_oh),
     (qpdf, other_qpdf, foreign_oh))
LAZY(QPDF_ERROR_CODE, qpdf_oh_get_stream_data,
     (qpdf_data qpdf, qpdf_oh stream_oh, enum qpdf_stream_decode_level_e decode_level, QPDF_BOOL*
     filtered, unsigned char** bufp, size_t* len),
     (qpdf, stream_oh, decode_level, filtered, bufp, len))
LAZY(QPDF_ERROR_CODE, qpdf_oh_get_page_content_data,
     (qpdf_data qpdf, qpdf_oh page_oh, unsigned char** bufp, size_t* len),
     (qpdf, page_oh, bufp, len))
LAZY_VOID(qpdf_oh_replace_stream_data,
     (qpdf_data qpdf, qpdf_oh stream_oh, unsigned char const* buf, size_t len, qpdf_oh filter,
     qpdf_oh decode_parms),
     (qpdf, stream_oh, buf, len, filter, decode_parms))
LAZY(int, qpdf_get_num_pages, (qpdf_data qpdf), (qpdf))
LAZY(qpdf_oh, qpdf_get_page_n, (qpdf_data qpdf, size_t zero_based_index), (qpdf, zero_based_index))
LAZY(QPDF_ERROR_CODE, qpdf_update_all_pages_cache, (qpdf_data qpdf), (qpdf))
LAZY(int, qpdf_find_page_by_id,
     (qpdf_data qpdf, int objid, int generation),
     (qpdf, objid, generation))
LAZY(QPDF_ERROR_CODE, qpdf_push_inherited_attributes_to_page, (qpdf_data qpdf), (qpdf))
LAZY(QPDF_ERROR_CODE, qpdf_add_page,
     (qpdf_data qpdf, qpdf_data newpage_qpdf, qpdf_oh newpage, QPDF_BOOL first),
     (qpdf, newpage_qpdf, newpage, first))
LAZY(QPDF_ERROR_CODE, qpdf_add_page_at,
     (qpdf_data qpdf, qpdf_data newpage_qpdf, qpdf_oh newpage, QPDF_BOOL before, qpdf_oh refpage),
     (qpdf, newpage_qpdf, newpage, before, refpage))
LAZY(QPDF_ERROR_CODE, qpdf_remove_page, (qpdf_data qpdf, qpdf_oh page), (qpdf, page))
