#include <sqlite3.h>

// Swift does not import these macros: they are casts of integers to function pointers.
static inline sqlite3_destructor_type trellis_sqlite_transient(void) { return SQLITE_TRANSIENT; }
static inline sqlite3_destructor_type trellis_sqlite_static(void) { return SQLITE_STATIC; }
