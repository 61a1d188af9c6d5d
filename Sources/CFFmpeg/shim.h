#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

// Macros that Swift cannot import.
static const int64_t ffmpeg_no_timestamp = AV_NOPTS_VALUE;
static const int ffmpeg_end_of_file = AVERROR_EOF;

// Allows decoder threads to call get_buffer2. FFmpeg 6 always allows it, and has no such field.
static inline void ffmpeg_call_get_buffer_on_any_thread(AVCodecContext *context) {
#if LIBAVCODEC_VERSION_MAJOR < 60
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  context->thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
#endif
}

// Swift imports a C array in a struct as a tuple. These functions return its address.
static inline uint8_t **ffmpeg_planes(AVFrame *frame) { return frame->data; }
static inline int *ffmpeg_strides(AVFrame *frame) { return frame->linesize; }
