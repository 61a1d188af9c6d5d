import Frames

/// A simulated camera before a simulated scene: torches that send, a backdrop, sensor noise, shake and an exposure time.
///
/// Frames are planar YUV 4:2:0, full range, and depend on nothing but the description: frame 100 has the same bytes
/// whether or not the frames before it were read.
public final class SimulatedScene: FrameSource {
  public let info: SourceInfo
  private let pace: SceneDescription.Pace
  private let rate: Double
  private let exposure: Double
  private let timeline: SceneTimeline
  private let pool: FramePool
  private let luma: ScenePlane
  private let blue: ScenePlane
  private let red: ScenePlane
  private let noise: SceneNoise?
  private let torches: [SimulatedTorch]
  /// `nil` for a camera at rest.
  private let shake: SceneShake?
  private var disturbance: (any SceneDisturbance)?
  private var nextFrame: UInt64 = 0
  /// Lost frames that have not been reported yet.
  private var lost = 0
  /// The start of the scene on the source's time axis: in real time, the first call of ``next(within:)``.
  private var begin: Timestamp?

  /// The name of the source.
  public static let harbourName = "harbour at dusk"

  /// Frames that can be lent at once, and that wait for a slow reader in real time.
  private static let buffers = 8

  /// Paints the scene without motion and lamps.
  ///
  /// - Precondition: The picture is 1...``FrameFormat/largestSide`` pixels wide and high, the rate is above 0, the
  ///   exposure above 0 and at most 1, drops are from 0 to below 1, and radii above 0.
  public convenience init(_ description: SceneDescription) { self.init(description, disturbedBy: nil) }

  package init(_ description: SceneDescription, disturbedBy disturbance: (any SceneDisturbance)?) {
    precondition(description.rate > 0 && description.rate.isFinite)
    precondition(description.exposure > 0 && description.exposure <= 1)
    precondition((0..<1).contains(description.drops))
    precondition(description.torches.allSatisfy { $0.radius > 0 })
    let (width, height) = (description.width, description.height)
    let format = FrameFormat(.yu12, width: width, height: height, range: .full)
    pace = description.pace
    rate = description.rate
    exposure = description.exposure / description.rate
    info = SourceInfo(
      name: description.backdrop == .harbour ? Self.harbourName : "simulated scene", format: format,
      nominalRate: rate, isLive: pace == .realTime, exposure: .locked(exposure), isSimulated: true)
    pool = FramePool(format: format, capacity: Self.buffers)
    timeline = SceneTimeline(description)
    torches = description.torches
    shake = description.shake > 0 ? SceneShake(rms: description.shake, seed: description.seed) : nil
    self.disturbance = disturbance
    noise =
      description.noise > 0
      ? SceneNoise(sigma: description.noise, width: width, seed: description.seed) : nil

    let setting = SceneSetting(description)
    var canvas = SceneCanvas(
      width: width, height: height, reach: (shake?.reach ?? 0) + (disturbance?.reach ?? 0))
    setting.paint(&canvas)
    disturbance?.paint(&canvas)
    let light = canvas.planes()
    let lamps = setting.lamps(on: canvas, areClipped: disturbance == nil)
    let occluders = disturbance?.occluders ?? []
    luma = ScenePlane(
      width: width, height: height, margin: canvas.margin, pixels: 1, light: light.luma,
      stride: canvas.width, lamps: lamps.map(\.luma), occluders: occluders.map { $0.luma })
    func colourPlane(_ light: [Int16], _ lamps: [SceneSprite]) -> ScenePlane {
      ScenePlane(
        width: (width + 1) / 2, height: (height + 1) / 2, margin: canvas.margin / 2, pixels: 2,
        light: light, stride: canvas.width / 2, lamps: lamps, occluders: occluders.map { $0.colour })
    }
    blue = colourPlane(light.blue, lamps.map(\.blue))
    red = colourPlane(light.red, lamps.map(\.red))
  }

  public func next(within timeout: Duration) throws(CaptureError) -> CaptureEvent {
    if pace == .realTime { giveUpLateFrames() }
    while !isOver, timeline.isDropped(frame: nextFrame) { loseFrame() }
    guard !isOver else { return takeLost() ?? .ended }
    guard pace == .asFastAsRead || wait(within: timeout) else { return .nothing }
    if let lost = takeLost() { return lost }
    guard let frame = makeFrame() else {
      // All buffers are lent: a camera loses the frame, a recording waits for its reader.
      if pace == .realTime {
        loseFrame()
      } else {
        (Timestamp.now + min(timeout / .seconds(1), 0.001)).wait()
      }
      return .nothing
    }
    nextFrame += 1
    return .frame(frame)
  }

  private var isOver: Bool { timeline.frameCount.map { nextFrame >= $0 } ?? false }

  private func loseFrame() {
    lost += 1
    nextFrame += 1
  }

  private func takeLost() -> CaptureEvent? {
    guard lost > 0 else { return nil }
    defer { lost = 0 }
    return .lost(FramesLost(count: lost, cause: .source, time: nextTimestamp))
  }

  private var nextTimestamp: Timestamp {
    (begin ?? .zero) + timeline.window(ofFrame: nextFrame).lowerBound
  }

  /// Skips frames for which a camera would have had no buffer.
  private func giveUpLateFrames() {
    guard begin != nil else { return }
    let late = Int((Timestamp.now - nextTimestamp) * rate) - Self.buffers
    for _ in 0..<max(late, 0) where !isOver { loseFrame() }
  }

  /// Waits until the next frame's exposure is over.
  private func wait(within timeout: Duration) -> Bool {
    let now = Timestamp.now
    if begin == nil { begin = now }
    let ready = nextTimestamp + exposure
    let deadline = now + timeout / .seconds(1)
    min(ready, deadline).wait()
    return ready <= deadline
  }

  private func moment(ofFrame index: UInt64) -> SceneMoment {
    func levels(_ frame: UInt64) -> [Double] { torches.map { timeline.level(of: $0.marks, frame: frame) } }
    let window = timeline.window(ofFrame: index)
    let time = (window.lowerBound + window.upperBound) / 2
    var moment = SceneMoment(
      time: time, shake: shake?.offset(at: time) ?? .zero, levels: levels(index),
      lampOffsets: Array(repeating: .zero, count: torches.count))
    disturbance?.change(&moment, ofFrame: index, levels: levels)
    return moment
  }

  /// The next frame, or `nil` while all buffers are lent.
  private func makeFrame() -> Frame? {
    let moment = moment(ofFrame: nextFrame)
    let planes = info.format.planes
    return pool.frame(timestamp: nextTimestamp, sequence: nextFrame, exposure: exposure) { buffer in
      let bytes = buffer.baseAddress!.assumingMemoryBound(to: UInt8.self)
      luma.render(
        moment, noise: noise.map { ($0, nextFrame) }, into: bytes + planes[0].offset,
        stride: planes[0].stride)
      blue.render(moment, noise: nil, into: bytes + planes[1].offset, stride: planes[1].stride)
      red.render(moment, noise: nil, into: bytes + planes[2].offset, stride: planes[2].stride)
    }
  }
}
