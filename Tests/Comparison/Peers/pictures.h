/* Reads pictures of Y U Y V from a file, for programs that measure them. Arguments: FILE WIDTH HEIGHT.
 * The programs measure all pictures once to warm up. Then they print a line for each picture: milliseconds, mean luma. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct pictures {
  int width, height, count;
  size_t size;
  unsigned char *bytes;
};

static struct pictures read_pictures(int argc, char **argv) {
  struct pictures pictures = {0};
  if (argc != 4) exit(64);
  pictures.width = atoi(argv[2]);
  pictures.height = atoi(argv[3]);
  pictures.size = (size_t)2 * pictures.width * pictures.height;
  FILE *file = fopen(argv[1], "rb");
  if (!file || pictures.size == 0) exit(66);
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  rewind(file);
  pictures.count = (int)(length / pictures.size);
  pictures.bytes = (unsigned char *)malloc(length);
  if (!pictures.bytes || fread(pictures.bytes, 1, length, file) != (size_t)length) exit(74);
  fclose(file);
  return pictures;
}

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e3 * now.tv_sec + 1e-6 * now.tv_nsec;
}
