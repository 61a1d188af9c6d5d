#define _GNU_SOURCE
#include "CAllocations.h"
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The allocator of the Swift runtime. Its address shows which loaded object contains the runtime.
extern void *swift_slowAlloc(size_t size, size_t alignmentMask);

static _Thread_local uint64_t count;

static void *countMalloc(size_t size) {
  count += 1;
  return malloc(size);
}

static void *countCalloc(size_t number, size_t size) {
  count += 1;
  return calloc(number, size);
}

static void *countRealloc(void *old, size_t size) {
  count += 1;
  return realloc(old, size);
}

static int countAligned(void **result, size_t alignment, size_t size) {
  count += 1;
  return posix_memalign(result, alignment, size);
}

typedef struct {
  const char *name;
  void *counting;
  void *plain;
} Function;

static const Function functions[] = {
  {"malloc", (void *)countMalloc, (void *)malloc},
  {"calloc", (void *)countCalloc, (void *)calloc},
  {"realloc", (void *)countRealloc, (void *)realloc},
  {"posix_memalign", (void *)countAligned, (void *)posix_memalign},
};

// Sets one entry of a global offset table, which may be read-only (RELRO).
static bool setEntry(void **entry, void *target) {
  uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *page = (void *)((uintptr_t)entry & ~(size - 1));
  if (mprotect(page, size, PROT_READ | PROT_WRITE) != 0) return false;
  __atomic_store_n(entry, target, __ATOMIC_SEQ_CST);
  return true;
}

typedef struct {
  bool counting;
  int found;
} Change;

// Sets the entries in the global offset table of one loaded object if it contains the runtime. Its dynamic section leads to
// the table (System V ABI, chapter 5). Returns whether the search ends here, as `dl_iterate_phdr` requires.
static int setEntries(struct dl_phdr_info *object, size_t size, void *context) {
  Change *change = context;
  uintptr_t runtime = (uintptr_t)swift_slowAlloc;
  const ElfW(Dyn) *dynamic = NULL;
  bool containsRuntime = false;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    uintptr_t start = object->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_DYNAMIC) dynamic = (const ElfW(Dyn) *)start;
    if (segment->p_type == PT_LOAD && runtime >= start && runtime < start + segment->p_memsz) containsRuntime = true;
  }
  if (!containsRuntime || dynamic == NULL) return 0;

  const ElfW(Rela) *relocations = NULL;
  size_t bytes = 0;
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  for (; dynamic->d_tag != DT_NULL; dynamic++) {
    switch (dynamic->d_tag) {
    case DT_JMPREL: relocations = (const ElfW(Rela) *)dynamic->d_un.d_ptr; break;
    case DT_PLTRELSZ: bytes = dynamic->d_un.d_val; break;
    case DT_SYMTAB: symbols = (const ElfW(Sym) *)dynamic->d_un.d_ptr; break;
    case DT_STRTAB: names = (const char *)dynamic->d_un.d_ptr; break;
    }
  }
  if (relocations == NULL || symbols == NULL || names == NULL) return 1;
  for (size_t index = 0; index < bytes / sizeof(ElfW(Rela)); index++) {
    // The index of the symbol: the upper half of r_info on 64-bit machines (ELF64_R_SYM).
    const char *name = names + symbols[ELF64_R_SYM(relocations[index].r_info)].st_name;
    for (size_t function = 0; function < sizeof(functions) / sizeof(functions[0]); function++) {
      if (strcmp(name, functions[function].name) != 0) continue;
      void **entry = (void **)(object->dlpi_addr + relocations[index].r_offset);
      if (setEntry(entry, change->counting ? functions[function].counting : functions[function].plain)) change->found += 1;
    }
  }
  return 1;
}

bool aldis_allocations_begin(void) {
  Change change = {.counting = true};
  dl_iterate_phdr(setEntries, &change);
  return change.found > 0;
}

void aldis_allocations_end(void) {
  Change change = {.counting = false};
  dl_iterate_phdr(setEntries, &change);
}

uint64_t aldis_allocations_of_thread(void) { return count; }
