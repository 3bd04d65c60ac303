#include "CLibSQLite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct fairy_sqlite_database {
  sqlite3_vfs vfs;
  fairy_sqlite_file file;
  sqlite3 *connection;
  char name[40];
};

// What SQLite allocates for an open file.
typedef struct {
  sqlite3_file base;
  const fairy_sqlite_file *file;
} open_file;

static const fairy_sqlite_file *of(sqlite3_file *f) { return ((open_file *)f)->file; }

static int file_close(sqlite3_file *f) { return SQLITE_OK; }

static int file_read(sqlite3_file *f, void *buffer, int count, sqlite3_int64 offset) {
  int got = 0;
  if (of(f)->read(of(f)->owner, buffer, count, offset, &got)) return SQLITE_IOERR_READ;
  if (got >= count) return SQLITE_OK;
  memset((char *)buffer + got, 0, (size_t)(count - got));
  return SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *f, const void *bytes, int count, sqlite3_int64 offset) {
  if (!of(f)->write) return SQLITE_READONLY;
  return of(f)->write(of(f)->owner, bytes, count, offset) ? SQLITE_IOERR_WRITE : SQLITE_OK;
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 size) {
  if (!of(f)->truncate) return SQLITE_READONLY;
  return of(f)->truncate(of(f)->owner, size) ? SQLITE_IOERR_TRUNCATE : SQLITE_OK;
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size) {
  *size = of(f)->size(of(f)->owner);
  return SQLITE_OK;
}

static int file_sync(sqlite3_file *f, int flags) { return SQLITE_OK; }
static int file_lock(sqlite3_file *f, int level) { return SQLITE_OK; }

static int file_is_reserved(sqlite3_file *f, int *result) {
  *result = 0;
  return SQLITE_OK;
}

static int file_control(sqlite3_file *f, int what, void *argument) { return SQLITE_NOTFOUND; }
static int file_sector_size(sqlite3_file *f) { return 4096; }

static int file_characteristics(sqlite3_file *f) {
  // Of a file that nobody changes SQLite asks for no lock and no journal.
  return of(f)->write ? 0 : SQLITE_IOCAP_IMMUTABLE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_lock,
    .xCheckReservedLock = file_is_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
};

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *flags_out) {
  open_file *file = (open_file *)f;
  file->base.pMethods = NULL;
  if (!(flags & SQLITE_OPEN_MAIN_DB)) return SQLITE_CANTOPEN;
  file->file = &((fairy_sqlite_database *)vfs->pAppData)->file;
  file->base.pMethods = &methods;
  if (flags_out) *flags_out = flags;
  return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync) { return SQLITE_OK; }

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  *result = 0;
  return SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *name, int count, char *path) {
  snprintf(path, (size_t)count, "%s", name);
  return SQLITE_OK;
}

static void *vfs_dl_open(sqlite3_vfs *vfs, const char *name) { return NULL; }

static void vfs_dl_error(sqlite3_vfs *vfs, int count, char *message) {
  snprintf(message, (size_t)count, "there are no extensions");
}

static void (*vfs_dl_symbol(sqlite3_vfs *vfs, void *library, const char *name))(void) {
  return NULL;
}

static void vfs_dl_close(sqlite3_vfs *vfs, void *library) {}

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
  // It names temporary files, of which there are none. Same tables, same bytes.
  memset(bytes, 0, (size_t)count);
  return count;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) { return 0; }

static int vfs_time(sqlite3_vfs *vfs, double *julian_day) {
  *julian_day = (double)time(NULL) / 86400.0 + 2440587.5;
  return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int count, char *message) { return 0; }

fairy_sqlite_database *fairy_sqlite_open(const fairy_sqlite_file *file) {
  fairy_sqlite_database *database = calloc(1, sizeof *database);
  if (!database) return NULL;
  database->file = *file;
  snprintf(database->name, sizeof database->name, "fairy-%p", (void *)database);
  database->vfs = (sqlite3_vfs){
      .iVersion = 1,
      .szOsFile = sizeof(open_file),
      .mxPathname = 64,
      .zName = database->name,
      .pAppData = database,
      .xOpen = vfs_open,
      .xDelete = vfs_delete,
      .xAccess = vfs_access,
      .xFullPathname = vfs_full_path,
      .xDlOpen = vfs_dl_open,
      .xDlError = vfs_dl_error,
      .xDlSym = vfs_dl_symbol,
      .xDlClose = vfs_dl_close,
      .xRandomness = vfs_randomness,
      .xSleep = vfs_sleep,
      .xCurrentTime = vfs_time,
      .xGetLastError = vfs_last_error,
  };
  if (sqlite3_vfs_register(&database->vfs, 0) != SQLITE_OK) {
    free(database);
    return NULL;
  }
  int flags = file->write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  int status = sqlite3_open_v2("database", &database->connection, flags | SQLITE_OPEN_NOMUTEX,
                               database->name);
  if (status != SQLITE_OK) {
    sqlite3_close_v2(database->connection);
    database->connection = NULL;
  }
  return database;
}

fairy_sqlite_database *fairy_sqlite_open_path(const char *path, bool is_read_only) {
  fairy_sqlite_database *database = calloc(1, sizeof *database);
  if (!database) return NULL;
  int flags = SQLITE_OPEN_NOMUTEX | (is_read_only ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
                                                  : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  if (sqlite3_open_v2(path, &database->connection, flags, NULL) != SQLITE_OK) {
    sqlite3_close_v2(database->connection);
    database->connection = NULL;
  }
  return database;
}

void fairy_sqlite_close(fairy_sqlite_database *database) {
  sqlite3_close_v2(database->connection);
  // The system's own file system has no name here.
  if (database->vfs.zName) sqlite3_vfs_unregister(&database->vfs);
  free(database);
}

sqlite3 *fairy_sqlite_connection(fairy_sqlite_database *database) { return database->connection; }
