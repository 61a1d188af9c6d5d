import FoundationEssentials
import Frames
import Glibc

/// The stream to ask a camera for.
struct StreamChoice: Equatable {
  var code: String
  var width: Int
  var height: Int
  /// `nil` where the driver names no rates: then its own is taken.
  var rate: FrameRate?

  /// The best of what a camera offers, or `nil` when Aldis can read none of it.
  ///
  /// Rate comes before size, as a dot must last a frame: 30 frames a second read 36 WPM. Beyond that a picture near
  /// 640x480 shows a lamp well and costs little. Formats with a luma plane are the least work, compressed ones the
  /// most, and the least exact.
  static func best(of formats: [CameraFormat], for request: CameraRequest) -> StreamChoice? {
    let readable = formats.filter { format in
      format.isReadable && (request.format == nil || request.format == format.code)
    }
    let genuine = readable.filter { !$0.isEmulated }
    return (genuine.isEmpty ? readable : genuine)
      .flatMap { choices(of: $0, for: request) }
      .map { (choice: $0, cost: $0.cost(for: request)) }
      .min { $0.cost.lexicographicallyPrecedes($1.cost) }?
      .choice
  }

  private static func choices(of format: CameraFormat, for request: CameraRequest) -> [StreamChoice] {
    format.sizes.flatMap { size -> [StreamChoice] in
      let width = size.width.nearest(to: request.wantedSize.width)
      let height = size.height.nearest(to: request.wantedSize.height)
      let sides = 1...FrameFormat.largestSide
      guard sides.contains(width), sides.contains(height) else { return [] }
      let rates: [FrameRate?] =
        size.rates.isEmpty ? [nil] : size.rates.map { $0.nearest(to: request.wantedRate) }
      return rates.map {
        StreamChoice(code: format.code, width: width, height: height, rate: $0)
      }
    }
  }

  /// What counts against this choice; the first difference decides.
  private func cost(for request: CameraRequest) -> [Double] {
    let wanted = request.wantedSize
    let area = Double(width * height)
    let distance = abs(log(area / Double(wanted.width * wanted.height)))
    let isAsked = width == wanted.width && height == wanted.height
    let rate = rate?.perSecond ?? request.wantedRate
    // 29.97 is 30, and 24 is not.
    let slowness = rate > 0 ? max(request.wantedRate / rate - 1.02, 0) : .infinity
    return [
      request.hasSize && !isAsked ? 1 + distance : 0,
      slowness,
      area < 320 * 240 ? 1 : 0,
      CameraPixels(code: code) == .jpeg ? 1 : 0,
      distance,
      Double(Self.order.firstIndex(of: code) ?? Self.order.count),
      abs(rate - request.wantedRate),
    ]
  }

  /// Least work first; colour before grey, which shows less; three bytes a pixel late.
  private static let order =
    [PixelFormat.nv12, .yu12, .yuv422, .yuyv, .uyvy, .grey, .rgb24, .bgr24].map(\.rawValue) + [
      "MJPG", "JPEG",
    ]
}

extension CameraRequest {
  var hasSize: Bool { width != nil && height != nil }

  var wantedSize: (width: Int, height: Int) {
    if let width, let height { (width, height) } else { (640, 480) }
  }

  var wantedRate: Double { rate ?? 30 }
}
