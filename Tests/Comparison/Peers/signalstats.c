// YAVG of FFmpeg's filter signalstats, between a buffer source and a buffer sink. The filter measures more than that. It
// accepts only planar formats, so FFmpeg inserts a conversion before it.
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/dict.h>
#include <libavutil/frame.h>

#include "pictures.h"

static void check(int result) {
  if (result < 0) exit(70);
}

static void keep(void *opaque, uint8_t *bytes) {}

static AVFilterContext *filter(AVFilterGraph *graph, const char *name, const char *options) {
  AVFilterContext *context = NULL;
  check(avfilter_graph_create_filter(&context, avfilter_get_by_name(name), name, options, NULL, graph));
  return context;
}

int main(int argc, char **argv) {
  struct pictures pictures = read_pictures(argc, argv);
  AVFilterGraph *graph = avfilter_graph_alloc();
  char options[128];
  snprintf(
      options, sizeof options, "width=%d:height=%d:pix_fmt=yuyv422:time_base=1/30", pictures.width,
      pictures.height);
  AVFilterContext *source = filter(graph, "buffer", options);
  AVFilterContext *statistics = filter(graph, "signalstats", NULL);
  AVFilterContext *sink = filter(graph, "buffersink", NULL);
  check(avfilter_link(source, 0, statistics, 0));
  check(avfilter_link(statistics, 0, sink, 0));
  check(avfilter_graph_config(graph, NULL));
  AVFrame *measured = av_frame_alloc();
  for (int round = 0; round < 2; round++) {
    for (int index = 0; index < pictures.count; index++) {
      double begin = milliseconds();
      AVFrame *picture = av_frame_alloc();
      picture->format = AV_PIX_FMT_YUYV422;
      picture->width = pictures.width;
      picture->height = pictures.height;
      picture->pts = round * pictures.count + index;
      picture->data[0] = pictures.bytes + index * pictures.size;
      picture->linesize[0] = 2 * pictures.width;
      picture->buf[0] = av_buffer_create(
          picture->data[0], pictures.size, keep, NULL, AV_BUFFER_FLAG_READONLY);
      check(av_buffersrc_add_frame(source, picture));
      av_frame_free(&picture);
      check(av_buffersink_get_frame(sink, measured));
      AVDictionaryEntry *mean = av_dict_get(measured->metadata, "lavfi.signalstats.YAVG", NULL, 0);
      if (!mean) exit(70);
      double end = milliseconds();
      if (round > 0) printf("%.6f %s\n", end - begin, mean->value);
      av_frame_unref(measured);
    }
  }
  return 0;
}
