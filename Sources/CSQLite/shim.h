#include <sqlite3.h>

// Swift does not import these macros: they are casts of integers to function pointers.
static inline sqlite3_destructor_type trellis_sqlite_transient(void) { return SQLITE_TRANSIENT; }
static inline sqlite3_destructor_type trellis_sqlite_static(void) { return SQLITE_STATIC; }

// Nor functions of any number of arguments.
static inline int trellis_sqlite_disable_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
