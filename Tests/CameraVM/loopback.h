// Shared by the programs that write to a loopback camera.
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static const char *program; // the name of the program, for its messages

static void fail(const char *what) {
  fprintf(stderr, "%s: %s%s%s\n", program, what, errno ? ": " : "", errno ? strerror(errno) : "");
  exit(1);
}

// Opens a loopback camera for writing pictures of `format` (a V4L2_PIX_FMT), each `size` bytes; a frame lasts
// seconds / frames.
static int open_loopback(const char *path, unsigned width, unsigned height, unsigned format, size_t size, long frames,
                         long seconds) {
  int device = open(path, O_RDWR | O_CLOEXEC);
  if (device < 0) fail(path);
  struct v4l2_format wanted = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
  wanted.fmt.pix = (struct v4l2_pix_format){
      .width = width, .height = height, .field = V4L2_FIELD_NONE, .sizeimage = size,
      .pixelformat = format, .bytesperline = width};
  if (ioctl(device, VIDIOC_S_FMT, &wanted)) fail("VIDIOC_S_FMT");
  // Until it has noticed that its last reader is gone, the device reports success but keeps its old format.
  if (wanted.fmt.pix.width != width || wanted.fmt.pix.height != height || wanted.fmt.pix.pixelformat != format)
    fail("the device takes another format");
  struct v4l2_streamparm parameters = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
  parameters.parm.output.timeperframe = (struct v4l2_fract){seconds, frames};
  if (ioctl(device, VIDIOC_S_PARM, &parameters)) fail("VIDIOC_S_PARM");
  // The driver notices the end of a writer only if it streams (v4l2_loopback_close). After any other writer, the first query of
  // its capabilities would make the device neither an output nor a capture device, and it would refuse every format.
  int type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
  if (ioctl(device, VIDIOC_STREAMON, &type)) fail("VIDIOC_STREAMON");
  return device;
}

// Waits until `nanoseconds` after `start`, on the kernel's monotonic clock.
static void wait_until(struct timespec start, long long nanoseconds) {
  long long at = start.tv_nsec + nanoseconds;
  struct timespec when = {start.tv_sec + at / 1000000000, at % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL) == EINTR) {}
}
