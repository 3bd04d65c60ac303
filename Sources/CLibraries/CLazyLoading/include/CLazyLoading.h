// System libraries that are opened when first used.
//
// Linking libheif costs every run of fairy 6 ms, also one that never sees an HEIF file. So heavy
// libraries are not linked. A C target for such a library includes its real header, and defines each
// function that Swift calls as a trampoline that finds the real one with dlsym. Swift code calls the
// functions by their own names, checked against the real prototypes by the C compiler.
//
//   static fairy_lazy_library library = {"libheif.so.1"};
//   const char *fairy_libheif_open(void) { return fairy_lazy_open(&library); }
//   FAIRY_LAZY(library, struct heif_context *, heif_context_alloc, (void), ())
//
// Swift gives the open function to a SystemLibrary, whose `open` comes first and throws a ConversionError
// (missingLibrary) where the library is not there or lacks one of the functions. A trampoline called
// before that aborts.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

typedef struct {
  const char *soname;
  _Atomic(void *) handle;
  /// Whether it takes so long to open, or has to be opened in such a way, that only who needs it opens it.
  bool opens_alone;
} fairy_lazy_library;

/// Opens the library, if it has every function that FAIRY_LAZY or FAIRY_LAZY_NEEDED names for it. Returns
/// NULL, or why it cannot be used; may be called by any thread, any number of times.
const char *fairy_lazy_open(fairy_lazy_library *library);

/// Opens all libraries for which FAIRY_LAZY or FAIRY_LAZY_NEEDED names a function; those that are not there, or open alone,
/// are passed over.
void fairy_lazy_open_all(void);

/// The address of `name` in the library; aborts if it has none.
void *fairy_lazy_symbol(fairy_lazy_library *library, const char *name);

/// A function that a library must have.
typedef struct {
  fairy_lazy_library *library;
  const char *name;
} fairy_lazy_function;

// Functions are listed in a section of their own, which the linker joins to one table. Elsewhere libraries
// are opened without looking for their functions.
#ifdef __ELF__
#define FAIRY_LAZY_NEEDED(library, name)                                       \
  static const fairy_lazy_function fairy_needed_##name                         \
      __attribute__((used, retain, section("fairy_lazy_functions"))) = {       \
          &library, #name};
#else
#define FAIRY_LAZY_NEEDED(library, name)
#endif

// A trampoline is for this program alone. If it were exported, the libraries that are opened would find it
// where they look for the function itself: libarchive for those of liblzma, which may not be open yet. The
// headers of some libraries demand that their functions be exported, which only the assembler overrules.
#ifdef __ELF__
#define FAIRY_HIDDEN(name) __asm__(".hidden " #name);
#else
#define FAIRY_HIDDEN(name)
#endif

// What both kinds of trampoline are made of: they differ in what they do with the result, which strict C
// does not let `return` pass on where there is none.
#define FAIRY_TRAMPOLINE(library, pass, result, name, parameters, arguments)   \
  FAIRY_HIDDEN(name)                                                           \
  FAIRY_LAZY_NEEDED(library, name)                                             \
  result name parameters {                                                     \
    typedef result(*function_type) parameters;                                 \
    static _Atomic(void *) address;                                            \
    void *found = atomic_load_explicit(&address, memory_order_acquire);        \
    if (!found) {                                                              \
      found = fairy_lazy_symbol(&library, #name);                              \
      atomic_store_explicit(&address, found, memory_order_release);            \
    }                                                                          \
    pass((function_type)found) arguments;                                      \
  }

/// Defines the trampoline `result name parameters`, which passes `arguments` on.
#define FAIRY_LAZY(library, result, name, parameters, arguments)               \
  FAIRY_TRAMPOLINE(library, return, result, name, parameters, arguments)

/// The same for a function that returns nothing.
#define FAIRY_LAZY_VOID(library, name, parameters, arguments)                  \
  FAIRY_TRAMPOLINE(library, , void, name, parameters, arguments)
