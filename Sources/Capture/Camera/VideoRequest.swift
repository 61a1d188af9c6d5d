import CVideo4Linux

/// One kind of `ioctl(2)` of Video4Linux2, with its name in the kernel's manual.
struct VideoRequest: Hashable, Sendable, CustomStringConvertible {
  let name: String
  let code: UInt

  var description: String { name }

  static let capability = VideoRequest(name: "VIDIOC_QUERYCAP", code: video_querycap)

  static let enumerateFormats = VideoRequest(name: "VIDIOC_ENUM_FMT", code: video_enum_fmt)
  static let enumerateSizes = VideoRequest(name: "VIDIOC_ENUM_FRAMESIZES", code: video_enum_framesizes)
  static let enumerateIntervals = VideoRequest(
    name: "VIDIOC_ENUM_FRAMEINTERVALS", code: video_enum_frameintervals)
  static let format = VideoRequest(name: "VIDIOC_G_FMT", code: video_g_fmt)
  static let setFormat = VideoRequest(name: "VIDIOC_S_FMT", code: video_s_fmt)
  static let parameters = VideoRequest(name: "VIDIOC_G_PARM", code: video_g_parm)
  static let setParameters = VideoRequest(name: "VIDIOC_S_PARM", code: video_s_parm)

  static let requestBuffers = VideoRequest(name: "VIDIOC_REQBUFS", code: video_reqbufs)
  static let buffer = VideoRequest(name: "VIDIOC_QUERYBUF", code: video_querybuf)
  static let queue = VideoRequest(name: "VIDIOC_QBUF", code: video_qbuf)
  static let dequeue = VideoRequest(name: "VIDIOC_DQBUF", code: video_dqbuf)
  static let streamOn = VideoRequest(name: "VIDIOC_STREAMON", code: video_streamon)
  static let streamOff = VideoRequest(name: "VIDIOC_STREAMOFF", code: video_streamoff)

  static let describeControl = VideoRequest(name: "VIDIOC_QUERYCTRL", code: video_queryctrl)
  static let describeMenu = VideoRequest(name: "VIDIOC_QUERYMENU", code: video_querymenu)
  static let control = VideoRequest(name: "VIDIOC_G_CTRL", code: video_g_ctrl)
  static let setControl = VideoRequest(name: "VIDIOC_S_CTRL", code: video_s_ctrl)
}
