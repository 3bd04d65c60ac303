// qpdf (Apache-2.0), opened when the first PDF is: with the libraries that it needs itself this takes some
// 10 ms. See CLazyLoading.h for how the functions of qpdf-c.h come to be.
#pragma once

#include <qpdf/qpdf-c.h>

/// Opens the library; NULL, or the dynamic linker's message.
const char *fairy_libqpdf_open(void);

/// Has `end`, which does not return, called where a C++ exception for want of memory is not caught: some of the
/// functions of qpdf-c.h let it through. Called once, after the library was opened.
void fairy_libqpdf_on_exhaustion(void (*end)(void));

/// Runs `body` on a stack of `size` bytes, a multiple of the size of a page, of which no more takes memory than is
/// used. Where `body` calls itself so often that this stack ends, the process ends with `status` after `message` on
/// standard error, and not by a signal. -1 where the system refuses such a stack, and `body` was not run.
///
/// On Linux this is done on the thread that asks: in a process that never had a second thread the C library and C++'s
/// counted references take no locks.
int fairy_libqpdf_run_deep(
    size_t size, void (*body)(void *), void *argument, int status, const char *message);
