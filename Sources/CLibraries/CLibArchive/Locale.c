#define _GNU_SOURCE
#include "CLibArchive.h"

#include <locale.h>
#include <pthread.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t utf8;

static void make(void) {
  static const char *const names[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8"};
  for (int i = 0; i < 3 && !utf8; i++) utf8 = newlocale(LC_CTYPE_MASK, names[i], (locale_t)0);
}

void *fairy_locale_enter_utf8(void) {
  pthread_once(&once, make);
  // Without such a locale the thread keeps its own, and libarchive says which names it cannot give.
  return utf8 ? (void *)uselocale(utf8) : NULL;
}

void fairy_locale_restore(void *previous) {
  if (previous) uselocale((locale_t)previous);
}
