#include <alsa/asoundlib.h>

static void alsa_ignore_error(const char *file, int line, const char *function, int error, const char *format, ...) {}

/// Stops the library from writing messages to standard error: its functions return an error number, too.
static inline void alsa_silence_errors(void) { snd_lib_error_set_handler(alsa_ignore_error); }
