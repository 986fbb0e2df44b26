#include "Faults.h"

#include <string.h>

// A file system over the default one, whose n-th call fails, and which writes the trace. What gives something back (close, unlock)
// does not fail: systems keep no such promise open, and SQLite ignores what they return.

static sqlite3_vfs *real;

typedef struct {
    sqlite3_file base;
    /// nil for a temporary file, which no power cut leaves.
    const char *path;
    sqlite3_file *real;
} File;

static sqlite3_file *below(sqlite3_file *file) { return ((File *)file)->real; }
static int fails(sqlite3_file *file, const char *call) { return faults_next(FaultsInFiles, call, ((File *)file)->path); }

// MARK: Files

static int closeFile(sqlite3_file *file) { return below(file)->pMethods->xClose(below(file)); }

static int readFile(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    if (fails(file, "xRead")) return SQLITE_IOERR_READ;
    return below(file)->pMethods->xRead(below(file), bytes, count, offset);
}

static int writeFile(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    if (fails(file, "xWrite")) {
        // What a disk without room leaves: the first part. It stays full; a bad sector is one fault.
        below(file)->pMethods->xWrite(below(file), bytes, count / 2, offset);
        return faults_persist() ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    int code = below(file)->pMethods->xWrite(below(file), bytes, count, offset);
    const char *path = ((File *)file)->path;
    if (code == SQLITE_OK && path) faults_trace_write(path, bytes, count, offset);
    return code;
}

static int truncateFile(sqlite3_file *file, sqlite3_int64 size) {
    if (fails(file, "xTruncate")) return SQLITE_IOERR_TRUNCATE;
    int code = below(file)->pMethods->xTruncate(below(file), size);
    const char *path = ((File *)file)->path;
    if (code == SQLITE_OK && path) faults_trace_truncate(path, size);
    return code;
}

static int syncFile(sqlite3_file *file, int flags) {
    if (fails(file, "xSync")) return SQLITE_IOERR_FSYNC;
    // A trace knows what was synced; the disk below need not.
    int code = faults_is_tracing() ? SQLITE_OK : below(file)->pMethods->xSync(below(file), flags);
    const char *path = ((File *)file)->path;
    if (code == SQLITE_OK && path) faults_trace_sync(path);
    return code;
}

static int fileSize(sqlite3_file *file, sqlite3_int64 *size) {
    if (fails(file, "xFileSize")) return SQLITE_IOERR_FSTAT;
    return below(file)->pMethods->xFileSize(below(file), size);
}

static int lockFile(sqlite3_file *file, int level) {
    if (fails(file, "xLock")) return SQLITE_IOERR_LOCK;
    return below(file)->pMethods->xLock(below(file), level);
}

static int unlockFile(sqlite3_file *file, int level) { return below(file)->pMethods->xUnlock(below(file), level); }

static int checkReservedLock(sqlite3_file *file, int *isReserved) {
    if (fails(file, "xCheckReservedLock")) return SQLITE_IOERR_CHECKRESERVEDLOCK;
    return below(file)->pMethods->xCheckReservedLock(below(file), isReserved);
}

static int fileControl(sqlite3_file *file, int operation, void *argument) {
    return below(file)->pMethods->xFileControl(below(file), operation, argument);
}

static int sectorSize(sqlite3_file *file) { return below(file)->pMethods->xSectorSize(below(file)); }
static int characteristics(sqlite3_file *file) { return below(file)->pMethods->xDeviceCharacteristics(below(file)); }

// MARK: Shared memory of the write-ahead log

static int mapShared(sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
    if (fails(file, "xShmMap")) return SQLITE_IOERR_SHMMAP;
    return below(file)->pMethods->xShmMap(below(file), region, size, extends, memory);
}

static int lockShared(sqlite3_file *file, int offset, int count, int flags) {
    if ((flags & SQLITE_SHM_LOCK) && fails(file, "xShmLock")) return SQLITE_IOERR_SHMLOCK;
    return below(file)->pMethods->xShmLock(below(file), offset, count, flags);
}

static void orderShared(sqlite3_file *file) { below(file)->pMethods->xShmBarrier(below(file)); }
static int unmapShared(sqlite3_file *file, int deletes) { return below(file)->pMethods->xShmUnmap(below(file), deletes); }

// Of version 2: without xFetch all reads come through xRead.
static const sqlite3_io_methods methods = {
    2, closeFile, readFile, writeFile, truncateFile, syncFile, fileSize, lockFile, unlockFile, checkReservedLock, fileControl,
    sectorSize, characteristics, mapShared, lockShared, orderShared, unmapShared, 0, 0,
};

// MARK: Folders

static int openFile(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *givenFlags) {
    (void)vfs;
    File *opened = (File *)file;
    memset(opened, 0, sizeof *opened);
    if (faults_next(FaultsInFiles, "xOpen", path)) return SQLITE_CANTOPEN;
    int exists = 1;
    if (path && faults_is_tracing()) real->xAccess(real, path, SQLITE_ACCESS_EXISTS, &exists);
    opened->path = path;
    opened->real = (sqlite3_file *)(opened + 1);
    int code = real->xOpen(real, path, opened->real, flags, givenFlags);
    if (opened->real->pMethods) opened->base.pMethods = &methods;
    if (code == SQLITE_OK && path && !exists) faults_trace_create(path);
    return code;
}

static int deleteFile(sqlite3_vfs *vfs, const char *path, int syncsFolder) {
    (void)vfs;
    if (faults_next(FaultsInFiles, "xDelete", path)) return SQLITE_IOERR_DELETE;
    int code = real->xDelete(real, path, syncsFolder);
    if (code == SQLITE_OK) faults_trace_delete(path, syncsFolder);
    return code;
}

static int accessFile(sqlite3_vfs *vfs, const char *path, int flags, int *isSo) {
    (void)vfs;
    if (faults_next(FaultsInFiles, "xAccess", path)) return SQLITE_IOERR_ACCESS;
    return real->xAccess(real, path, flags, isSo);
}

static int fullPath(sqlite3_vfs *vfs, const char *path, int size, char *result) {
    (void)vfs;
    if (faults_next(FaultsInFiles, "xFullPathname", path)) return SQLITE_CANTOPEN;
    return real->xFullPathname(real, path, size, result);
}

// SQLite hands the file system itself to these, and the one below wants its own.
static int randomness(sqlite3_vfs *vfs, int count, char *bytes) { (void)vfs; return real->xRandomness(real, count, bytes); }
static int sleepFor(sqlite3_vfs *vfs, int microseconds) { (void)vfs; return real->xSleep(real, microseconds); }
static int currentTime(sqlite3_vfs *vfs, double *day) { (void)vfs; return real->xCurrentTime(real, day); }
static int lastError(sqlite3_vfs *vfs, int size, char *text) { (void)vfs; return real->xGetLastError(real, size, text); }
static int currentTimeInteger(sqlite3_vfs *vfs, sqlite3_int64 *time) { (void)vfs; return real->xCurrentTimeInt64(real, time); }

int faults_install_files(void) {
    static sqlite3_vfs failing;
    real = sqlite3_vfs_find(0);
    if (!real) return SQLITE_ERROR;
    failing.iVersion = 2;
    failing.szOsFile = (int)sizeof(File) + real->szOsFile;
    failing.mxPathname = real->mxPathname;
    failing.zName = "faults";
    failing.xOpen = openFile;
    failing.xDelete = deleteFile;
    failing.xAccess = accessFile;
    failing.xFullPathname = fullPath;
    failing.xRandomness = randomness;
    failing.xSleep = sleepFor;
    failing.xCurrentTime = currentTime;
    failing.xGetLastError = lastError;
    failing.xCurrentTimeInt64 = currentTimeInteger;
    return sqlite3_vfs_register(&failing, 1);
}
