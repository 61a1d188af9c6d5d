import CVideo4Linux
import Frames

/// The formats, sizes and rates that a driver offers, and those that it sets.
extension V4L2Device {
  /// Every format of the camera with its sizes and rates.
  ///
  /// - Parameter request: Its size is used to list the rates of a range of sizes.
  func formats(for request: CameraRequest = CameraRequest()) -> [CameraFormat] {
    enumerate(.enumerateFormats) { index in
      var entry = v4l2_fmtdesc()
      entry.index = index
      entry.type = capture
      return entry
    } _: { entry in
      CameraFormat(
        code: fourCC(entry.pixelformat), name: text(entry.description),
        isEmulated: entry.flags & UInt32(V4L2_FMT_FLAG_EMULATED) != 0,
        sizes: sizes(of: entry.pixelformat, for: request))
    }
  }

  private func sizes(of pixelFormat: UInt32, for request: CameraRequest) -> [CameraSize] {
    let sizes = enumerate(.enumerateSizes) { index in
      var entry = v4l2_frmsizeenum()
      entry.index = index
      entry.pixel_format = pixelFormat
      return entry
    } _: { entry in
      if entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
        return CameraSize(
          width: .init(Int(entry.discrete.width)), height: .init(Int(entry.discrete.height)))
      }
      let range = entry.stepwise
      return CameraSize(
        width: .init(
          minimum: Int(range.min_width), maximum: Int(range.max_width), step: Int(range.step_width)),
        height: .init(
          minimum: Int(range.min_height), maximum: Int(range.max_height), step: Int(range.step_height)))
    }
    // A driver that knows one size only may not list it.
    return (sizes.isEmpty ? [currentSize].compactMap(\.self) : sizes).map { size in
      var size = size
      size.rates = rates(
        of: pixelFormat, width: size.width.nearest(to: request.wantedSize.width),
        height: size.height.nearest(to: request.wantedSize.height))
      return size
    }
  }

  private var currentSize: CameraSize? {
    var format = v4l2_format()
    format.type = capture
    guard (try? perform(.format, &format)) != nil else { return nil }
    return CameraSize(
      width: .init(Int(format.fmt.pix.width)), height: .init(Int(format.fmt.pix.height)))
  }

  private func rates(of pixelFormat: UInt32, width: Int, height: Int) -> [CameraRates] {
    enumerate(.enumerateIntervals) { index in
      var entry = v4l2_frmivalenum()
      entry.index = index
      entry.pixel_format = pixelFormat
      entry.width = UInt32(clamping: width)
      entry.height = UInt32(clamping: height)
      return entry
    } _: { entry in
      entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
        ? CameraRates(FrameRate(entry.discrete))
        // The longest interval is the slowest rate.
        : CameraRates(slowest: FrameRate(entry.stepwise.max), fastest: FrameRate(entry.stepwise.min))
    }
  }

  /// Requests a stream and accepts the driver's changes to the request.
  ///
  /// - Returns: The layout of the pixels, and whether they come as JPEG. For JPEG, the layout is the most common one (4:2:2),
  ///   and the first picture corrects it.
  func setFormat(_ choice: StreamChoice) throws(CaptureError) -> (FrameFormat, isJPEG: Bool) {
    var format = v4l2_format()
    format.type = capture
    format.fmt.pix.width = UInt32(choice.width)
    format.fmt.pix.height = UInt32(choice.height)
    format.fmt.pix.pixelformat = fourCC(choice.code)
    // The driver may answer with single fields: they are accepted as pictures of half the height.
    format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
    try require(.setFormat, &format)

    let given = format.fmt.pix
    let code = fourCC(given.pixelformat)
    guard let pixels = CameraPixels(code: code),
      FrameFormat.accepts(width: given.width, height: given.height)
    else {
      throw .noUsableFormat(path, offered: ["\(code) \(given.width)x\(given.height)"])
    }
    let (width, height) = (Int(given.width), Int(given.height))
    switch pixels {
    case .jpeg:
      return (FrameFormat(.yuv422, width: width, height: height, range: .full), isJPEG: true)
    case .plain(let pixelFormat):
      let layout = FrameFormat(
        pixelFormat, width: width, height: height, stride: Int(given.bytesperline),
        range: range(of: given, pixelFormat))
      return (layout, isJPEG: false)
    }
  }

  /// The range that the driver specifies. If it does not, the kernel's rule: grey and the JPEG colour space are full range,
  /// other YUV is limited (`V4L2_MAP_QUANTIZATION_DEFAULT` in linux/videodev2.h; for grey drivers/media/common/v4l2-tpg).
  private func range(of format: v4l2_pix_format, _ pixelFormat: PixelFormat) -> FrameFormat.Range {
    if format.quantization == V4L2_QUANTIZATION_FULL_RANGE.rawValue { return .full }
    if format.quantization == V4L2_QUANTIZATION_LIM_RANGE.rawValue { return .limited }
    return pixelFormat == .grey || format.colorspace == V4L2_COLORSPACE_JPEG.rawValue ? .full : .limited
  }

  /// Requests a frame rate.
  ///
  /// - Returns: The rate that the driver then reports, or `nil` if it reports none.
  func setRate(_ rate: FrameRate?) -> FrameRate? {
    var parameters = v4l2_streamparm()
    parameters.type = capture
    guard (try? perform(.parameters, &parameters)) != nil else { return nil }
    if let rate, parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0 {
      parameters.parm.capture.timeperframe = v4l2_fract(numerator: rate.seconds, denominator: rate.frames)
      try? perform(.setParameters, &parameters)
      // Some drivers do not change the request in their answer, so the rate is read back.
      try? perform(.parameters, &parameters)
    }
    let given = FrameRate(parameters.parm.capture.timeperframe)
    return given.perSecond > 0 ? given : nil
  }
}

/// The only type of buffer that Aldis uses: captured pictures in one piece.
let capture = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue

extension FrameRate {
  /// The kernel counts seconds per frame.
  fileprivate init(_ interval: v4l2_fract) {
    self.init(interval.denominator, in: interval.numerator)
  }
}

/// The FourCC of a pixel format as the kernel's tools write it: without spaces at the end, and with `-BE` for big-endian.
func fourCC(_ code: UInt32) -> String {
  var letters = text((code & ~bigEndian).littleEndian)
  while letters.last == " " { letters.removeLast() }
  return code & bigEndian == 0 ? letters : letters + "-BE"
}

/// The FourCC of a text of up to four characters.
func fourCC(_ text: String) -> UInt32 {
  text.utf8.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
}

/// The bit of `v4l2_fourcc_be`.
private let bigEndian: UInt32 = 1 << 31
