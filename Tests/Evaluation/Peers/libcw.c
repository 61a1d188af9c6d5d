// Reads Morse with libcw (unixcw 3.6): lines of "1 SECONDS" for light and "0 SECONDS" for dark on standard input, the text on
// standard output. It begins at libcw's default speed, 12 words per minute, and adapts.

#include <errno.h>
#include <libcw.h>
#include <math.h>
#include <stdio.h>
#include <sys/time.h>

static struct timeval at(double seconds) {
  double whole = floor(seconds);
  return (struct timeval){.tv_sec = (time_t)whole, .tv_usec = (suseconds_t)((seconds - whole) * 1e6)};
}

// Prints what has been received until `seconds`, polled as in xcwcp's receiver: a character if the pause after it is long
// enough, and then the end of the word if the pause continues.
static void poll_receiver(double seconds, int *awaits_word) {
  struct timeval now = at(seconds);
  char character;
  bool is_end_of_word = false, is_error = false;
  if (cw_receive_character(&now, &character, &is_end_of_word, &is_error)) {
    if (!*awaits_word) putchar(character);
    *awaits_word = 1;
    if (is_end_of_word) {
      putchar(' ');
      cw_clear_receive_buffer();
      *awaits_word = 0;
    }
  } else if (errno == ENOENT) {
    // An unknown character is skipped.
    cw_clear_receive_buffer();
    *awaits_word = 0;
  }
}

int main(void) {
  if (!cw_generator_new(CW_AUDIO_NULL, NULL)) return 1;
  cw_enable_adaptive_receive();
  const double step = 0.002;
  double now = 0;
  int is_on, awaits_word = 0;
  double seconds;
  while (scanf("%d %lf", &is_on, &seconds) == 2) {
    // After 30 s of pause nothing more is received.
    for (double time = now; time < seconds && time < now + 30; time += step) {
      if (is_on) poll_receiver(time, &awaits_word);
    }
    struct timeval edge = at(seconds);
    if (is_on) {
      // A new character begins, so the last one is removed from the buffer.
      if (awaits_word) cw_clear_receive_buffer();
      awaits_word = 0;
      cw_start_receive_tone(&edge);
    } else {
      cw_end_receive_tone(&edge);
    }
    now = seconds;
  }
  for (double time = now; time < now + 30; time += step) poll_receiver(time, &awaits_word);
  putchar('\n');
  cw_generator_delete();
  return 0;
}
