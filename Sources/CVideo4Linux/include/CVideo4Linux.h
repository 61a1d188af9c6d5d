// The kernel's Video4Linux2 interface, with constants for the macros that Swift cannot import.
#pragma once
#include <linux/videodev2.h>
#include <stdint.h>

// Request numbers: the macros `_IOR`, `_IOW` and `_IOWR` contain casts, which Swift cannot import.
static const unsigned long video_querycap = VIDIOC_QUERYCAP;
static const unsigned long video_enum_fmt = VIDIOC_ENUM_FMT;
static const unsigned long video_enum_framesizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long video_enum_frameintervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long video_g_fmt = VIDIOC_G_FMT;
static const unsigned long video_s_fmt = VIDIOC_S_FMT;
static const unsigned long video_g_parm = VIDIOC_G_PARM;
static const unsigned long video_s_parm = VIDIOC_S_PARM;
static const unsigned long video_reqbufs = VIDIOC_REQBUFS;
static const unsigned long video_querybuf = VIDIOC_QUERYBUF;
static const unsigned long video_qbuf = VIDIOC_QBUF;
static const unsigned long video_dqbuf = VIDIOC_DQBUF;
static const unsigned long video_streamon = VIDIOC_STREAMON;
static const unsigned long video_streamoff = VIDIOC_STREAMOFF;
static const unsigned long video_queryctrl = VIDIOC_QUERYCTRL;
static const unsigned long video_querymenu = VIDIOC_QUERYMENU;
static const unsigned long video_g_ctrl = VIDIOC_G_CTRL;
static const unsigned long video_s_ctrl = VIDIOC_S_CTRL;

// A request's number contains the size of its argument. If the sizes differed, the kernel would refuse the request, or write
// beyond the argument. This also checks that both sides use the same width of time (32 or 64 bits).
#define VIDEO_ARGUMENT(request, type) \
  _Static_assert(_IOC_SIZE(request) == sizeof(type), #request " takes a " #type)
VIDEO_ARGUMENT(VIDIOC_QUERYCAP, struct v4l2_capability);
VIDEO_ARGUMENT(VIDIOC_ENUM_FMT, struct v4l2_fmtdesc);
VIDEO_ARGUMENT(VIDIOC_ENUM_FRAMESIZES, struct v4l2_frmsizeenum);
VIDEO_ARGUMENT(VIDIOC_ENUM_FRAMEINTERVALS, struct v4l2_frmivalenum);
VIDEO_ARGUMENT(VIDIOC_S_FMT, struct v4l2_format);
VIDEO_ARGUMENT(VIDIOC_S_PARM, struct v4l2_streamparm);
VIDEO_ARGUMENT(VIDIOC_REQBUFS, struct v4l2_requestbuffers);
VIDEO_ARGUMENT(VIDIOC_QUERYBUF, struct v4l2_buffer);
VIDEO_ARGUMENT(VIDIOC_STREAMON, int);
VIDEO_ARGUMENT(VIDIOC_QUERYCTRL, struct v4l2_queryctrl);
VIDEO_ARGUMENT(VIDIOC_QUERYMENU, struct v4l2_querymenu);
VIDEO_ARGUMENT(VIDIOC_S_CTRL, struct v4l2_control);
#undef VIDEO_ARGUMENT
_Static_assert(sizeof(struct v4l2_capability) == 104, "linux/videodev2.h");
_Static_assert(sizeof(struct v4l2_requestbuffers) == 20, "linux/videodev2.h");
_Static_assert(sizeof(struct v4l2_control) == 8, "linux/videodev2.h");

/// When the driver stamped the buffer, in nanoseconds. The width of `timeval` differs between machines.
static inline int64_t video_timestamp(const struct v4l2_buffer *buffer) {
  return (int64_t)buffer->timestamp.tv_sec * 1000000000 + (int64_t)buffer->timestamp.tv_usec * 1000;
}
