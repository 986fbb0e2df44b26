#include <sqlite3.h>

// Swift does not import these macros: they are casts of integers to function pointers.
static inline sqlite3_destructor_type trellis_sqlite_transient(void) { return SQLITE_TRANSIENT; }
static inline sqlite3_destructor_type trellis_sqlite_static(void) { return SQLITE_STATIC; }

// Nor functions of any number of arguments.
static inline int trellis_sqlite_disable_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
static inline int trellis_sqlite_refuse_quoted_strings(sqlite3 *connection) {
    int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
    return code == SQLITE_OK ? sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0) : code;
}
