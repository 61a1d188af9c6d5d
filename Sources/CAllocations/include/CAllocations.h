// Counts what the Swift runtime takes from the heap: objects, arrays, boxes and raw buffers. Memory that C libraries
// take for themselves, a graphics driver's for one, is not seen.
//
// While it counts, the runtime's own links to `malloc` and its kin lead through a counter; at all other times nothing
// is changed. Overriding `malloc` for the whole program would be simpler, and would break every program that is run
// with another allocator or a sanitizer.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// Starts counting. Returns false where the runtime's links are not found; nothing is counted then.
// One user at a time.
bool aldis_allocations_begin(void);

// Ends counting.
void aldis_allocations_end(void);

// How often the calling thread allocated while anyone counted.
uint64_t aldis_allocations_of_thread(void);
