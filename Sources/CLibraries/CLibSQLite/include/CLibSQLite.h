// SQLite, opened when first used, reading and writing nothing but what it is handed.
//
// No other run should pay for it; see CLazyLoading.h for how the functions of sqlite3.h come to be. SQLite
// opens files by their paths, which a sealed worker cannot, so it gets a file system (VFS) of one file, whose
// bytes come from callbacks. Journals and temporary files cannot be opened in it. The rest of what is here
// takes a variable number of arguments in C, which Swift cannot call.
#pragma once

#include <sqlite3.h>
#include <stdbool.h>

/// The one file of a database. Functions return 0, or 1 where they failed: why, its owner keeps.
typedef struct {
  void *owner;
  /// Fills as much of the buffer as the file has from `offset` on, and says how much that was.
  int (*read)(void *owner, void *buffer, int count, long long offset, int *got);
  /// NULL where the file is only read: it is then taken for one that nobody changes.
  int (*write)(void *owner, const void *bytes, int count, long long offset);
  int (*truncate)(void *owner, long long size);
  long long (*size)(void *owner);
} fairy_sqlite_file;

/// A connection and the file system that it lives in.
typedef struct fairy_sqlite_database fairy_sqlite_database;

/// Opens the library; NULL, or the dynamic linker's message.
const char *fairy_sqlite_library_open(void);

/// Opens the database in `file`, whose owner must outlive it. NULL where there is no memory for it.
fairy_sqlite_database *fairy_sqlite_open(const fairy_sqlite_file *file);
/// Opens the database at a path in the file system, or makes one; others may have it open, too. What is only read is named as
/// a URI. NULL where there is no
/// memory for it.
fairy_sqlite_database *fairy_sqlite_open_path(const char *path, bool is_read_only);
/// Closes it; all of its statements are finalised.
void fairy_sqlite_close(fairy_sqlite_database *database);
/// NULL where opening failed.
sqlite3 *fairy_sqlite_connection(fairy_sqlite_database *database);

/// Turns off what a database of unknown origin could do with its schema: run functions that have effects,
/// triggers, extensions; write to its own schema.
int fairy_sqlite_distrust(sqlite3 *connection);
