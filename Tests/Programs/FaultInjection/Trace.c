#include "Faults.h"

#include <stdio.h>
#include <string.h>

// A trace is a row of records, with numbers in the machine's own order of bytes:
//   1 byte    C (create), W (write), T (truncate), S (sync), D (delete), A (acknowledge)
//   2 bytes   the length of the file's name, and then the name without its folder; 0 for A
//   8 bytes   W: the offset; T: the size; D: 1 if the folder was synced too; A: the number; otherwise 0
//   4 bytes   W: how many bytes follow; otherwise 0
// They come from one thread at a time, and are written in the order in which SQLite made the calls.

static FILE *trace;

static void put(char kind, const char *path, int64_t number, const void *bytes, int32_t count) {
    if (!trace) return;
    const char *name = path ? faults_file_name(path) : "";
    uint16_t length = (uint16_t)strlen(name);
    fputc(kind, trace);
    fwrite(&length, sizeof length, 1, trace);
    fwrite(name, 1, length, trace);
    fwrite(&number, sizeof number, 1, trace);
    fwrite(&count, sizeof count, 1, trace);
    if (count > 0) fwrite(bytes, 1, (size_t)count, trace);
}

int faults_trace_begin(const char *path) {
    trace = fopen(path, "wb");
    return trace ? 0 : -1;
}

void faults_trace_end(void) {
    if (trace) fclose(trace);
    trace = 0;
}

int faults_is_tracing(void) { return trace != 0; }
void faults_trace_acknowledge(int64_t number) { put('A', 0, number, 0, 0); }
void faults_trace_create(const char *path) { put('C', path, 0, 0, 0); }
void faults_trace_truncate(const char *path, sqlite3_int64 size) { put('T', path, size, 0, 0); }
void faults_trace_sync(const char *path) { put('S', path, 0, 0, 0); }
void faults_trace_delete(const char *path, int syncsFolder) { put('D', path, syncsFolder, 0, 0); }

void faults_trace_write(const char *path, const void *bytes, int count, sqlite3_int64 offset) {
    put('W', path, offset, bytes, count);
}
