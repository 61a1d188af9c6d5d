// Plays a YUV4MPEG2 stream from standard input into a loopback camera, each frame at its time:
//
//   feed DEVICE [LEAD [HOLD]] <SCENE.y4m
//
// The first half second is shown again for LEAD seconds, until a reader has come, and the last for HOLD seconds. One
// picture alone would not do: it has no noise, and a reader that measures none takes all that follows for light.
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what) {
  fprintf(stderr, "feed: %s%s%s\n", what, errno ? ": " : "", errno ? strerror(errno) : "");
  exit(1);
}

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
  long long at = player->start.tv_nsec + player->shown++ * player->interval;
  struct timespec when = {player->start.tv_sec + at / 1000000000, at % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL) == EINTR) {}
  if (write(player->device, picture, player->size) != (ssize_t)player->size) fail("write");
}

int main(int words, char **arguments) {
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

  int device = open(arguments[1], O_RDWR | O_CLOEXEC);
  if (device < 0) fail(arguments[1]);
  struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
  format.fmt.pix = (struct v4l2_pix_format){
      .width = width, .height = height, .field = V4L2_FIELD_NONE, .sizeimage = size,
      .pixelformat = is_grey ? V4L2_PIX_FMT_GREY : V4L2_PIX_FMT_YUV420, .bytesperline = width};
  if (ioctl(device, VIDIOC_S_FMT, &format)) fail("VIDIOC_S_FMT");
  if (format.fmt.pix.width != width || format.fmt.pix.height != height) fail("the device takes another size");
  struct v4l2_streamparm parameters = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
  parameters.parm.output.timeperframe = (struct v4l2_fract){seconds, frames};
  if (ioctl(device, VIDIOC_S_PARM, &parameters)) fail("VIDIOC_S_PARM");

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
