import Frames

/// A camera that looks at a made-up scene: torches that send, in front of a harbour, with a real sensor's noise, an
/// unsteady hand and an exposure time.
///
/// Frames are planar YUV 4:2:0, full range, and depend on nothing but the description: frame 100 has the same bytes
/// whether or not the frames before it were read.
public final class SimulatedScene: FrameSource {
  public let info: SourceInfo
  private let description: SceneDescription
  private let pool: FramePool
  private let luma: ScenePlane
  private let blue: ScenePlane
  private let red: ScenePlane
  private let noise: SceneNoise?
  private let shake: SceneShake
  /// How much each torch is lit in the frame being made; kept to be filled again.
  private var levels: [Int32]
  private var nextFrame: UInt64 = 0
  private var lost = 0
  /// When the scene began on the source's time axis; known once somebody reads.
  private var begin: Timestamp?

  /// Frames that can be out at once, and that a camera of this kind would keep for a reader who is late.
  private static let buffers = 8

  /// Paints the scene at rest.
  ///
  /// - Precondition: The picture is 1...``FrameFormat/largestSide`` pixels wide and high, the rate above 0, the exposure
  ///   above 0 and at most 1, drops from 0 to below 1, and no torch's radius is 0.
  public init(_ description: SceneDescription) {
    precondition(description.rate > 0 && description.rate.isFinite)
    precondition(description.exposure > 0 && description.exposure <= 1)
    precondition((0..<1).contains(description.drops))
    precondition(description.torches.allSatisfy { $0.radius > 0 })
    self.description = description
    let (width, height) = (description.width, description.height)
    let format = FrameFormat(.yu12, width: width, height: height, range: .full)
    info = SourceInfo(
      name: "simulated scene", format: format, nominalRate: description.rate,
      isLive: description.pace == .realTime, exposure: .locked(description.exposure / description.rate))
    pool = FramePool(format: format, capacity: Self.buffers)
    shake = SceneShake(rms: description.shake, seed: description.seed)
    noise =
      description.noise > 0
      ? SceneNoise(sigma: description.noise, width: width, seed: description.seed) : nil
    levels = Array(repeating: 0, count: description.torches.count)

    let setting = SceneSetting(description)
    var canvas = SceneCanvas(width: width, height: height, reach: shake.reach)
    setting.paint(&canvas)
    let light = canvas.planes()
    let lamps = setting.lamps(on: canvas)
    luma = ScenePlane(
      width: width, height: height, margin: canvas.margin, light: light.luma, stride: canvas.width,
      sprites: lamps.map(\.luma))
    let half = (width: (width + 1) / 2, height: (height + 1) / 2, margin: canvas.margin / 2)
    blue = ScenePlane(
      width: half.width, height: half.height, margin: half.margin, light: light.blue,
      stride: canvas.width / 2, sprites: lamps.map(\.blue))
    red = ScenePlane(
      width: half.width, height: half.height, margin: half.margin, light: light.red,
      stride: canvas.width / 2, sprites: lamps.map(\.red))
  }

  public func next(within timeout: Duration) throws(CaptureError) -> CaptureEvent {
    skipDropped()
    if let count = description.frameCount, nextFrame >= count {
      return takeLost(before: nextFrame) ?? .ended
    }
    guard wait(for: nextFrame, within: timeout) else { return .nothing }
    if let lost = takeLost(before: nextFrame) { return lost }
    guard let frame = makeFrame(nextFrame) else {
      // Every buffer is out. A camera would lose the frame, a recording waits for its reader.
      guard description.pace == .realTime else { return .nothing }
      lost += 1
      nextFrame += 1
      return .nothing
    }
    nextFrame += 1
    return .frame(frame)
  }

  /// Passes over the frames that get lost on their way.
  private func skipDropped() {
    while description.isDropped(frame: nextFrame) {
      lost += 1
      nextFrame += 1
    }
  }

  private func takeLost(before index: UInt64) -> CaptureEvent? {
    guard lost > 0 else { return nil }
    defer { lost = 0 }
    return .lost(FramesLost(count: lost, cause: .source, time: timestamp(of: index)))
  }

  private func timestamp(of index: UInt64) -> Timestamp {
    (begin ?? .zero) + description.exposureWindow(of: index).lowerBound
  }

  /// Waits until the exposure of frame `index` is over. In real time, frames that nobody took in time are lost.
  private func wait(for index: UInt64, within timeout: Duration) -> Bool {
    guard description.pace == .realTime else { return true }
    let now = SceneClock.now()
    if begin == nil { begin = now }
    let ready = timestamp(of: index) + description.exposure / description.rate
    let patience = now + timeout / .seconds(1)
    guard ready <= patience else {
      SceneClock.sleep(until: patience)
      return false
    }
    if ready > now {
      SceneClock.sleep(until: ready)
    }
    let late = Int((now - ready) * description.rate)
    if late > Self.buffers {
      lost += late - Self.buffers
      nextFrame += UInt64(late - Self.buffers)
    }
    return true
  }

  private func makeFrame(_ index: UInt64) -> Frame? {
    let format = info.format
    let window = description.exposureWindow(of: index)
    for (torch, keying) in description.torches.lazy.map(\.keying).enumerated() {
      levels[torch] = Int32((description.level(of: keying, frame: index) * 32_768).rounded())
    }
    let offset =
      description.shake > 0
      ? shake.offset(at: (window.lowerBound + window.upperBound) / 2) : .zero
    return pool.frame(
      timestamp: timestamp(of: index), sequence: index, exposure: window.length
    ) { bytes in
      let bytes = bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
      luma.render(
        offset: offset, levels: levels, noise: noise, frame: index,
        into: bytes + format.planes[0].offset, stride: format.planes[0].stride)
      blue.render(
        offset: offset / 2, levels: levels, noise: nil, frame: index,
        into: bytes + format.planes[1].offset, stride: format.planes[1].stride)
      red.render(
        offset: offset / 2, levels: levels, noise: nil, frame: index,
        into: bytes + format.planes[2].offset, stride: format.planes[2].stride)
    }
  }
}
