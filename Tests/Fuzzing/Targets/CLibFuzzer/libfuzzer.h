#include <stddef.h>
#include <stdint.h>

// libFuzzer as a library, https://llvm.org/docs/LibFuzzer.html: its main function, which is given the code under test.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));
