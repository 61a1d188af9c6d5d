// Counts the heap allocations of the Swift runtime: objects, arrays, boxes and raw buffers. Allocations of C libraries, such
// as a graphics driver, are not counted.
//
// While it counts, the entries for `malloc`, `calloc`, `realloc` and `posix_memalign` in the runtime's global offset table
// point to counting functions. To replace `malloc` in the whole program would be simpler, but would not work with another
// allocator or a sanitizer.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// Starts counting. Returns false if the entries are not found: then nothing is counted. Only one caller may count at a time.
bool aldis_allocations_begin(void);

// Ends counting, and restores the entries.
void aldis_allocations_end(void);

// The number of allocations of the calling thread, in all times of counting together.
uint64_t aldis_allocations_of_thread(void);
