#include "Faults.h"

// SQLite's own allocator, whose n-th request for memory finds none.

static sqlite3_mem_methods real;

static void *allocate(int size) {
    return faults_next(FaultsInMemory, "xMalloc", 0) ? 0 : real.xMalloc(size);
}

static void *reallocate(void *memory, int size) {
    return faults_next(FaultsInMemory, "xRealloc", 0) ? 0 : real.xRealloc(memory, size);
}

int faults_install_allocator(void) {
    int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
    if (code != SQLITE_OK) return code;
    sqlite3_mem_methods failing = real;
    failing.xMalloc = allocate;
    failing.xRealloc = reallocate;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
}
