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

// A checksum of rows in any order, for comparing tables of millions: in C, because a call into Swift for each row takes longer than
// copying the row.
static inline sqlite3_uint64 trellis_mix(sqlite3_uint64 hash, sqlite3_uint64 value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ull;
    return hash ^ (hash >> 29);
}

static inline sqlite3_uint64 trellis_hash_value(sqlite3_uint64 hash, sqlite3_value *value) {
    int type = sqlite3_value_type(value);
    hash = trellis_mix(hash, (sqlite3_uint64)type);
    if (type == SQLITE_INTEGER) return trellis_mix(hash, (sqlite3_uint64)sqlite3_value_int64(value));
    if (type == SQLITE_FLOAT) {
        union { double real; sqlite3_uint64 bits; } number = { sqlite3_value_double(value) };
        return trellis_mix(hash, number.bits);
    }
    if (type == SQLITE_NULL) return hash;
    const unsigned char *bytes = type == SQLITE_TEXT ? sqlite3_value_text(value) : (const unsigned char *)sqlite3_value_blob(value);
    int count = sqlite3_value_bytes(value);
    hash = trellis_mix(hash, (sqlite3_uint64)count);
    if (!bytes) return hash;
    sqlite3_uint64 word = 0;
    for (int place = 0; place < count; place++) {
        word = word << 8 | bytes[place];
        if (place % 8 == 7) { hash = trellis_mix(hash, word); word = 0; }
    }
    return trellis_mix(hash, word);
}

static inline void trellis_checksum_step(sqlite3_context *context, int count, sqlite3_value **values) {
    sqlite3_uint64 *sum = (sqlite3_uint64 *)sqlite3_aggregate_context(context, sizeof(sqlite3_uint64));
    if (!sum) { sqlite3_result_error_nomem(context); return; }
    sqlite3_uint64 hash = (sqlite3_uint64)count;
    for (int place = 0; place < count; place++) hash = trellis_hash_value(hash, values[place]);
    *sum += trellis_mix(hash, 1);
}

static inline void trellis_checksum_final(sqlite3_context *context) {
    sqlite3_uint64 *sum = (sqlite3_uint64 *)sqlite3_aggregate_context(context, 0);
    sqlite3_result_int64(context, sum ? (sqlite3_int64)*sum : 0);
}

static inline int trellis_add_checksum(sqlite3 *connection, const char *name) {
    return sqlite3_create_function_v2(
        connection, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, (void *)0, (void (*)(sqlite3_context *, int, sqlite3_value **))0,
        trellis_checksum_step, trellis_checksum_final, (void (*)(void *))0);
}
