// ONNX Runtime, which computes neural networks, opened by its path when first used.
//
// No package of Debian 12 has it; the wheel `onnxruntime` of PyPI does. Only its C interface is used, whose table of
// functions is the same in all versions from 2 of the interface on. One session computes in the thread that calls it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opens the library once; another path is not opened after that. Answers NULL, or why it cannot be used.
const char *fairy_onnx_open(const char *path);

/// A network that has been loaded.
typedef struct fairy_onnx_session fairy_onnx_session;

/// Loads a network of one input and one output from a file. Answers NULL and says why in `problem`, which holds
/// `capacity` bytes.
fairy_onnx_session *fairy_onnx_create(const char *path, char *problem, size_t capacity);
void fairy_onnx_destroy(fairy_onnx_session *);

/// What the file says under a key of its metadata, for `free`; NULL where it says nothing.
char *fairy_onnx_metadata(const fairy_onnx_session *, const char *key);

/// Numbers in up to four dimensions, the last of which is dense.
typedef struct {
  const float *values;
  size_t count;
  int64_t shape[4];
  size_t rank;
  void *owner;
} fairy_onnx_tensor;

/// Computes the output for an input in four dimensions. The output is to be released. Answers false and says why.
bool fairy_onnx_run(const fairy_onnx_session *, const float *values, size_t count,
                    const int64_t shape[4], fairy_onnx_tensor *output, char *problem,
                    size_t capacity);
void fairy_onnx_release(fairy_onnx_tensor *);
