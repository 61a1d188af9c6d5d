import Frames
import Glibc

/// The stream to request from a camera.
struct StreamChoice: Equatable {
  var code: String
  var width: Int
  var height: Int
  /// `nil` if the driver lists no rates: then its default is used.
  var rate: FrameRate?

  /// The best stream that a camera offers, or `nil` if Aldis can read none.
  ///
  /// The rate has priority over the size, because a dot must last a frame: 30 frames per second read 36 WPM. A picture near
  /// 640x480 shows a lamp well and costs little. Formats with a luma plane need the least work. Compressed formats need the
  /// most, and are the least exact.
  static func best(of formats: [CameraFormat], for request: CameraRequest) -> StreamChoice? {
    let readable = formats.filter { format in
      format.isReadable && (request.format == nil || request.format == format.code)
    }
    let native = readable.filter { !$0.isEmulated }
    return (native.isEmpty ? readable : native)
      .flatMap { choices(of: $0, for: request) }
      .map { (choice: $0, cost: $0.cost(for: request)) }
      .min { $0.cost.lexicographicallyPrecedes($1.cost) }?
      .choice
  }

  private static func choices(of format: CameraFormat, for request: CameraRequest) -> [StreamChoice] {
    format.sizes.flatMap { size -> [StreamChoice] in
      let width = size.width.nearest(to: request.wantedSize.width)
      let height = size.height.nearest(to: request.wantedSize.height)
      guard FrameFormat.accepts(width: width, height: height) else { return [] }
      let rates: [FrameRate?] =
        size.rates.isEmpty ? [nil] : size.rates.map { $0.nearest(to: request.wantedRate) }
      return rates.map {
        StreamChoice(code: format.code, width: width, height: height, rate: $0)
      }
    }
  }

  /// The costs of this choice, in the order of priority.
  private func cost(for request: CameraRequest) -> [Double] {
    let wanted = request.wantedSize
    let area = Double(width * height)
    let distance = abs(log(area / Double(wanted.width * wanted.height)))
    let isWanted = width == wanted.width && height == wanted.height
    let rate = rate?.perSecond ?? request.wantedRate
    let pixels = CameraPixels(code: code)
    // 29.97 counts as 30; 24 does not.
    let slowness = rate > 0 ? max(request.wantedRate / rate - 1.02, 0) : .infinity
    return [
      request.hasSize && !isWanted ? 1 + distance : 0,
      slowness,
      area < 320 * 240 ? 1 : 0,
      pixels == .jpeg ? 1 : 0,
      distance,
      Double(pixels?.rank ?? 0),
      abs(rate - request.wantedRate),
    ]
  }
}

extension CameraPixels {
  /// A lower rank is better: the least work first, colour before grey, then three bytes per pixel, then JPEG.
  fileprivate var rank: Int {
    switch self {
    case .plain(.nv12): 0
    case .plain(.yu12): 1
    case .plain(.yuv422), .plain(.yuv444): 2
    case .plain(.yuyv): 3
    case .plain(.uyvy): 4
    case .plain(.grey): 5
    case .plain(.rgb24): 6
    case .plain(.bgr24): 7
    case .jpeg: 8
    }
  }
}

extension CameraRequest {
  var hasSize: Bool { width != nil && height != nil }

  var wantedSize: (width: Int, height: Int) {
    if let width, let height { (width, height) } else { (640, 480) }
  }

  var wantedRate: Double { rate ?? 30 }
}
