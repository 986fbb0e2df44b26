#ifndef FAULTS_H
#define FAULTS_H

#include <sqlite3.h>

#include "FaultInjection.h"

// What the parts of this target share.

/// Counts a call, and decides whether it fails.
int faults_next(FaultKind kind, const char *call, const char *path);
/// Whether the calls after the first failing one fail too.
int faults_persist(void);

int faults_install_allocator(void);
int faults_install_files(void);

/// The part of a path behind its last slash.
const char *faults_file_name(const char *path);

void faults_trace_create(const char *path);
void faults_trace_write(const char *path, const void *bytes, int count, sqlite3_int64 offset);
void faults_trace_truncate(const char *path, sqlite3_int64 size);
void faults_trace_sync(const char *path);
void faults_trace_delete(const char *path, int syncsFolder);
int faults_is_tracing(void);

#endif
