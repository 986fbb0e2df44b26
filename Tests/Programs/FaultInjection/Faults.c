#include "Faults.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

// Atomic, because GRDB calls SQLite from its own threads, one after the other.
static atomic_int armedKind;
static atomic_int isPersistent;
static atomic_llong failing;
static atomic_llong calls;
static atomic_llong hits;
static char first[256];

int faults_install(void) {
    int code = faults_install_allocator();
    return code == SQLITE_OK ? faults_install_files() : code;
}

void faults_arm(FaultKind kind, int64_t n, int persistent) {
    calls = 0;
    hits = 0;
    failing = n;
    isPersistent = persistent;
    first[0] = 0;
    armedKind = (int)kind;
}

void faults_disarm(void) { armedKind = 0; }
int64_t faults_calls(void) { return calls; }
int64_t faults_hits(void) { return hits; }
const char *faults_first(void) { return first; }
int faults_persist(void) { return isPersistent; }

int faults_next(FaultKind kind, const char *call, const char *path) {
    if (armedKind != (int)kind) return 0;
    long long number = ++calls;
    if (failing == 0 || number < failing || (number > failing && !isPersistent)) return 0;
    if (++hits == 1) snprintf(first, sizeof first, "%s %s", call, path ? faults_file_name(path) : "");
    return 1;
}

const char *faults_file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
