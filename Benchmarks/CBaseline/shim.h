#include <sqlite3.h>
#include <stddef.h>

#if defined(__GLIBC__) || defined(__linux__)
#include <malloc.h>
/// The bytes of the heap that are in use.
static inline size_t allocated_bytes(void) {
  struct mallinfo2 figures = mallinfo2();
  return figures.uordblks + figures.hblkhd;
}
#else
#include <malloc/malloc.h>
static inline size_t allocated_bytes(void) { return mstats().bytes_used; }
#endif
