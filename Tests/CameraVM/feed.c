// Plays a YUV4MPEG2 stream from standard input into a loopback camera, each frame at its time:
//
//   feed DEVICE [LEAD [HOLD]] <SCENE.y4m
//
// Before the scene, its first half second is repeated for LEAD seconds, so that a reader can come. After the scene, its last
// half second is repeated for HOLD seconds. A single repeated picture would have no noise, and a reader that measures no noise
// takes every later change for light.
#include "loopback.h"

// Reads the next picture; 0 at the end of the stream.
static int take(char *picture, size_t size) {
  char line[256];
  if (!fgets(line, sizeof line, stdin)) return 0;
  if (strncmp(line, "FRAME", 5) || fread(picture, 1, size, stdin) != size) fail("a frame is cut off");
  return 1;
}

struct player {
  int device;
  size_t size;
  long long interval; // nanoseconds from frame to frame
  struct timespec start;
  long shown;
};

static void show(struct player *player, const char *picture) {
  // Times are counted from the start: waiting from frame to frame would add up every delay.
  wait_until(player->start, player->shown++ * player->interval);
  if (write(player->device, picture, player->size) != (ssize_t)player->size) fail("write");
}

int main(int words, char **arguments) {
  program = "feed";
  if (words < 2) fail("usage: feed DEVICE [LEAD [HOLD]] <SCENE.y4m");
  double lead = words > 2 ? atof(arguments[2]) : 0, hold = words > 3 ? atof(arguments[3]) : 0;

  char header[256];
  unsigned width = 0, height = 0;
  long frames = 0, seconds = 0;
  const char *chroma = "420";
  if (!fgets(header, sizeof header, stdin) || strncmp(header, "YUV4MPEG2 ", 10)) fail("no YUV4MPEG2 stream");
  for (char *word = strtok(header + 10, " \n"); word; word = strtok(NULL, " \n")) {
    if (*word == 'W') width = atoi(word + 1);
    if (*word == 'H') height = atoi(word + 1);
    if (*word == 'F') sscanf(word + 1, "%ld:%ld", &frames, &seconds);
    if (*word == 'C') chroma = word + 1;
  }
  if (!width || !height || frames < 1 || seconds < 1) fail("the header names no size or no rate");
  int is_grey = !strcmp(chroma, "mono");
  if (!is_grey && strncmp(chroma, "420", 3)) fail("only mono and 420 are played");
  size_t luma = (size_t)width * height, half = (size_t)((width + 1) / 2) * ((height + 1) / 2);
  size_t size = is_grey ? luma : luma + 2 * half;

  unsigned format = is_grey ? V4L2_PIX_FMT_GREY : V4L2_PIX_FMT_YUV420;
  int device = open_loopback(arguments[1], width, height, format, size, frames, seconds);

  // The latest half second, picture n at n % kept.
  long kept = (frames + 2 * seconds - 1) / (2 * seconds), count = 0;
  char *pictures = malloc(size * kept);
  while (count < kept && take(pictures + size * count, size)) count++;
  if (count < kept) kept = count;
  if (!kept) fail("the scene has no frame");

  struct player player = {.device = device, .size = size, .interval = 1000000000ll * seconds / frames};
  clock_gettime(CLOCK_MONOTONIC, &player.start);
  for (long n = lead * frames / seconds; n > 0; n--) show(&player, pictures + size * (n % kept));
  for (long n = 0; n < kept; n++) show(&player, pictures + size * n);
  while (take(pictures + size * (count % kept), size)) show(&player, pictures + size * (count++ % kept));
  for (long n = hold * frames / seconds; n > 0; n--) show(&player, pictures + size * (n % kept));
  return 0;
}
