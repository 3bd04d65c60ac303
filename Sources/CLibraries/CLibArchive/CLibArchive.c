#include "CLibArchive.h"
#include "CLazyLoading.h"

#ifdef __APPLE__
static fairy_lazy_library library = {"libarchive.13.dylib"};
#else
static fairy_lazy_library library = {"libarchive.so.13"};
#endif

const char *fairy_libarchive_open(void) { return fairy_lazy_open(&library); }

#define LAZY(result, name, parameters, arguments)                              \
  FAIRY_LAZY(library, result, name, parameters, arguments)

typedef struct archive archive;
typedef struct archive_entry entry;

// Life and errors.
LAZY(archive *, archive_read_new, (void), ())
LAZY(int, archive_read_free, (archive * a), (a))
LAZY(int, archive_errno, (archive * a), (a))
LAZY(const char *, archive_error_string, (archive * a), (a))

// Callbacks.
LAZY(int, archive_read_set_callback_data, (archive * a, void *data), (a, data))
LAZY(int, archive_read_set_read_callback, (archive * a, archive_read_callback *read), (a, read))
LAZY(int, archive_read_set_skip_callback, (archive * a, archive_skip_callback *skip), (a, skip))
LAZY(int, archive_read_set_seek_callback, (archive * a, archive_seek_callback *seek), (a, seek))
LAZY(int, archive_read_open1, (archive * a), (a))

// Filters. Those that start other programs are left out: lrzip, lzop, grzip.
LAZY(int, archive_read_support_filter_bzip2, (archive * a), (a))
LAZY(int, archive_read_support_filter_compress, (archive * a), (a))
LAZY(int, archive_read_support_filter_lz4, (archive * a), (a))
LAZY(int, archive_read_support_filter_lzip, (archive * a), (a))
LAZY(int, archive_read_support_filter_lzma, (archive * a), (a))
LAZY(int, archive_read_support_filter_rpm, (archive * a), (a))
LAZY(int, archive_read_support_filter_xz, (archive * a), (a))
LAZY(int, archive_read_support_filter_zstd, (archive * a), (a))
LAZY(int, archive_filter_count, (archive * a), (a))
LAZY(la_int64_t, archive_filter_bytes, (archive * a, int filter), (a, filter))

// Formats.
LAZY(int, archive_read_support_format_7zip, (archive * a), (a))
LAZY(int, archive_read_support_format_ar, (archive * a), (a))
LAZY(int, archive_read_support_format_cab, (archive * a), (a))
LAZY(int, archive_read_support_format_cpio, (archive * a), (a))
LAZY(int, archive_read_support_format_empty, (archive * a), (a))
LAZY(int, archive_read_support_format_iso9660, (archive * a), (a))
LAZY(int, archive_read_support_format_lha, (archive * a), (a))
LAZY(int, archive_read_support_format_rar, (archive * a), (a))
LAZY(int, archive_read_support_format_rar5, (archive * a), (a))
LAZY(int, archive_read_support_format_raw, (archive * a), (a))
LAZY(int, archive_read_support_format_tar, (archive * a), (a))
LAZY(int, archive_read_support_format_xar, (archive * a), (a))
LAZY(int, archive_read_support_format_zip_streamable, (archive * a), (a))
LAZY(int, archive_read_set_format_option,
     (archive * a, const char *format, const char *option, const char *value),
     (a, format, option, value))
LAZY(int, archive_format, (archive * a), (a))
LAZY(const char *, archive_format_name, (archive * a), (a))

// Entries.
LAZY(int, archive_read_next_header, (archive * a, entry **e), (a, e))
LAZY(int, archive_read_data_block,
     (archive * a, const void **bytes, size_t *count, la_int64_t *offset),
     (a, bytes, count, offset))
LAZY(la_int64_t, archive_read_header_position, (archive * a), (a))
LAZY(int, archive_read_has_encrypted_entries, (archive * a), (a))
LAZY(const char *, archive_entry_pathname, (entry * e), (e))
LAZY(const char *, archive_entry_pathname_utf8, (entry * e), (e))
LAZY(const char *, archive_entry_hardlink, (entry * e), (e))
LAZY(const char *, archive_entry_hardlink_utf8, (entry * e), (e))
LAZY(const char *, archive_entry_symlink, (entry * e), (e))
LAZY(const char *, archive_entry_symlink_utf8, (entry * e), (e))
LAZY(__LA_MODE_T, archive_entry_filetype, (entry * e), (e))
LAZY(__LA_MODE_T, archive_entry_perm, (entry * e), (e))
LAZY(la_int64_t, archive_entry_size, (entry * e), (e))
LAZY(int, archive_entry_size_is_set, (entry * e), (e))
LAZY(time_t, archive_entry_mtime, (entry * e), (e))
LAZY(long, archive_entry_mtime_nsec, (entry * e), (e))
LAZY(int, archive_entry_mtime_is_set, (entry * e), (e))
LAZY(int, archive_entry_is_encrypted, (entry * e), (e))
LAZY(int, archive_entry_sparse_count, (entry * e), (e))
LAZY(unsigned int, archive_entry_nlink, (entry * e), (e))
LAZY(dev_t, archive_entry_dev, (entry * e), (e))
LAZY(la_int64_t, archive_entry_ino64, (entry * e), (e))
