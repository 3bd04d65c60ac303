#include "CONNXRuntime.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The interface as include/onnxruntime/core/session/onnxruntime_c_api.h of microsoft/onnxruntime has it: `OrtApi` is a
// table of functions that only ever grows at its end. What is used here is in versions 1 and 2 of it, so that every
// library since can be asked for version 2.
enum { INTERFACE_VERSION = 2 };

/// Places of functions in `OrtApi`.
enum {
  GET_ERROR_MESSAGE = 2,
  CREATE_ENV = 3,
  DISABLE_TELEMETRY = 6,
  CREATE_SESSION = 7,
  RUN = 9,
  CREATE_SESSION_OPTIONS = 10,
  DISABLE_CPU_MEM_ARENA = 19,
  SET_INTRA_OP_NUM_THREADS = 24,
  SET_INTER_OP_NUM_THREADS = 25,
  SESSION_GET_INPUT_COUNT = 30,
  SESSION_GET_OUTPUT_COUNT = 31,
  SESSION_GET_INPUT_NAME = 36,
  SESSION_GET_OUTPUT_NAME = 37,
  CREATE_TENSOR_WITH_DATA = 49,
  GET_TENSOR_MUTABLE_DATA = 51,
  GET_TENSOR_ELEMENT_TYPE = 60,
  GET_DIMENSIONS_COUNT = 61,
  GET_DIMENSIONS = 62,
  GET_TENSOR_TYPE_AND_SHAPE = 65,
  CREATE_CPU_MEMORY_INFO = 69,
  ALLOCATOR_FREE = 76,
  GET_ALLOCATOR = 78,
  RELEASE_STATUS = 93,
  RELEASE_MEMORY_INFO = 94,
  RELEASE_SESSION = 95,
  RELEASE_VALUE = 96,
  RELEASE_TENSOR_SHAPE = 99,
  RELEASE_SESSION_OPTIONS = 100,
  SESSION_GET_MODEL_METADATA = 111,
  LOOK_UP_METADATA = 116,
  RELEASE_MODEL_METADATA = 118,
};

enum { ERRORS_ALONE = 3, ELEMENT_FLOAT = 1, DEVICE_ALLOCATOR = 0, DEFAULT_MEMORY = 0 };

typedef void (*function)(void);

typedef struct {
  const function *(*table)(uint32_t version);
  const char *(*version)(void);
} interface_base;

static const function *table;
static void *environment, *allocator, *memory;

// A status is NULL where all went well.
#define CALL(place, parameters) ((void *(*)parameters)table[place])
#define VOID_CALL(place, parameters) ((void (*)parameters)table[place])

/// Whether it went well; else says why, and frees the status.
static bool is_fine(void *status, char *problem, size_t capacity) {
  if (!status)
    return true;
  if (problem && capacity)
    snprintf(problem, capacity, "%s",
             ((const char *(*)(const void *))table[GET_ERROR_MESSAGE])(status));
  VOID_CALL(RELEASE_STATUS, (void *))(status);
  return false;
}

static char failure[300];

static void open_library(const char *path) {
  // Else the library of the wheel tells Microsoft of every process and session, and keeps a number for this user on the
  // disk (microsoft/onnxruntime, pull request 27379).
  setenv("ORT_DISABLE_TELEMETRY", "1", 1);
  setenv("ORT_TELEMETRY_DISABLED", "1", 1);
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    snprintf(failure, sizeof failure, "%s", dlerror());
    return;
  }
  const interface_base *(*base)(void) = (const interface_base *(*)(void))dlsym(handle, "OrtGetApiBase");
  const function *found = base ? base()->table(INTERFACE_VERSION) : NULL;
  if (!found) {
    snprintf(failure, sizeof failure, "it has no interface of version %d", INTERFACE_VERSION);
    return;
  }
  table = found;
  bool done =
      is_fine(CALL(CREATE_ENV, (int, const char *, void **))(ERRORS_ALONE, "fairy", &environment),
              failure, sizeof failure) &&
      is_fine(CALL(DISABLE_TELEMETRY, (const void *))(environment), failure, sizeof failure) &&
      is_fine(CALL(GET_ALLOCATOR, (void **))(&allocator), failure, sizeof failure) &&
      is_fine(CALL(CREATE_CPU_MEMORY_INFO, (int, int, void **))(DEVICE_ALLOCATOR, DEFAULT_MEMORY,
                                                                &memory),
              failure, sizeof failure);
  if (!done)
    table = NULL;
}

const char *fairy_onnx_open(const char *path) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static bool tried;
  pthread_mutex_lock(&lock);
  if (!tried)
    open_library(path);
  tried = true;
  const char *answer = table ? NULL : failure;
  pthread_mutex_unlock(&lock);
  return answer;
}

struct fairy_onnx_session {
  void *session;
  char *input, *output;
};

/// The settings that keep a session to the calling thread, and give memory back after each run.
static void *made_options(char *problem, size_t capacity) {
  void *options = NULL;
  if (!is_fine(CALL(CREATE_SESSION_OPTIONS, (void **))(&options), problem, capacity))
    return NULL;
  if (is_fine(CALL(SET_INTRA_OP_NUM_THREADS, (void *, int))(options, 1), problem, capacity) &&
      is_fine(CALL(SET_INTER_OP_NUM_THREADS, (void *, int))(options, 1), problem, capacity) &&
      is_fine(CALL(DISABLE_CPU_MEM_ARENA, (void *))(options), problem, capacity))
    return options;
  VOID_CALL(RELEASE_SESSION_OPTIONS, (void *))(options);
  return NULL;
}

/// Finds out what the input and the output are called.
static bool find_names(fairy_onnx_session *made, char *problem, size_t capacity) {
  size_t inputs = 0, outputs = 0;
  if (!is_fine(CALL(SESSION_GET_INPUT_COUNT, (const void *, size_t *))(made->session, &inputs),
               problem, capacity) ||
      !is_fine(CALL(SESSION_GET_OUTPUT_COUNT, (const void *, size_t *))(made->session, &outputs),
               problem, capacity))
    return false;
  if (inputs != 1 || outputs != 1) {
    snprintf(problem, capacity, "it has %zu inputs and %zu outputs, not one of each", inputs,
             outputs);
    return false;
  }
  return is_fine(CALL(SESSION_GET_INPUT_NAME, (const void *, size_t, void *, char **))(
                     made->session, 0, allocator, &made->input),
                 problem, capacity) &&
         is_fine(CALL(SESSION_GET_OUTPUT_NAME, (const void *, size_t, void *, char **))(
                     made->session, 0, allocator, &made->output),
                 problem, capacity);
}

fairy_onnx_session *fairy_onnx_create(const char *path, char *problem, size_t capacity) {
  fairy_onnx_session *made = calloc(1, sizeof *made);
  void *options = made ? made_options(problem, capacity) : NULL;
  if (!options) {
    free(made);
    return NULL;
  }
  bool done = is_fine(CALL(CREATE_SESSION, (const void *, const char *, const void *, void **))(
                          environment, path, options, &made->session),
                      problem, capacity) &&
              find_names(made, problem, capacity);
  VOID_CALL(RELEASE_SESSION_OPTIONS, (void *))(options);
  if (done)
    return made;
  fairy_onnx_destroy(made);
  return NULL;
}

static void free_name(char *name) {
  if (name)
    is_fine(CALL(ALLOCATOR_FREE, (void *, void *))(allocator, name), NULL, 0);
}

void fairy_onnx_destroy(fairy_onnx_session *made) {
  free_name(made->input);
  free_name(made->output);
  if (made->session)
    VOID_CALL(RELEASE_SESSION, (void *))(made->session);
  free(made);
}

char *fairy_onnx_metadata(const fairy_onnx_session *made, const char *key) {
  void *metadata = NULL;
  char *value = NULL, *copy = NULL;
  if (!is_fine(CALL(SESSION_GET_MODEL_METADATA, (const void *, void **))(made->session, &metadata),
               NULL, 0))
    return NULL;
  if (is_fine(CALL(LOOK_UP_METADATA, (const void *, void *, const char *, char **))(
                  metadata, allocator, key, &value),
              NULL, 0) &&
      value)
    copy = strdup(value);
  free_name(value);
  VOID_CALL(RELEASE_MODEL_METADATA, (void *))(metadata);
  return copy;
}

/// Fills in where the numbers are and how many.
static bool look_at(void *value, fairy_onnx_tensor *output, char *problem, size_t capacity) {
  void *form = NULL;
  int type = 0;
  float *values = NULL;
  if (!is_fine(CALL(GET_TENSOR_TYPE_AND_SHAPE, (const void *, void **))(value, &form), problem,
               capacity))
    return false;
  bool done =
      is_fine(CALL(GET_TENSOR_ELEMENT_TYPE, (const void *, int *))(form, &type), problem,
              capacity) &&
      is_fine(CALL(GET_DIMENSIONS_COUNT, (const void *, size_t *))(form, &output->rank), problem,
              capacity);
  if (done && (type != ELEMENT_FLOAT || output->rank < 1 || output->rank > 4)) {
    snprintf(problem, capacity, "its output is no array of numbers in one to four dimensions");
    done = false;
  }
  done = done &&
         is_fine(CALL(GET_DIMENSIONS, (const void *, int64_t *, size_t))(form, output->shape,
                                                                         output->rank),
                 problem, capacity) &&
         is_fine(CALL(GET_TENSOR_MUTABLE_DATA, (void *, void **))(value, (void **)&values),
                 problem, capacity);
  VOID_CALL(RELEASE_TENSOR_SHAPE, (void *))(form);
  output->values = values;
  output->count = done ? 1 : 0;
  for (size_t index = 0; done && index < output->rank; index++)
    output->count *= (size_t)output->shape[index];
  return done;
}

bool fairy_onnx_run(const fairy_onnx_session *made, const float *values, size_t count,
                    const int64_t shape[4], fairy_onnx_tensor *output, char *problem,
                    size_t capacity) {
  void *input = NULL, *value = NULL;
  *output = (fairy_onnx_tensor){0};
  // It takes numbers that it does not change.
  if (!is_fine(CALL(CREATE_TENSOR_WITH_DATA,
                    (const void *, void *, size_t, const int64_t *, size_t, int, void **))(
                   memory, (void *)(uintptr_t)values, count * sizeof *values, shape, 4,
                   ELEMENT_FLOAT, &input),
               problem, capacity))
    return false;
  const char *const inputs[] = {made->input}, *const outputs[] = {made->output};
  const void *const given[] = {input};
  bool done = is_fine(
      CALL(RUN, (void *, const void *, const char *const *, const void *const *, size_t,
                 const char *const *, size_t, void **))(made->session, NULL, inputs, given, 1,
                                                        outputs, 1, &value),
      problem, capacity);
  VOID_CALL(RELEASE_VALUE, (void *))(input);
  if (!done)
    return false;
  output->owner = value;
  if (look_at(value, output, problem, capacity))
    return true;
  fairy_onnx_release(output);
  return false;
}

void fairy_onnx_release(fairy_onnx_tensor *output) {
  if (output->owner)
    VOID_CALL(RELEASE_VALUE, (void *))(output->owner);
  *output = (fairy_onnx_tensor){0};
}
