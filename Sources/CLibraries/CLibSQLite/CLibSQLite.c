#include "CLibSQLite.h"
#include "CLazyLoading.h"

#ifdef __APPLE__
static fairy_lazy_library library = {"libsqlite3.dylib"};
#else
static fairy_lazy_library library = {"libsqlite3.so.0"};
#endif

const char *fairy_sqlite_library_open(void) { return fairy_lazy_open(&library); }

#define LAZY(result, name, parameters, arguments)                              \
  FAIRY_LAZY(library, result, name, parameters, arguments)

// Connections.
LAZY(int, sqlite3_vfs_register, (sqlite3_vfs * vfs, int isDefault), (vfs, isDefault))
LAZY(int, sqlite3_vfs_unregister, (sqlite3_vfs * vfs), (vfs))
LAZY(int, sqlite3_open_v2, (const char *name, sqlite3 **db, int flags, const char *vfs),
     (name, db, flags, vfs))
LAZY(int, sqlite3_close_v2, (sqlite3 * db), (db))
LAZY(int, sqlite3_limit, (sqlite3 * db, int limit, int value), (db, limit, value))
LAZY(sqlite3_int64, sqlite3_hard_heap_limit64, (sqlite3_int64 bytes), (bytes))
LAZY(const char *, sqlite3_errmsg, (sqlite3 * db), (db))
LAZY(int, sqlite3_system_errno, (sqlite3 * db), (db))
LAZY(int, sqlite3_exec,
     (sqlite3 * db, const char *sql, int (*row)(void *, int, char **, char **), void *owner,
      char **error),
     (db, sql, row, owner, error))
LAZY(int, sqlite3_busy_timeout, (sqlite3 * db, int milliseconds), (db, milliseconds))
FAIRY_LAZY_VOID(library, sqlite3_progress_handler,
                (sqlite3 * db, int count, int (*handler)(void *), void *owner),
                (db, count, handler, owner))

// Statements.
LAZY(int, sqlite3_prepare_v2,
     (sqlite3 * db, const char *sql, int count, sqlite3_stmt **statement, const char **tail),
     (db, sql, count, statement, tail))
LAZY(int, sqlite3_finalize, (sqlite3_stmt * s), (s))
LAZY(int, sqlite3_step, (sqlite3_stmt * s), (s))
LAZY(int, sqlite3_reset, (sqlite3_stmt * s), (s))
LAZY(int, sqlite3_clear_bindings, (sqlite3_stmt * s), (s))
LAZY(int, sqlite3_bind_int64, (sqlite3_stmt * s, int i, sqlite3_int64 value), (s, i, value))
LAZY(int, sqlite3_bind_double, (sqlite3_stmt * s, int i, double value), (s, i, value))
LAZY(int, sqlite3_bind_null, (sqlite3_stmt * s, int i), (s, i))
LAZY(int, sqlite3_bind_text64,
     (sqlite3_stmt * s, int i, const char *bytes, sqlite3_uint64 count, void (*destroy)(void *),
      unsigned char encoding),
     (s, i, bytes, count, destroy, encoding))
LAZY(int, sqlite3_column_count, (sqlite3_stmt * s), (s))
LAZY(const char *, sqlite3_column_name, (sqlite3_stmt * s, int i), (s, i))
LAZY(int, sqlite3_column_type, (sqlite3_stmt * s, int i), (s, i))
LAZY(int, sqlite3_column_bytes, (sqlite3_stmt * s, int i), (s, i))
LAZY(const void *, sqlite3_column_blob, (sqlite3_stmt * s, int i), (s, i))
LAZY(const unsigned char *, sqlite3_column_text, (sqlite3_stmt * s, int i), (s, i))
LAZY(sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt * s, int i), (s, i))
LAZY(double, sqlite3_column_double, (sqlite3_stmt * s, int i), (s, i))

FAIRY_LAZY_NEEDED(library, sqlite3_db_config)

int fairy_sqlite_distrust(sqlite3 *db) {
  int (*configure)(sqlite3 *, int, ...) =
      (int (*)(sqlite3 *, int, ...))fairy_lazy_symbol(&library, "sqlite3_db_config");
  static const struct {
    int option, value;
  } settings[] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
      {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
  };
  for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
    int status = configure(db, settings[i].option, settings[i].value, (int *)0);
    if (status != SQLITE_OK) return status;
  }
  return SQLITE_OK;
}
