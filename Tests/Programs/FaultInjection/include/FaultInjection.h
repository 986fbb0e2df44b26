#ifndef FAULT_INJECTION_H
#define FAULT_INJECTION_H

#include <stdint.h>

// Puts an allocator and a file system below SQLite that fail on command. SQLite takes both once for a process, before its first
// connection, so the state here is the process's too. Written from SQLite's documentation of sqlite3_mem_methods and sqlite3_vfs.

/// What fails.
typedef enum {
    FaultsInMemory = 1,
    FaultsInFiles = 2,
} FaultKind;

/// Puts both below SQLite; the file system becomes the default one. Returns 0, or SQLite's result code.
int faults_install(void);

/// Counts calls of a kind from here on. The n-th one fails, counted from 1, and with `persistent` all that follow; with n = 0 none.
void faults_arm(FaultKind kind, int64_t n, int persistent);

/// Ends that, so that all calls succeed again.
void faults_disarm(void);

/// How many calls were counted since the last faults_arm().
int64_t faults_calls(void);

/// How many calls failed since the last faults_arm().
int64_t faults_hits(void);

/// What the first call that failed was, such as "xWrite shop.sqlite-wal"; empty if none did.
const char *faults_first(void);

/// Writes every change of a named file into a trace from here on; returns 0, or -1 if the trace cannot be written. `Trace.c`
/// describes its format.
int faults_trace_begin(const char *path);

/// Notes in the trace that the program has been told that a piece of work is committed.
void faults_trace_acknowledge(int64_t number);

void faults_trace_end(void);

#endif
