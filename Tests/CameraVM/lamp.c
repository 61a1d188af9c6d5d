// A lamp, and a loopback camera that films it:
//
//   lamp DEVICE [RISE [FALL [RATE]]]
//
// The lamp is an LED of the kernel, /sys/class/leds/NAME, made by uinput. NAME is printed when it exists. The lamp goes on RISE
// seconds after it is switched on, and off FALL seconds after it is switched off. The camera has RATE frames a second, 30 by
// default. Each frame is exposed for the whole time between frames, until it is delivered.
#include <linux/uinput.h>

#include "loopback.h"

enum { width = 160, height = 120, radius = 6 };
// Levels of luma.
enum { ambient = 60, light = 150, noise = 7 };

// The last times at which the light changed, in seconds of the monotonic clock. Change n is at n % most: the light goes on if
// n is even, and off if n is odd.
enum { most = 64 };
static double changes[most];
static long count;

// Records that the light changes at `time`. A change that is reversed before it takes effect is never seen.
static void change(double time, int is_on) {
  if (is_on == count % 2) return;
  if (count > 0 && changes[(count - 1) % most] >= time) {
    count--;
  } else {
    changes[count++ % most] = time;
  }
}

// The share of the time from `start` to `end` that the lamp was lit.
static double lit(double start, double end) {
  double sum = 0, until = end;
  for (long n = count - 1; n >= 0 && n >= count - most && until > start; n--) {
    double since = changes[n % most] > start ? changes[n % most] : start;
    if (n % 2 == 0 && since < until) sum += until - since;
    if (since < until) until = since;
  }
  return sum / (end - start);
}

static int make_led(char *name, size_t size) {
  int device = open("/dev/uinput", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (device < 0) fail("/dev/uinput");
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL}, .name = "filmed lamp"};
  if (ioctl(device, UI_SET_EVBIT, EV_LED) || ioctl(device, UI_SET_LEDBIT, LED_MISC) ||
      ioctl(device, UI_DEV_SETUP, &setup) || ioctl(device, UI_DEV_CREATE) ||
      ioctl(device, UI_GET_SYSNAME(size), name) < 0)
    fail("the lamp cannot be made");
  return device;
}

int main(int words, char **arguments) {
  program = "lamp";
  if (words < 2) fail("usage: lamp DEVICE [RISE [FALL [RATE]]]");
  double rise = words > 2 ? atof(arguments[2]) : 0, fall = words > 3 ? atof(arguments[3]) : 0;
  int rate = words > 4 ? atoi(arguments[4]) : 30;
  if (rate < 1) fail("a camera has at least one frame a second");

  static unsigned char picture[width * height];
  int camera = open_loopback(arguments[1], width, height, V4L2_PIX_FMT_GREY, sizeof picture, rate, 1);
  // The noise of each picture is a random part of this. A camera that repeated its noise would look like a looped recording.
  static unsigned char grain[8 * sizeof picture];
  for (size_t n = 0; n < sizeof grain; n++) grain[n] = ambient - noise / 2 + rand() % noise;

  char name[64];
  int led = make_led(name, sizeof name);
  printf("%s::misc\n", name);
  fflush(stdout);

  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (long frame = 1;;) {
    wait_until(start, frame * 1000000000ll / rate);
    // The kernel stamps a frame when it is written, and an event of the LED when that is switched: both on this clock.
    clock_gettime(CLOCK_MONOTONIC, &now);
    for (struct input_event event; read(led, &event, sizeof event) == sizeof event;) {
      if (event.type != EV_LED) continue;
      double time = event.input_event_sec + event.input_event_usec * 1e-6;
      change(time + (event.value ? rise : fall), event.value != 0);
    }
    double end = now.tv_sec + now.tv_nsec * 1e-9;
    int level = light * lit(end - 1.0 / rate, end);
    memcpy(picture, grain + rand() % (sizeof grain - sizeof picture), sizeof picture);
    for (int y = -radius; y <= radius; y++)
      for (int x = -radius; x <= radius; x++)
        if (x * x + y * y <= radius * radius) picture[(height / 2 + y) * width + width / 2 + x] += level;
    if (write(camera, picture, sizeof picture) != sizeof picture) fail("write");
    // Frames that a busy machine has missed are lost, as with other cameras.
    clock_gettime(CLOCK_MONOTONIC, &now);
    frame = ((now.tv_sec - start.tv_sec) * 1000000000ll + now.tv_nsec - start.tv_nsec) * rate / 1000000000ll + 1;
  }
}
